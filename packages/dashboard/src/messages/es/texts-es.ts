import type { Texts } from '../texts.ts'
import { billing, data, operator, settings, webhook } from './account-es.ts'
import { hint, library, main, operations } from './main-es.ts'
import { making } from './making-es.ts'

export const texts: Texts = { main, hint, library, making, operations, billing, data, operator, settings, webhook }
