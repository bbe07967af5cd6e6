import { setImmediate as nextTurn } from 'node:timers/promises'
import { DAY_MS } from '../../base/durations.ts'
import type { Db } from '../../database/open-database.ts'
import { deliveryRepository } from '../deliveries/delivery-repository.ts'
import { eventRepository } from './event-repository.ts'

const THIRTY_DAYS_MS = 30 * DAY_MS
/** Rows are removed in batches, so that other requests run in between and none waits for long. */
const BATCH = 500

/** Removes events that are older than thirty days, with their deliveries and attempts. Pending deliveries stay. */
export async function expireEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - THIRTY_DAYS_MS).toISOString()
  await inBatches(() => deliveryRepository(db).removeOld(before, BATCH))
  await inBatches(() => eventRepository(db).removeOld(before, BATCH))
}

async function inBatches(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) === BATCH) await nextTurn()
}
