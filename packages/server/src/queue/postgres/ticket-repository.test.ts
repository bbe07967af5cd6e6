import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { onPostgres, openTestDatabase } from '../../../test/support/test-database.ts'
import { ticketRepository } from './ticket-repository.ts'

describe('the tickets of a process that died', onPostgres, () => {
  test('come back, also when it died before its first heartbeat; those of others stay', async () => {
    const { db, close } = await openTestDatabase()
    const tickets = ticketRepository(db)
    const holders = ['dead', 'dead', 'alive', 'just started']
    await tickets.add({ capability: 'pixels', nobodyWaits: false }, holders.length + 1, 0)
    const { rows } = await sql<{ id: number }>`select id from graphile_worker.jobs order by id`.execute(db)
    for (const [index, holder] of holders.entries()) {
      const seconds = holder === 'just started' ? 1 : 31
      await sql`update graphile_worker._private_jobs
        set locked_by = ${holder}, locked_at = now() - ${seconds}::int * interval '1 second'
        where id = ${rows[index]?.id}`.execute(db)
    }
    expect(await tickets.waiting()).toEqual(new Map([['pixels', 1]]))
    await tickets.unlockOthers(['alive'], 30_000)
    expect(await tickets.waiting()).toEqual(new Map([['pixels', 3]]))
    const held = await sql<{ by: string }>`select locked_by as by from graphile_worker.jobs
      where locked_by is not null order by 1`.execute(db)
    expect(held.rows.map(({ by }) => by)).toEqual(['alive', 'just started'])
    // With none to unlock, nothing is done.
    await tickets.unlockOthers(['alive', 'just started'], 0)
    await close()
  })
})
