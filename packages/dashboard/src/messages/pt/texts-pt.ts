import type { Texts } from '../texts.ts'
import { billing, data, operator, settings, webhook } from './account-pt.ts'
import { hint, library, main, operations } from './main-pt.ts'
import { making } from './making-pt.ts'

export const texts: Texts = { main, hint, library, making, operations, billing, data, operator, settings, webhook }
