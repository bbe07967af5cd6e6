import type { ErrorCode } from '../../base/service-error.ts'
import { ACCOUNT_TEXTS } from './accounts.ts'
import type { ErrorText } from './error-text.ts'
import { PICTURE_TEXTS } from './pictures.ts'
import { REQUEST_TEXTS } from './requests.ts'
import { WORK_TEXTS } from './work.ts'

/** The text of every error. A code of `errors.ts` without one does not compile. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  ...REQUEST_TEXTS,
  ...PICTURE_TEXTS,
  ...ACCOUNT_TEXTS,
  ...WORK_TEXTS,
}
