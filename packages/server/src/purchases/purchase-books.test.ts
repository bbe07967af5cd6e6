import { seededRandom } from '@platelight/drawing/preview/seeded-random.ts'
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

test('books agree with a model over random payments, refunds in parts and reversed, repeats and runs', async () => {
  const seed = Math.floor(Math.random() * 1e9)
  const random = seededRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)] as T
  const { db, buy, refund, standing } = await withBooks()
  const account = (await accountRepository(db).byId('acc_a'))!

  let [balance, debt, runs] = [0, 0, 0]
  const payments = new Map<string, { credits: number; share: number; taken: number; isBought: boolean }>()
  const open = new Map<string, number>()
  const add = (credits: number) => {
    const settled = Math.min(debt, balance + credits)
    balance += credits - settled
    debt -= settled
  }
  const settle = (payment: { credits: number; share: number; taken: number }) => {
    const due = Math.round(payment.credits * payment.share)
    const more = due - payment.taken
    payment.taken = due
    if (more < 0) add(-more)
    if (more <= 0) return
    const taken = Math.min(balance, more)
    balance -= taken
    debt += more - taken
  }
  for (let step = 0; step < 300; step++) {
    const id = `t${Math.floor(random.next() * 40)}`
    const payment = payments.get(id) ?? {
      credits: 1 + Math.floor(random.next() * 90),
      share: 0,
      taken: 0,
      isBought: false,
    }
    payments.set(id, payment)
    const act = pick(['buy', 'buy', 'refund', 'hold', 'end'])
    if (act === 'buy') {
      expect(await buy(id, payment.credits)).toBe(payment.isBought ? 'already_granted' : 'granted')
      if (!payment.isBought) {
        payment.isBought = true
        add(payment.credits)
        settle(payment)
      }
    } else if (act === 'refund') {
      payment.share = pick([0, 0.25, 0.5, 1])
      await refund(id, payment.share)
      if (payment.isBought) settle(payment)
    } else if (act === 'hold') {
      const credits = 1 + Math.floor(random.next() * 20)
      const runId = `run_${++runs}`
      const held = await inTransaction(db, (tx) =>
        ledger.hold(tx, { account, runId, credits, countsPhoto: false }).then(
          () => true,
          () => false,
        ),
      )
      expect(held, `hold, seed ${seed}`).toBe(credits <= balance)
      if (held) {
        balance -= credits
        open.set(runId, credits)
      }
    } else {
      const [run] = open
      if (!run) continue
      const [runId, credits] = run
      open.delete(runId)
      const ends = { accountId: 'acc_a', runId, credits, photoMonth: null }
      const isReleased = random.next() < 0.5
      await inTransaction(db, async (tx) => {
        if (isReleased) await ledger.release(tx, ends)
        else await ledger.charge(tx, ends)
      })
      if (isReleased) balance += credits
    }
    expect(await standing(), `step ${step}: ${act}, seed ${seed}`).toEqual({ balance, debt })
  }
})
