import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { openSqlite } from '../../database/open-sqlite.ts'
import { inProcessQueue } from '../../queue/in-process-queue.ts'
import { createDeferredSettlements } from '../execution/deferred-settlements.ts'
import type { RunExecutor } from '../execution/run-executor.ts'
import { PRIORITY } from '../run-priority.ts'
import { runRepository } from '../store/run-repository.ts'
import { createWorkerRegistry } from '../store/worker-registry.ts'
import { createDispatcher } from './dispatcher.ts'

afterEach(() => void vi.useRealTimers())

/** Lets pending database calls continue, which the clock of the test does not drive. */
const settle = async () => {
  for (let n = 0; n < 50; n++) await new Promise((resolve) => setImmediate(resolve))
}

test('leases are renewed during a grace time longer than a lease; unfinished runs are handed back without counting the attempt', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
    now: 1_800_000_000_000,
  })
  // In memory, because connections to a server need the timers that the test replaces.
  const database = await openSqlite(':memory:')
  const { db } = database
  const clock = { now: () => new Date() }
  const at = clock.now().toISOString()
  const account = { id: 'acc_1', email: 'a@example.com', plan: 'Free', role: 'customer', balance: 0, created_at: at }
  await db
    .insertInto('accounts')
    .values(account as never)
    .execute()
  const work = { accountId: 'acc_1', operation: 'upscale', channel: 'queue' as const, params: {}, credits: 0, at }
  const run = { ...work, id: 'run_1', priority: PRIORITY.job, requestKey: null, photoMonth: null }
  await runRepository(db).insert(run)

  const endless: RunExecutor = {
    execute: (_, { stop }) => new Promise((resolve) => stop.addEventListener('abort', () => resolve())),
    giveUp: async () => {},
  }
  const engine = { capacity: 1, load: () => ({ busy: 1, waiting: 0 }), serving: async () => ({}) }
  const dispatcher = createDispatcher({
    database,
    clock,
    executor: endless,
    owner: 'here',
    slots: { threads: 3 },
    blobs: {} as never,
    queue: inProcessQueue({ isSettled: async () => false }),
    logger: pino({ level: 'silent' }),
    deferredSettlements: createDeferredSettlements(),
    workers: createWorkerRegistry({ db, clock, id: 'here', engine }),
  })
  await dispatcher.start()
  await settle()
  expect(dispatcher.busy()).toBe(1)
  const row = () => db.selectFrom('runs').selectAll().executeTakeFirstOrThrow()

  const stopped = dispatcher.stop(120_000)
  await settle()
  for (let second = 0; second < 110; second += 5) {
    await vi.advanceTimersByTimeAsync(5_000)
    await settle()
    const { lease_until, lease_owner } = await row()
    expect(lease_owner).toBe('here')
    expect(Date.parse(lease_until!)).toBeGreaterThan(Date.now())
  }
  await vi.advanceTimersByTimeAsync(15_000)
  await settle()
  await stopped
  expect(await row()).toMatchObject({ state: 'queued', attempts: 0, lease_owner: null, lease_until: null })
  await database.close()
})
