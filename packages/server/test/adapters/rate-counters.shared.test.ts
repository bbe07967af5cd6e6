import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '../../src/base/ports.ts'
import type { OpenDatabase } from '../../src/database/open-database.ts'
import { openPostgres } from '../../src/database/postgres/open-postgres.ts'
import type { Limit } from '../../src/http/limits/rate-counters.ts'
import { type RateStore, sharedRateCounters } from '../../src/http/limits/shared-rate-counters.ts'
import { sharedCounterRepository } from '../../src/process/rate-counter-repository.ts'
import { createPostgresDatabase, onPostgres } from '../support/test-database.ts'
import { rateCountersSuite } from './rate-counters.suite.ts'

describe('on PostgreSQL', onPostgres, () => {
  const NOON = Date.UTC(2026, 10, 21, 12)
  const minute = { kind: 'window', name: 'minute', seconds: 60, max: 20 } as const
  const day = { kind: 'window', name: 'day', seconds: 86_400, max: 1000 } as const
  const bucket = { kind: 'bucket', name: 'v1', size: 25, perMinute: 60 } as const

  let drop: () => Promise<void>
  /** One database, as three processes see it. */
  let processes: OpenDatabase[]
  beforeAll(async () => {
    const made = await createPostgresDatabase()
    drop = made.drop
    processes = await Promise.all([1, 2, 3].map(() => openPostgres({ url: made.url, connections: 3 })))
  })
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.close()))
    await drop()
  })
  beforeEach(() => processes[0]!.db.deleteFrom('rate_counters').execute())

  const countersOf = ({ db }: OpenDatabase, clock: Clock = { now: () => new Date(NOON) }) =>
    sharedRateCounters({ store: sharedCounterRepository(db), clock })
  const stored = async () =>
    Object.fromEntries(
      (await processes[0]!.db.selectFrom('rate_counters').selectAll().execute()).map(({ key, level }) => [key, level]),
    )

  rateCountersSuite('shared', (clock) => countersOf(processes[0]!, clock))

  test('three processes that count at the same moment allow exactly the limit, and count by all limits or by none', async () => {
    const all = processes.map((one) => countersOf(one))
    const limits = [minute, day, bucket]
    const statuses = await Promise.all(
      Array.from({ length: 300 }, (_, n) => all[n % 3]!.take('acc_1', n % 2 ? limits : [...limits].reverse())),
    )
    expect(statuses.filter(({ allowed }) => allowed)).toHaveLength(20)
    expect(await stored()).toEqual({ 'minute:acc_1': 20, 'day:acc_1': 20, 'v1:acc_1': 5 })
  })

  test('requests against different pairs of limits never wait for each other in a circle', async () => {
    // PostgreSQL would end a circle with an error.
    const all = processes.map((one) => countersOf(one))
    const a: Limit = { ...minute, max: 1e6 }
    const b: Limit = { ...day, max: 1e6 }
    const c: Limit = { ...bucket, size: 1e6 }
    const pairs = [[a, b], [b, a], [b, c], [c, a], [a, c, b], [c]]
    await Promise.all(Array.from({ length: 600 }, (_, n) => all[n % 3]!.take('acc_1', pairs[n % 6]!)))
    expect(await stored()).toEqual({ 'minute:acc_1': 400, 'day:acc_1': 400, 'v1:acc_1': 1e6 - 400 })
  })

  test('what one process counts, another one sees with its next request', async () => {
    const [one, other] = processes.map((each) => countersOf(each))
    for (let n = 0; n < 10; n++) await one!.take('acc_1', [minute])
    expect(await other!.take('acc_1', [minute])).toMatchObject({ allowed: true, remaining: 9 })
    expect(other!.peek('acc_1', [minute])).toMatchObject({ remaining: 9 })
  })

  test('a refusal that is known costs no round trip, and ends with its time', async () => {
    let now = NOON
    const store = sharedCounterRepository(processes[0]!.db)
    let trips = 0
    const counted: RateStore = {
      take: (...args) => {
        trips++
        return store.take(...args)
      },
    }
    const rates = sharedRateCounters({ store: counted, clock: { now: () => new Date(now) } })
    for (let n = 0; n < 100; n++) await rates.take('acc_1', [minute, day])
    expect(trips).toBe(20)
    now += 60_000
    expect(await rates.take('acc_1', [minute, day])).toMatchObject({ allowed: true, remaining: 19 })
    expect(trips).toBe(21)
  })

  test('processes whose clocks are ten minutes apart share the windows of the clock that is ahead', async () => {
    const [behind, ahead] = [0, 600_000].map((ms, n) => countersOf(processes[n]!, { now: () => new Date(NOON + ms) }))
    let allowed = 0
    for (let n = 0; n < 60; n++) {
      if ((await ahead!.take('acc_1', [minute])).allowed) allowed++
      if ((await behind!.take('acc_1', [minute])).allowed) allowed++
    }
    expect(allowed).toBe(20)
    expect(behind!.peek('acc_1', [minute])).toMatchObject({ remaining: 0 })
  })

  test('counters of a clock that was far ahead start again', async () => {
    const wrong = countersOf(processes[0]!, { now: () => new Date(NOON + 365 * 86_400_000) })
    for (let n = 0; n < 20; n++) await wrong.take('acc_1', [minute])
    expect(await countersOf(processes[1]!).take('acc_1', [minute])).toMatchObject({ allowed: true, remaining: 19 })
  })

  test('expired counters are removed, and those of this day are kept', async () => {
    const { db } = processes[0]!
    await countersOf(processes[0]!).take('acc_1', [minute, day])
    await countersOf(processes[0]!, { now: () => new Date(NOON + 86_400_000) }).take('acc_2', [minute, day])
    await sharedCounterRepository(db).removeOlder(NOON + 1)
    expect(Object.keys(await stored()).sort()).toEqual(['day:acc_2', 'minute:acc_2'])
  })
})
