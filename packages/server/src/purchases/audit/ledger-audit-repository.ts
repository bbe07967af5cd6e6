import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { LedgerKind } from '../../database/schema/credit-tables.ts'
import type { PurchaseSource } from '../../database/schema/purchase-tables.ts'
import type { RunState } from '../../database/schema/run-tables.ts'

/** More faults of a kind than anybody reads. */
const MOST = 100

const OF_RUNS = sql`('hold', 'charge', 'release', 'refund')`
/** Accounts whose rows are complete: not those of which only the ledger is kept, nor those that are being erased. */
const WHOLE = sql`(a.email not like '%@deleted.invalid' and a.id not in (select account_id from account_jobs where kind = 'deletion'))`

/** What disagrees in the books. Each method returns faults, and nothing if there is none. */
export const ledgerAuditRepository = (db: Db) => {
  const rows = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows

  return {
    /** How much there is to compare. */
    async size(): Promise<{ accounts: number; entries: number }> {
      const count = async (table: 'accounts' | 'credit_entries') => {
        const counted = db.selectFrom(table).select(({ fn }) => fn.countAll<number | string>().as('rows'))
        return Number((await counted.executeTakeFirstOrThrow()).rows)
      }
      return { accounts: await count('accounts'), entries: await count('credit_entries') }
    },

    balances: () =>
      rows(sql<{ id: string; balance: number; sum: number | string }>`
        select a.id, a.balance, coalesce(e.total, 0) as sum from accounts a
        left join (select account_id, sum(amount) as total from credit_entries group by account_id) e on e.account_id = a.id
        where a.balance <> coalesce(e.total, 0) and (${WHOLE} or not exists (select 1 from account_jobs where kind = 'deletion'))
        limit ${MOST}`),

    belowZero: () =>
      rows(sql<{ id: string; balance: number; debt: number }>`
        select id, balance, debt from accounts where balance < 0 or debt < 0 limit ${MOST}`),

    /** Entries that do not continue from the balance of the one before. */
    chain: () =>
      rows(sql<{ id: number; account_id: string; balance_after: number; expected: number }>`
        select id, account_id, balance_after, amount + coalesce(before, 0) as expected from (
          select id, account_id, amount, balance_after, lag(balance_after) over (partition by account_id order by id) as before
          from credit_entries
        ) c where balance_after <> amount + coalesce(before, 0) or balance_after < 0 limit ${MOST}`),

    debts: () =>
      rows(sql<{ id: string; debt: number; expected: number | string }>`
        select a.id, a.debt, coalesce(e.owed, 0) as expected from accounts a
        left join (
          select account_id, sum(case kind when 'take_back' then credits + amount else -credits end) as owed
          from credit_entries where kind in ('take_back', 'debt') group by account_id
        ) e on e.account_id = a.id
        where a.debt <> coalesce(e.owed, 0) and ${WHOLE} limit ${MOST}`),

    withoutRun: () =>
      rows(sql<{ kind: LedgerKind; reference: string }>`
        select e.kind, e.reference from credit_entries e join accounts a on a.id = e.account_id
        left join runs r on r.id = e.reference
        where e.kind in ${OF_RUNS} and r.id is null and ${WHOLE} limit ${MOST}`),

    /** Runs that are not held once, and then charged or released once when they ended. */
    runs: () =>
      rows(sql<{ id: string; state: RunState }>`
        select r.id, r.state from runs r
        left join credit_entries e on e.reference = r.id and e.kind in ('hold', 'charge', 'release')
        group by r.id, r.state, r.credits, r.items
        having case when r.credits = 0 or r.items is not null then count(e.id) > 0 else
          sum(case when e.kind = 'hold' and e.amount = -r.credits and e.credits = r.credits then 1 else 0 end) <> 1
          or sum(case when e.kind = 'charge' and e.amount = 0 and e.credits = r.credits then 1 else 0 end)
            <> case when r.state = 'succeeded' then 1 else 0 end
          or sum(case when e.kind = 'release' and e.amount = r.credits and e.credits = r.credits then 1 else 0 end)
            <> case when r.state in ('failed', 'revoked') then 1 else 0 end
          or count(e.id) <> case when r.state in ('queued', 'running') then 1 else 2 end
        end limit ${MOST}`),

    entriesOf: (reference: string) =>
      db
        .selectFrom('credit_entries')
        .select(['kind', 'amount', 'credits'])
        .where('reference', '=', reference)
        .where('kind', 'in', ['hold', 'charge', 'release'])
        .orderBy('id')
        .execute(),

    usage: () =>
      rows(sql<{ account_id: string; month: string; credits: number; expected: number | string }>`
        select m.account_id, m.month, m.credits, coalesce(e.used, 0) as expected from monthly_usage m
        join accounts a on a.id = m.account_id
        left join (
          select account_id, substr(created_at, 1, 7) as month, sum(case kind when 'charge' then credits else -credits end) as used
          from credit_entries where kind in ('charge', 'refund') group by account_id, substr(created_at, 1, 7)
        ) e on e.account_id = m.account_id and e.month = m.month
        where m.credits <> coalesce(e.used, 0) and ${WHOLE} limit ${MOST}`),

    /** Grants and purchases of payments that do not exist, or that bought something else. */
    withoutPurchase: (source: PurchaseSource) =>
      rows(sql<{ kind: LedgerKind; reference: string }>`
        select e.kind, e.reference from credit_entries e
        left join purchases p on p.source = ${source} and p.transaction_id = substr(e.reference, ${source.length + 2})
        where e.kind = 'purchase' and e.reference like ${`${source}:%`}
          and (p.transaction_id is null or p.account_id <> e.account_id or p.credits <> e.credits) limit ${MOST}`),

    otherGrants: () =>
      rows(sql<{ kind: LedgerKind; reference: string; account_id: string }>`
        select kind, reference, account_id from credit_entries where kind in ('grant', 'purchase')
          and not (kind = 'purchase' and (reference like 'appstore:%' or reference like 'subscriptions:%'
            or reference like 'cardpay:%' or reference like 'regionalpay:%'))
          and not (kind = 'grant' and (reference like 'grt\\_%' escape '\\' or reference like 'signup:%' or reference like 'startup:%'
            or reference like 'operator:%' or reference like 'gst\\_%' escape '\\'))
        limit 10000`),

    /** Payments with credits that were never granted, and those whose credits were not taken back as far as they were paid back. */
    purchases: () =>
      rows(sql<{
        source: PurchaseSource
        transaction_id: string
        granted: number | null
        due: number
        taken_back: number
      }>`
        select p.source, p.transaction_id, e.credits as granted, p.taken_back,
          (p.credits * p.refunded_ppm + 500000) / 1000000 as due
        from purchases p left join credit_entries e on e.kind = 'purchase' and e.reference = p.source || ':' || p.transaction_id
        where p.account_id is not null and (
          e.id is null or e.credits <> p.credits or p.taken_back <> (p.credits * p.refunded_ppm + 500000) / 1000000
        ) limit ${MOST}`),

    /** Payments that were paid back. */
    refunded: () =>
      db
        .selectFrom('purchases')
        .select(['source', 'transaction_id', 'account_id', 'taken_back', 'changes'])
        .where('changes', '>', 0)
        .execute(),

    /** The entries that took credits of a payment back, or gave them back. */
    changesOf: (references: readonly string[]) =>
      db
        .selectFrom('credit_entries')
        .select(['kind', 'credits', 'account_id'])
        .where('kind', 'in', ['take_back', 'grant'])
        .where('reference', 'in', references)
        .execute(),

    /** Paid periods of an account's subscription whose payment is not in the books. */
    periods: () =>
      rows(sql<{ subscription_id: string; period_start: string }>`
        select q.subscription_id, q.period_start from subscription_periods q
        join subscriptions s on s.id = q.subscription_id
        left join purchases p on p.source = s.source and p.transaction_id = q.transaction_id
        where s.account_id is not null and q.credits > 0 and (p.transaction_id is null or p.account_id is null) limit ${MOST}`),
  }
}
