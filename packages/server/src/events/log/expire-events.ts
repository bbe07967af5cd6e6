import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../database/open-database.ts'

const THIRTY_DAYS_MS = 30 * 24 * 3_600_000
/** So many at a time, and requests in between, for nobody is to wait for long. */
const BATCH = 500

/** Removes events of more than thirty days ago with their deliveries and attempts, but none that is still to be sent. */
export async function expireEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - THIRTY_DAYS_MS).toISOString()
  await inBatches(async () => {
    const old = db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('created_at', '<', before)
      .where('state', '!=', 'pending')
      .limit(BATCH)
    return (await db.deleteFrom('webhook_deliveries').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
  await inBatches(async () => {
    const old = db
      .selectFrom('events')
      .select('id')
      .where('created_at', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('webhook_deliveries').select('id').whereRef('event_id', '=', 'events.id'))),
      )
      .limit(BATCH)
    return (await db.deleteFrom('events').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}

async function inBatches(remove: () => Promise<bigint>): Promise<void> {
  while ((await remove()) === BigInt(BATCH)) await nextTurn()
}
