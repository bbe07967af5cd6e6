import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/test-database.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { type AccountJob, accountJobRepository } from './account-job-repository.ts'
import { createAccountJobs, type JobContext } from './account-jobs.ts'
import { createErasure } from './deletion/erase-account.ts'

let database: OpenDatabase
let now = Date.parse('2026-11-21T12:00:00Z')
const clock = { now: () => new Date(now) }
const at = () => clock.now().toISOString()
afterEach(() => database.close())

/** A database with an account and a job of a kind. */
async function withJob(kind: 'export' | 'deletion') {
  database = await openTestDatabase()
  const { db } = database
  await db
    .insertInto('accounts')
    .values({
      id: 'acc_1',
      email: 'acc_1@deleted.invalid',
      email_verified_at: null,
      password_hash: null,
      name: null,
      business_name: null,
      marketing_consent_at: null,
      plan: 'Free',
      role: 'customer',
      balance: 0,
      custom_per_minute: null,
      custom_per_day: null,
      created_at: at(),
    })
    .execute()
  await accountJobRepository(db).insert({ id: 'exp_a1', account_id: 'acc_1', kind, email: 'mara@example.com' }, at())
  return db
}

type Work = (job: AccountJob, context: JobContext) => Promise<void>

/** The jobs of one process, whose work of both kinds is this. */
const processWith = (work: Work, owner = 'first', maxAttempts = 3) =>
  createAccountJobs({
    database,
    clock,
    owner,
    logger: pino({ level: 'silent' }),
    kinds: { export: { work, maxAttempts }, deletion: { work, maxAttempts: Number.POSITIVE_INFINITY } },
  })

const job = () => accountJobRepository(database.db).latest('acc_1', 'export')

test('a job that fails is done again after a pause that grows, and is given up after the last attempt', async () => {
  await withJob('export')
  let attempts = 0
  const jobs = processWith(async () => {
    attempts += 1
    throw new Error('the disk went away')
  })
  await jobs.workOff()
  await jobs.workOff()
  expect(attempts).toBe(1)
  now += 5_000
  await jobs.workOff()
  now += 5_000
  await jobs.workOff()
  expect(attempts).toBe(2)
  now += 5_000
  await jobs.workOff()
  expect(attempts).toBe(3)
  expect(await job()).toMatchObject({ state: 'failed', attempts: 3 })
  now += 86_400_000
  await jobs.workOff()
  expect(attempts).toBe(3)
})

test('a deletion is never given up', async () => {
  await withJob('deletion')
  let attempts = 0
  const jobs = processWith(async () => {
    attempts += 1
    throw new Error('the store does not respond')
  })
  for (; attempts < 20; now += 3_600_000) await jobs.workOff()
})

test('the job of a process that died is taken over when its lease has lapsed, and no two work on it at once', async () => {
  await withJob('export')
  const died = processWith(() => new Promise(() => {}))
  void died.workOff()
  await expect.poll(async () => (await job())?.lease_owner).toBe('first')
  const done: string[] = []
  const second = processWith(async ({ id }, { owner }) => {
    done.push(owner)
    await accountJobRepository(database.db).finish(id, owner, { state: 'done', at: at(), expiresAt: null })
  }, 'second')
  await second.workOff()
  expect(done).toEqual([])
  now += 61_000
  await second.workOff()
  expect(done).toEqual(['second'])
  expect(await job()).toMatchObject({ state: 'done', attempts: 2 })
})

test('a process that stops hands its job back at once, and the attempt does not count', async () => {
  await withJob('export')
  const stopping = processWith(
    (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const working = stopping.workOff()
  await expect.poll(async () => (await job())?.lease_owner).toBe('first')
  await stopping.stop()
  await working
  expect(await job()).toMatchObject({ state: 'waiting', lease_owner: null, attempts: 0 })
})

test('a job that a process claims while it stops is handed back without being started', async () => {
  await withJob('export')
  let started = 0
  const stopping = processWith(async () => {
    started += 1
  })
  const working = stopping.workOff()
  await stopping.stop()
  await working
  expect(started).toBe(0)
  expect(await job()).toMatchObject({ state: 'waiting', lease_owner: null, attempts: 0 })
})

test('a job that is added while others are done is done too', async () => {
  const db = await withJob('export')
  const done: string[] = []
  const jobs = processWith(async ({ id }, { owner }) => {
    done.push(id)
    await accountJobRepository(db).finish(id, owner, { state: 'done', at: at(), expiresAt: null })
    if (id !== 'exp_a1') return
    await accountJobRepository(db).insert({ id: 'exp_a2', account_id: 'acc_1', kind: 'export', email: null }, at())
  })
  await jobs.workOff()
  expect(done).toEqual(['exp_a1', 'exp_a2'])
})

test('a row that a request under way leaves behind is erased by the next attempt, and only then the account goes', async () => {
  const db = await withJob('deletion')
  let sweeps = 0
  const event = { account_id: 'acc_1', type: 'photo.deleted', body: '{}', created_at: at() }
  const erase = createErasure({
    database,
    clock,
    tables: { events: { key: 'id', file: 'events' } },
    erasers: [],
    sweepGarbage: async () => {
      if (++sweeps === 1)
        await db
          .insertInto('events')
          .values({ id: 'evt_1', ...event })
          .execute()
    },
  })
  const jobs = processWith(erase)
  await jobs.workOff()
  const accounts = () => db.selectFrom('accounts').select('id').orderBy('id').execute()
  expect((await accounts()).map(({ id }) => id)).toContain('acc_1')
  now += 5_000
  await jobs.workOff()
  expect(sweeps).toBe(2)
  expect(await accounts()).toEqual([])
  expect(await db.selectFrom('account_jobs').selectAll().execute()).toEqual([])
})
