import type { Texts } from '../texts.ts'
import { billing, data, operator, settings, webhook } from './account-it.ts'
import { hint, library, main, operations } from './main-it.ts'
import { making } from './making-it.ts'

export const texts: Texts = { main, hint, library, making, operations, billing, data, operator, settings, webhook }
