import { seededRandom } from '@platelight/drawing/preview/seeded-random.ts'
import { expect, onTestFinished, test } from 'vitest'
import { effort, seed } from '../../../../scripts/workspace/test-effort.ts'
import { type BooksModel, createBooksModel, type ModelStatement } from '../../test/support/purchases/books-model.ts'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import { PLAN_TERMS } from '../base/plans/plan-catalogue.ts'
import { createCreditLedger } from '../credits/credit-ledger.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/open-database.ts'
import { auditLedger } from './audit/audit-ledger.ts'
import { createGivenPlans } from './given-plans.ts'
import { createPurchaseBooks } from './purchase-books.ts'
import { createSubscriptionBooks } from './subscription-books.ts'

const ACCOUNTS = ['acc_a', 'acc_b', 'acc_c'] as const
const STEPS = effort(300, 10_000)
const AUDITED_EVERY = 100
const DAY_MS = 86_400_000

/** An act on the real books and on the model. The first is done in the given transaction. */
interface Act {
  readonly name: string
  readonly real: (tx: Db) => Promise<unknown>
  readonly modelled: (model: BooksModel) => void
  /** Whether the balance does not have what it takes. */
  readonly isRefused?: () => boolean
  /** Whether it may be done again, and then changes nothing. */
  readonly isRepeatable: boolean
}

async function openBooks() {
  const { db, close } = await openTestDatabase()
  onTestFinished(close)
  let now = new Date('2026-11-21T12:00:00Z')
  const clock = { now: () => now }
  const ledger = createCreditLedger({ clock, upgradeUrl: () => '' })
  const books = createPurchaseBooks({ clock, ledger, events: { append: async () => {} } })
  const given = createGivenPlans({ clock, ledger, plans: PLAN_TERMS })
  const subscriptions = createSubscriptionBooks({ db, clock, books, given })
  for (const id of ACCOUNTS)
    await accountRepository(db).ensureVerified({
      ...{ id, email: `${id}@example.com`, plan: 'Free' },
      at: now.toISOString(),
    })
  const setNow = (to: Date) => {
    now = to
  }
  return { db, clock, ledger, books, given, subscriptions, setNow }
}

