import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import { createCreditLedger } from '../credits/credit-ledger.ts'
import { ledgerRepository } from '../credits/ledger-repository.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/open-database.ts'
import { createPurchaseBooks } from './purchase-books.ts'

const clock = { now: () => new Date('2026-11-21T12:00:00Z') }
const ledger = createCreditLedger({ clock, upgradeUrl: () => 'https://example.com/billing' })

async function withBooks() {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  const bought: unknown[] = []
  const events = { append: async (_: Db, { data }: { data: unknown }) => void bought.push(data) }
  const books = createPurchaseBooks({ clock, ledger, events })
  for (const id of ['acc_a', 'acc_b']) {
    const { account } = await accountRepository(db).ensureVerified({
      id,
      email: `${id}@example.com`,
      plan: 'Pro',
      at: clock.now().toISOString(),
    })
    expect(account.id).toBe(id)
  }
  const buy = (transactionId: string, credits: number, accountId = 'acc_a') =>
    inTransaction(db, (tx) => books.buy(tx, { accountId, source: 'appstore', transactionId, productId: 'p', credits }))
  const refund = (transactionId: string, share: number) =>
    inTransaction(db, (tx) => books.refund(tx, { source: 'appstore', transactionId, share }))
  const standing = async (accountId = 'acc_a') => ({
    balance: await ledgerRepository(db).balance(accountId),
    debt: await ledgerRepository(db).debt(accountId),
  })
  return { db, buy, refund, standing, bought }
}

test('a payment is bought once, by the account that claims it first', async () => {
  const { buy, standing, bought } = await withBooks()
  const all = await Promise.all(Array.from({ length: 20 }, () => buy('t1', 50)))
  expect(all.filter((one) => one === 'granted')).toHaveLength(1)
  expect(await buy('t1', 50, 'acc_b')).toBe('other_account')
  expect([await standing(), await standing('acc_b')]).toEqual([
    { balance: 50, debt: 0 },
    { balance: 0, debt: 0 },
  ])
  expect(bought).toEqual([{ credits: { amount: 50, balance: 50, source: 'appstore', transactionId: 't1' } }])
})

test('a refund that comes before its payment takes its credits as soon as they are there', async () => {
  const { buy, refund, standing } = await withBooks()
  expect(await refund('t1', 1)).toBe(0)
  expect(await buy('t1', 50)).toBe('granted')
  expect(await standing()).toEqual({ balance: 0, debt: 0 })
})

test('what was spent before a refund is a debt, which the next credits settle', async () => {
  const { db, buy, refund, standing } = await withBooks()
  await buy('t1', 50)
  const account = (await accountRepository(db).byId('acc_a'))!
  await inTransaction(db, (tx) => ledger.hold(tx, { account, runId: 'run_1', credits: 30, countsPhoto: false }))
  expect(await refund('t1', 1)).toBe(50)
  expect(await standing()).toEqual({ balance: 0, debt: 30 })
  await buy('t2', 20)
  expect(await standing()).toEqual({ balance: 0, debt: 10 })
  await buy('t3', 20)
  expect(await standing()).toEqual({ balance: 10, debt: 0 })
})
