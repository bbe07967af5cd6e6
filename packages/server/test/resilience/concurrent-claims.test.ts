import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../src/database/in-transaction.ts'
import { openSqlite } from '../../src/database/open-sqlite.ts'
import { CLAIMED_PRIORITIES } from '../../src/runs/run-priority.ts'
import { claimNextRun } from '../../src/runs/scheduling/claim-run.ts'
import { runRepository } from '../../src/runs/store/run-repository.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-claims-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const NOON = '2026-01-01T12:00:00.000Z'

async function filled(runs: number, accounts: number) {
  const path = join(folder, 'platelight.db')
  const database = await openSqlite(path)
  await inTransaction(database.db, async (tx) => {
    for (let n = 0; n < accounts; n++) {
      const account = { id: `acc_${n}`, email: `${n}@example.com`, plan: 'Enterprise', role: 'customer', balance: 0 }
      await tx
        .insertInto('accounts')
        .values({ ...account, created_at: NOON } as never)
        .execute()
    }
    for (let n = 0; n < runs; n++) {
      const work = {
        operation: 'upscale',
        channel: 'queue',
        params: {},
        credits: 0,
        requestKey: null,
        photoMonth: null,
      }
      await runRepository(tx).insert({
        ...work,
        id: `run_${n}`,
        accountId: `acc_${n % accounts}`,
        priority: CLAIMED_PRIORITIES[n % 3]!,
        at: NOON,
        channel: 'queue',
      })
    }
  })
  return { path, database }
}

function claimer(path: string, owner: string) {
  const script = fileURLToPath(new URL('../support/claiming-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=platelight-source', script, path, owner], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  return {
    ready: () => lines.next(),
    go: () => child.stdin!.write('go\n'),
    claimed: async () => JSON.parse((await lines.next()).value) as string[],
    ended: once(child, 'exit'),
  }
}

test('two processes that claim simultaneously never get the same run', async () => {
  const { path, database } = await filled(600, 7)
  const both = [claimer(path, 'one'), claimer(path, 'two')]
  await Promise.all(both.map(({ ready }) => ready()))
  for (const { go } of both) go()
  const claimed = await Promise.all(both.map((one) => one.claimed()))
  await Promise.all(both.map(({ ended }) => ended))
  expect(claimed.map(({ length }) => length > 0)).toEqual([true, true])
  expect(new Set(claimed.flat()).size).toBe(600)
  expect(claimed.flat()).toHaveLength(600)
  const rows = await database.db.selectFrom('runs').select(['id', 'state', 'attempts', 'lease_owner']).execute()
  expect(rows.filter(({ state, attempts }) => state !== 'running' || attempts !== 1)).toEqual([])
  expect(
    rows
      .filter(({ lease_owner }) => lease_owner === 'one')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(claimed[0]!.toSorted())
  await database.close()
})

test('a renewed lease is not taken over, but a lease far in the future is', async () => {
  const { path, database } = await filled(1, 1)
  const { db } = database
  const runs = runRepository(db)
  const claim = (at: string, leaseUntil: string) => ({
    at,
    leaseUntil,
    except: [],
    priorities: CLAIMED_PRIORITIES,
    lastServed: new Map(),
    ignoreIsolation: true,
  })
  expect(await claimNextRun(db, 'one', claim(NOON, '2026-01-01T12:00:30.000Z'))).toMatchObject({ attempts: 1 })
  expect(await claimNextRun(db, 'two', claim('2026-01-01T12:00:29.000Z', ''))).toBeUndefined()

  // The first process renews its lease between the second one's query and its claim.
  const elsewhere = new SqliteDatabase(path)
  const renew = elsewhere.prepare("update runs set lease_until = ? where lease_owner = 'one'")
  let looks = 0
  const racing = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (looks++ === 0) renew.run('2026-01-01T12:01:00.000Z')
      return result
    },
  })
  const late = claim('2026-01-01T12:00:31.000Z', '2026-01-01T12:01:01.000Z')
  expect(await claimNextRun(racing, 'two', late)).toBeUndefined()
  elsewhere.close()
  expect(await inTransaction(db, (tx) => runRepository(tx).lockHeld('run_0', 'one'))).toBe(true)

  // Written by a clock that was an hour ahead.
  await runs.renewLeases('one', ['run_0'], '2026-01-01T13:00:30.000Z')
  expect(await claimNextRun(db, 'two', late)).toMatchObject({ id: 'run_0', attempts: 2 })
  await database.close()
})

test('the priority that is expected to come next is not searched while something else has to come before', async () => {
  const { database } = await filled(9, 2)
  const { db } = database
  const [waiting, job, item] = CLAIMED_PRIORITIES
  const claim = async (at = NOON, leaseUntil = '2026-01-01T12:00:30.000Z') => {
    const lease = { at, leaseUntil, except: [], lastServed: new Map() }
    const order = { priorities: CLAIMED_PRIORITIES, expected: job, ignoreIsolation: true }
    const claimed = await claimNextRun(db, 'one', { ...lease, ...order })
    return claimed && claimed !== 'needs_isolation' ? [claimed.priority, claimed.attempts] : claimed
  }
  for (let n = 0; n < 3; n++) expect(await claim()).toEqual([waiting, 1])
  for (let n = 0; n < 2; n++) expect(await claim()).toEqual([job, 1])
  // The leases of the five lapse: those of callers come first, then those of jobs, before the job that still waits.
  const later = ['2026-01-01T12:00:31.000Z', '2026-01-01T12:01:01.000Z'] as const
  expect(await claim(...later)).toEqual([waiting, 2])
  await db.updateTable('runs').set({ state: 'succeeded' }).where('priority', '=', waiting).execute()
  expect(await claim(...later)).toEqual([job, 2])
  await db.updateTable('runs').set({ state: 'succeeded' }).where('state', '=', 'running').execute()
  expect(await claim(...later)).toEqual([job, 1])
  // None of the expected priority is left.
  expect(await claim(...later)).toEqual([item, 1])
  await database.close()
})
