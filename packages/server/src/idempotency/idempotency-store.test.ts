import { afterEach, beforeEach, expect, test } from 'vitest'
import { ServiceError } from '../base/service-error.ts'
import { type OpenDatabase, openDatabase } from '../database/open-database.ts'
import { createIdempotencyStore } from './idempotency-store.ts'

const clock = { now: () => new Date('2026-01-01T12:00:00Z') }
let database: OpenDatabase
beforeEach(async () => {
  database = await openDatabase(':memory:')
  const account = { id: 'acc_1', email: 'ada@example.com', plan: 'Enterprise', role: 'customer', balance: 0 } as const
  await database.db
    .insertInto('accounts')
    .values({ ...account, created_at: clock.now().toISOString() } as never)
    .execute()
})
afterEach(() => database.close())

const request = (key: string) => ({
  ...{ accountId: 'acc_1', key, fingerprint: 'same', secret: false },
  signal: new AbortController().signal,
})

test('of fifty simultaneous requests one does the work, in any order of the database', async () => {
  const idempotency = createIdempotencyStore({ database, clock, owner: 'here' })
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
  const idempotency = createIdempotencyStore({ database: slow, clock, owner: 'here' })
  let works = 0
  const work = async () => `{"n":${++works}}`
  const replies = await Promise.all([idempotency.once(request('k'), work), idempotency.once(request('k'), work)])
  expect(works).toBe(1)
  expect(replies.map(({ replayed }) => replayed)).toEqual([false, true])
})

test('when the first request fails, a waiting one does the work, and the failure is not shared', async () => {
  const idempotency = createIdempotencyStore({ database, clock, owner: 'here' })
  let works = 0
  const work = async () => {
    if (++works === 1) throw new ServiceError('overloaded', 'Too much.')
    return `{"n":${works}}`
  }
  const replies = await Promise.allSettled(Array.from({ length: 10 }, () => idempotency.once(request('k'), work)))
  expect(replies.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(works).toBe(2)
})
