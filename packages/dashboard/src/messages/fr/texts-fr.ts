import type { Texts } from '../texts.ts'
import { billing, data, operator, settings, webhook } from './account-fr.ts'
import { hint, library, main, operations } from './main-fr.ts'
import { making } from './making-fr.ts'

export const texts: Texts = { main, hint, library, making, operations, billing, data, operator, settings, webhook }
