import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSqlite } from './open-sqlite.ts'
import { isFree, NO_LEASE, rowLease } from './row-lease.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

async function oneJob() {
  const { db } = await openSqlite(':memory:')
  // The account of the job does not matter here.
  await sql`pragma foreign_keys = off`.execute(db)
  await db
    .insertInto('account_jobs')
    .values({
      ...{ id: 'job_1', account_id: 'acc_1', kind: 'export', email: 'a@example.com', state: 'waiting', attempts: 0 },
      ...{ run_at: at(0).toISOString(), created_at: at(0).toISOString(), finished_at: null, expires_at: null },
      ...NO_LEASE,
    })
    .execute()
  const lease = rowLease(db, 'account_jobs')
  const claim = async (owner: string, now: Date, latest?: Date) => {
    const free = isFree(now.toISOString(), latest?.toISOString())
    const due = db.selectFrom('account_jobs').select('id').where(free)
    const claimed = await lease
      .claim(owner, due, { until: new Date(now.getTime() + 10_000), free })
      .returning('id')
      .execute()
    return claimed.map(({ id }) => id)
  }
  const finish = async (owner: string) =>
    (
      await lease
        .held(owner, 'job_1')
        .set({ state: 'done', ...NO_LEASE })
        .executeTakeFirst()
    ).numUpdatedRows
  return { lease, claim, finish }
}

test('one process holds a row until its lease lapses, and a late writer changes nothing', async () => {
  const { lease, claim, finish } = await oneJob()
  expect(await claim('one', at(0))).toEqual(['job_1'])
  expect(await claim('two', at(5))).toEqual([])
  expect(await lease.renew('one', ['job_1'], at(20).toISOString())).toEqual(['job_1'])
  expect(await claim('two', at(15))).toEqual([])
  expect(await claim('two', at(21))).toEqual(['job_1'])
  expect(await lease.renew('one', ['job_1'], at(40).toISOString())).toEqual([])
  await lease.release('one', ['job_1'])
  expect(await finish('one')).toBe(0n)
  expect(await finish('two')).toBe(1n)
  expect(await claim('one', at(60))).toEqual([])
})

test('a released row is free at once, and so is what another owner left or a clock that was ahead', async () => {
  const { lease, claim } = await oneJob()
  await claim('one', at(0))
  await lease.release('one', ['job_1'])
  expect(await claim('two', at(1))).toEqual(['job_1'])
  await lease.releaseOthers('two')
  expect(await claim('three', at(2))).toEqual([])
  await lease.releaseOthers('three')
  expect(await claim('three', at(3))).toEqual(['job_1'])
  expect(await claim('four', at(0), at(12))).toEqual(['job_1'])
})
