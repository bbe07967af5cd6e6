import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { DAY_MS } from '../base/durations.ts'
import { randomIds } from '../base/random-ids.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { accountRepository } from './account-repository.ts'
import { createEmailTokens } from './email-tokens.ts'

let now = Date.parse('2026-11-21T12:00:00Z')
const clock = { now: () => new Date(now) }
const tokens = createEmailTokens({ ids: randomIds(clock.now), clock })
let database: OpenDatabase

beforeEach(async () => {
  database = await openTestDatabase()
  const at = clock.now().toISOString()
  await accountRepository(database.db).ensureVerified({
    id: 'acc_1',
    email: 'mara@trattoria.example',
    plan: 'Free',
    at,
  })
})
afterEach(() => database.close())

const issue = (purpose: 'verify' | 'reset') =>
  inTransaction(database.db, (tx) => tokens.issue(tx, { accountId: 'acc_1', purpose }))
const read = (purpose: 'verify' | 'reset', token: string) => tokens.read(database.db, purpose, token)

test('tokens that expired long ago are removed, but never a used verification link', async () => {
  const { db } = database
  const [used, reset] = [await issue('verify'), await issue('reset')]
  await tokens.use(db, 'verify', used, 'email')
  await tokens.use(db, 'reset', reset, 'email')
  const late = await issue('verify')

  now += 2 * DAY_MS
  await tokens.expire(db)
  await expect(read('verify', late)).rejects.toThrow(/expired/)
  now += 60 * DAY_MS
  await tokens.expire(db)
  await expect(read('verify', late)).rejects.toThrow(/not known/)
  await expect(read('reset', reset)).rejects.toThrow(/not known/)
  expect(await read('verify', used)).toEqual({ accountId: 'acc_1', used: true })
})

test('a token works once, and a new one does not affect tokens of another purpose', async () => {
  const { db } = database
  const [verify, reset] = [await issue('verify'), await issue('reset')]
  await issue('verify')
  await expect(read('verify', verify)).rejects.toMatchObject({ code: 'token_invalid' })
  expect(await read('reset', reset)).toEqual({ accountId: 'acc_1', used: false })
  expect([await tokens.use(db, 'reset', reset, ''), await tokens.use(db, 'reset', reset, '')]).toEqual([true, false])
})