test(`books agree with a model over ${STEPS} random payments, refunds, renewals, moves, runs, crashes and repeats`, async () => {
  const random = seededRandom(seed, 'books')
  const { db, clock, ledger, books, given, subscriptions, setNow } = await openBooks()
  const model = createBooksModel(ACCOUNTS, PLAN_TERMS)
  const whole = (below: number) => Math.floor(random.next() * below)
  const anyone = () => random.pick(ACCOUNTS)
  let runs = 0

  const buy = (): Act => {
    const [accountId, transactionId] = [anyone(), `t${whole(runs + 40)}`]
    const credits = 1 + whole(90)
    const payment = { accountId, source: 'appstore', transactionId, productId: 'p', credits } as const
    return {
      name: 'buy',
      real: (tx) => books.buy(tx, payment),
      modelled: ({ buy }) => buy(transactionId, accountId, credits),
      isRepeatable: true,
    }
  }

  const refund = (): Act => {
    const transactionId =
      random.pick(['t', 's'] as const) === 't' ? `t${whole(runs + 40)}` : `s${whole(4)}-${whole(30)}`
    const share = random.pick([0, 0.25, 0.5, 1])
    return {
      name: 'refund',
      real: (tx) => books.refund(tx, { source: 'appstore', transactionId, share }),
      modelled: ({ refund }) => refund(transactionId, share),
      isRepeatable: true,
    }
  }

  const state = (): Act => {
    const [subscription, month] = [`s${whole(4)}`, whole(30)]
    const begin = new Date('2026-11-01T00:00:00Z').getTime() + 30 * DAY_MS * month
    const plan = random.pick(['Starter', 'Growth', 'Pro'] as const)
    const statement: ModelStatement = {
      subscription,
      accountId: random.happens(0.6) ? anyone() : undefined,
      isTransfer: random.happens(0.3),
      plan,
      state: random.pick(['active', 'active', 'grace', 'billing_retry', 'expired', 'revoked']),
      willRenew: random.happens(0.7),
      begin,
      end: begin + 30 * DAY_MS,
      credits: PLAN_TERMS[plan].monthlyCredits,
      transactionId: `${subscription}-${month}`,
      statedAt: begin + whole(30) * DAY_MS,
    }
    const { begin: _, end, credits, transactionId, statedAt, subscription: subscriptionId, ...rest } = statement
    const period = { start: new Date(begin), end: new Date(end), credits, transactionId }
    return {
      name: `statement ${statement.state}`,
      real: (tx) =>
        subscriptions.apply(tx, {
          ...{ ...rest, source: 'appstore', subscriptionId, productId: plan },
          ...{ period, statedAt: new Date(statedAt) },
        }),
      modelled: ({ state }) => state(statement, clock.now()),
      isRepeatable: true,
    }
  }

  const give = (): Act => {
    const [accountId, plan] = [anyone(), random.pick(['Free', 'Starter', 'Growth', 'Pro'] as const)]
    return {
      name: `give ${plan}`,
      real: (tx) => given.give(tx, accountId, plan),
      modelled: ({ give }) => give(accountId, plan, clock.now()),
      isRepeatable: true,
    }
  }

  const hold = (): Act => {
    const [accountId, credits, runId] = [anyone(), 1 + whole(30), `run_${++runs}`]
    return {
      name: 'hold',
      async real(tx) {
        const account = (await accountRepository(tx).byId(accountId))!
        await ledger.hold(tx, { account, runId, credits, countsPhoto: false })
        await insertRun(tx, { id: runId, accountId, credits, at: clock.now().toISOString() })
      },
      modelled: ({ hold }) => hold(runId, accountId, credits),
      isRefused: () => !model.has(accountId, credits),
      isRepeatable: false,
    }
  }

  const end = (): Act => {
    const open = model.openRuns()
    const [runId, { accountId, credits }] = open[whole(open.length)] ?? ['none', { accountId: 'acc_a', credits: 0 }]
    const isCharged = random.happens(0.5)
    const run = { accountId, runId, credits, photoMonth: null }
    return {
      name: isCharged ? 'charge' : 'release',
      async real(tx) {
        await (isCharged ? ledger.charge(tx, run) : ledger.release(tx, run))
        await tx
          .updateTable('runs')
          .set({ state: isCharged ? 'succeeded' : 'failed' })
          .where('id', '=', runId)
          .execute()
      },
      modelled: ({ end }) => end(runId, isCharged),
      isRepeatable: true,
    }
  }

  const passTime = async (): Promise<void> => {
    const days = random.happens(0.2) ? -whole(20) : whole(25)
    setNow(new Date(clock.now().getTime() + days * DAY_MS))
    await subscriptions.settleDue()
    model.settleDue(clock.now())
  }

  const acts = [buy, buy, refund, state, state, give, hold, hold, hold, end, end] as const
  const step = async (): Promise<string> => {
    if (random.happens(0.08)) {
      await passTime()
      return 'time'
    }
    const act = random.pick(acts)()
    const crash = new Error('the process dies')
    // Before it is done, it may die at the end of the transaction.
    if (random.happens(0.15)) {
      const dying = inTransaction(db, async (tx) => {
        await act.real(tx)
        throw crash
      })
      await dying.catch((error) => {
        if (error !== crash && error.code !== 'insufficient_credits') throw error
      })
    }
    const isRefused = act.isRefused?.() ?? false
    act.modelled(model)
    const done = inTransaction(db, act.real)
    if (isRefused) await expect(done).rejects.toMatchObject({ code: 'insufficient_credits' })
    else await done
    if (act.isRepeatable && random.happens(0.2)) await inTransaction(db, act.real)
    return act.name
  }

  for (let number = 1; number <= STEPS; number++) {
    const name = await step()
    const where = `step ${number}, ${name}; TEST_SEED=${seed}`
    const rows = await db.selectFrom('accounts').select(['id', 'balance', 'debt', 'plan']).orderBy('id').execute()
    expect(rows, where).toEqual(model.standings())
    if (number % AUDITED_EVERY === 0 || number === STEPS) expect(await auditLedger(db), where).toEqual([])
  }
})

const insertRun = (tx: Db, run: { id: string; accountId: string; credits: number; at: string }) =>
  tx
    .insertInto('runs')
    .values({
      ...{ id: run.id, account_id: run.accountId, credits: run.credits, created_at: run.at, run_at: run.at },
      ...{ operation: 'enhance', door: 'api', params: '{}', warnings: null, state: 'queued', attempts: 0, priority: 0 },
      ...{ lease_owner: null, lease_until: null, progress: null, outcome: null, error_code: null, error_message: null },
      ...{ request_key: null, photo_month: null, parent_id: null, place: null, items: null, provider_task: null },
      ...{ provider_micros: null, started_at: null, left_at: null, finished_at: null, deleted_at: null },
    })
    .execute()
