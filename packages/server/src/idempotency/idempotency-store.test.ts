import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOnPostgres, onPostgres, openTestDatabase } from '../../test/support/test-database.ts'
import { ServiceError } from '../base/service-error.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { createIdempotencyStore } from './idempotency-store.ts'

const SECRET = new Uint8Array(32)

let now = Date.parse('2026-01-01T12:00:00Z')
const clock = { now: () => new Date(now) }
/** The other processes that send heartbeats. */
let alive = new Set<string>()
const isAlive = async (_: unknown, owner: string) => alive.has(owner)
let database: OpenDatabase
beforeEach(async () => {
  alive = new Set()
  database = await openTestDatabase()
  const account = { id: 'acc_1', email: 'ada@example.com', plan: 'Enterprise', role: 'customer', balance: 0 } as const
  await database.db
    .insertInto('accounts')
    .values({ ...account, created_at: clock.now().toISOString() } as never)
    .execute()
})
afterEach(() => database.close())

const request = (key: string) => ({
  accountId: 'acc_1',
  key,
  fingerprint: 'same',
  secret: false,
  signal: new AbortController().signal,
})
const rows = () => database.db.selectFrom('idempotency_keys').selectAll().execute()

test('of fifty simultaneous requests one does the work, in any order of the database', async () => {
  const idempotency = createIdempotencyStore({ database, clock, owner: 'here', isAlive, secret: SECRET })
  let works = 0
  const work = async () => `{"n":${++works}}`
  const asked = Array.from({ length: 50 }, () => idempotency.once(request('k'), work))
  const replies = await Promise.all(asked)
  expect(works).toBe(1)
  expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect(new Set(replies.map(({ text }) => text))).toEqual(new Set(['{"n":1}']))
})

test('a repeat that comes between the row and the work of the first request waits for it', async () => {
  // The commit of the first is reported late, as by a remote database.
  let late = false
  const slow = {
    ...database,
    db: new Proxy(database.db, {
      get: (target, name) =>
        name !== 'transaction'
          ? typeof target[name as never] === 'function'
            ? (target[name as never] as () => void).bind(target)
            : target[name as never]
          : () => ({
              execute: async (work: never) => {
                const first = !late
                late = true
                const answer = await target.transaction().execute(work)
                if (first) await new Promise((resolve) => setTimeout(resolve, 30))
                return answer
              },
            }),
    }),
  }
  const idempotency = createIdempotencyStore({ database: slow, clock, owner: 'here', isAlive, secret: SECRET })
  let works = 0
  const work = async () => `{"n":${++works}}`
  const replies = await Promise.all([idempotency.once(request('k'), work), idempotency.once(request('k'), work)])
  expect(works).toBe(1)
  expect(replies.map(({ replayed }) => replayed)).toEqual([false, true])
})

test('when the first request fails, a waiting one does the work, and the failure is not shared', async () => {
  const idempotency = createIdempotencyStore({ database, clock, owner: 'here', isAlive, secret: SECRET })
  let works = 0
  const work = async () => {
    if (++works === 1) throw new ServiceError('overloaded', 'Too much.')
    return `{"n":${works}}`
  }
  const replies = await Promise.allSettled(Array.from({ length: 10 }, () => idempotency.once(request('k'), work)))
  expect(replies.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(works).toBe(2)
})

test('a repeat in another process waits while the first process lives, and gets its reply', onPostgres, async () => {
  const [one, other] = ['one', 'other'].map((owner) =>
    createIdempotencyStore({ database, clock, owner, isAlive, secret: SECRET }),
  )
  alive.add('one')
  now += 60_000
  let finish = (_: string) => {}
  const working = new Promise<string>((resolve) => (finish = resolve))
  const first = one!.once(request('k'), () => working)
  await expect.poll(async () => (await rows()).length).toBe(1)
  now += 60_000
  const repeat = other!.once(request('k'), async () => expect.fail('the work was done twice'))
  await new Promise((resolve) => setTimeout(resolve, 600))
  finish('{"n":1}')
  expect(await first).toEqual({ text: '{"n":1}', replayed: false })
  expect(await repeat).toEqual({ text: '{"n":1}', replayed: true })
})

test('what a process left that died is taken over once, and the late reply of that process changes nothing', async () => {
  const [dead, one, other] = ['dead', 'one', 'other'].map((owner) =>
    createIdempotencyStore({ database, clock, owner, isAlive, secret: SECRET }),
  )
  let finish = (_: string) => {}
  const working = new Promise<string>((resolve) => (finish = resolve))
  const late = dead!.once(request('k'), () => working)
  await expect.poll(async () => (await rows()).length).toBe(1)
  now += 40_000
  alive = new Set(['one', 'other'])
  let works = 0
  const work = async () => `{"n":${++works}}`
  // On SQLite one process has the database to itself, so only one can take over.
  const survivors = isOnPostgres ? [one!, other!] : [one!]
  const replies = await Promise.all(survivors.map((store) => store.once(request('k'), work)))
  expect(works).toBe(1)
  expect(new Set(replies.map(({ text }) => text))).toEqual(new Set(['{"n":1}']))
  finish('{"n":"late"}')
  await late
  expect((await one!.once(request('k'), work)).text).toBe('{"n":1}')
  expect(works).toBe(1)
})
