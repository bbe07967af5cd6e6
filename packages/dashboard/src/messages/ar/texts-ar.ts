import type { Texts } from '../texts.ts'
import { billing, data, operator, settings, webhook } from './account-ar.ts'
import { hint, library, main, operations } from './main-ar.ts'

export const texts: Texts = { main, hint, library, operations, billing, data, operator, settings, webhook }
