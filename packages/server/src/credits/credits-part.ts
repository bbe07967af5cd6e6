import { part } from '../base/compose.ts'
import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'
import { createAccountCredits } from './account-credits.ts'

/** What accounts read of their credits. */
export const creditsPart = part(({ db, clock }: { db: Db; clock: Clock }) => ({
  provides: { accountCredits: createAccountCredits({ db, clock }) },
}))
