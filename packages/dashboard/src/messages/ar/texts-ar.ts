import type { Texts } from '../texts.ts'
import { billing, data, operator, settings, webhook } from './account-ar.ts'
import { hint, library, main, operations } from './main-ar.ts'
import { making } from './making-ar.ts'

export const texts: Texts = { main, hint, library, making, operations, billing, data, operator, settings, webhook }
