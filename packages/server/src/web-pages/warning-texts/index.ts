import type { WarningCode } from '../../base/warning-codes.ts'
import { DISH_TEXTS } from './dish-warning-texts.ts'
import { RESULT_TEXTS } from './result-warning-texts.ts'
import { SERVICE_TEXTS } from './service-warning-texts.ts'
import type { WarningText } from './warning-text.ts'

/** The texts of all warnings. A code of `WARNING_CODES` without a text does not compile. */
export const WARNING_TEXTS: Readonly<Record<WarningCode, WarningText>> = {
  ...DISH_TEXTS,
  ...RESULT_TEXTS,
  ...SERVICE_TEXTS,
}
