import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { accountRepository } from '../../accounts/account-repository.ts'
import { PLAN_TERMS } from '../../base/plans/plan-catalogue.ts'
import { createCreditLedger } from '../../credits/credit-ledger.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { createGivenPlans } from '../given-plans.ts'
import { createPurchaseBooks } from '../purchase-books.ts'
import { createSubscriptionBooks } from '../subscription-books.ts'
import { auditLedger } from './audit-ledger.ts'

/** Books with a grant, a purchase that was paid back in part after it was spent, a subscription and a plan of the operator. */
async function withBooks() {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const clock = { now: () => new Date('2026-11-21T12:00:00Z') }
  const ledger = createCreditLedger({ clock, upgradeUrl: () => '' })
  const books = createPurchaseBooks({ clock, ledger, events: { append: async () => {} } })
  const given = createGivenPlans({ clock, ledger, plans: PLAN_TERMS })
  const subscriptions = createSubscriptionBooks({ db, clock, books, given })
  const at = clock.now().toISOString()
  for (const id of ['acc_a', 'acc_b'])
    await accountRepository(db).ensureVerified({ id, email: `${id}@example.com`, plan: 'Free', at })
  await inTransaction(db, async (tx) => {
    const payment = { accountId: 'acc_a', source: 'appstore', productId: 'p', credits: 50 } as const
    await ledger.grant(tx, { accountId: 'acc_a', credits: 10, reference: 'signup:acc_a' })
    await books.buy(tx, { ...payment, transactionId: 't:1' })
    await ledger.takeBack(tx, { accountId: 'acc_a', credits: 0, reference: 'none', note: '' })
    await books.refund(tx, { source: 'appstore', transactionId: 't:1', share: 1 })
    await books.refund(tx, { source: 'appstore', transactionId: 't:1', share: 0.5 })
    await given.give(tx, 'acc_b', 'Growth')
    await subscriptions.apply(tx, {
      ...{ source: 'cardpay', subscriptionId: 's', accountId: 'acc_b', productId: 'p', plan: 'Pro' },
      ...{ state: 'active', willRenew: true, statedAt: clock.now() },
      period: { start: clock.now(), end: new Date('2026-12-21T12:00:00Z'), credits: 800 },
    })
  })
  return db
}

test('books that agree have no faults', async () => {
  expect(await auditLedger(await withBooks())).toEqual([])
})

test.each([
  ['balances', "update accounts set balance = balance + 1 where id = 'acc_a'", /the balance is 36, not 35/],
  ['below_zero', "update accounts set debt = -1 where id = 'acc_b'", /the debt -1/],
  ['chain', "update credit_entries set balance_after = 9 where reference = 'signup:acc_a'", /the balance is 9, not 10/],
  ['debts', "update accounts set debt = 3 where id = 'acc_a'", /the debt is 3, not 0/],
  [
    'entries_of_runs',
    "update credit_entries set kind = 'charge' where reference = 'signup:acc_a'",
    /a run that does not exist/,
  ],
  ['grants', "update purchases set account_id = 'acc_b' where transaction_id = 't:1'", /purchase without a source/],
  ['grants', "update credit_entries set reference = 'gift' where reference = 'signup:acc_a'", /grant without a source/],
  ['grants', 'delete from purchases', /purchase without a source/],
  ['purchases', "delete from credit_entries where reference = 'appstore:t:1'", /granted nothing/],
  ['purchases', "update purchases set refunded_ppm = 0 where transaction_id = 't:1'", /taken back 25, not 0/],
  ['refunds', "delete from credit_entries where reference = 'appstore:t:1:2'", /taken back 50, not 25/],
  ['periods', "delete from purchases where source = 'cardpay'", /was not granted/],
])('the audit finds what breaks the rule %s: %s', async (rule, change, expected) => {
  const db = await withBooks()
  await sql.raw(change).execute(db)
  const faults = (await auditLedger(db)).filter((fault) => fault.rule === rule)
  expect(faults.map(({ about, fault }) => `${about}: ${fault}`).join('\n')).toMatch(expected)
})
