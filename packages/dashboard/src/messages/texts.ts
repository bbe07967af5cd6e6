import type { billingMessages } from './billing-messages.ts'
import type { dataMessages } from './data-messages.ts'
import type { hintMessages } from './hint-messages.ts'
import type { libraryMessages } from './library-messages.ts'
import type { makingMessages } from './making-messages.ts'
import type { messages } from './messages.ts'
import type { operationNames } from './operation-names.ts'
import type { operatorMessages } from './operator-messages.ts'
import type { settingsMessages } from './settings-messages.ts'
import type { webhookMessages } from './webhook-messages.ts'

/** All texts of one language, in the shape of the English ones. */
export interface Texts {
  readonly main: typeof messages
  readonly billing: typeof billingMessages
  readonly data: typeof dataMessages
  readonly hint: typeof hintMessages
  readonly library: typeof libraryMessages
  readonly operations: typeof operationNames
  readonly making: typeof makingMessages
  readonly operator: typeof operatorMessages
  readonly settings: typeof settingsMessages
  readonly webhook: typeof webhookMessages
}
