import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { PLANS, type Plan } from '../base/account-plan.ts'

/**
 * Whether a column names an account of one of the plans. For all plans nothing is asked.
 *
 * @example db.selectFrom('events').where(accountsOf('events.account_id', ['Free']))
 */
export const accountsOf = (column: string, plans: readonly Plan[]): RawBuilder<SqlBool> =>
  plans.length === PLANS.length
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`${sql.ref(column)} in (select id from accounts where plan in (${sql.join(plans)}))`
