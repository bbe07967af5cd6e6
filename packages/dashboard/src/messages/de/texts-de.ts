import type { Texts } from '../texts.ts'
import { billing, data, operator, settings, webhook } from './account-de.ts'
import { hint, library, main, operations } from './main-de.ts'
import { making } from './making-de.ts'

export const texts: Texts = { main, hint, library, making, operations, billing, data, operator, settings, webhook }
