import type { ErrorCode } from '../../base/service-error.ts'
import { ACCOUNT_TEXTS } from './account-error-texts.ts'
import type { ErrorText } from './error-text.ts'
import { PICTURE_TEXTS } from './picture-error-texts.ts'
import { REQUEST_TEXTS } from './request-error-texts.ts'
import { WORK_TEXTS } from './work-error-texts.ts'

/** The texts of all errors. A code of `ERROR_STATUS` without a text does not compile. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  ...REQUEST_TEXTS,
  ...PICTURE_TEXTS,
  ...ACCOUNT_TEXTS,
  ...WORK_TEXTS,
}
