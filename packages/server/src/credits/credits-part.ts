import { part } from '../base/compose.ts'
import type { Catalogue } from '../base/plans/plan-catalogue.ts'
import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'
import { ownedTables } from '../database/owned-tables.ts'
import { createAccountCredits } from './account-credits.ts'

/** What accounts read of their credits. */
export const creditsPart = part((needs: { db: Db; clock: Clock; catalogue: Catalogue }) => ({
  provides: { accountCredits: createAccountCredits(needs) },
  owns: ownedTables({
    monthly_usage: { key: 'month', file: 'monthly-usage' },
    // The ledger is kept, under an account without an owner.
    credit_entries: { key: 'id', file: 'credit-entries', erasedApart: true },
  }),
}))
