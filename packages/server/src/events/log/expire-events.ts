import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Cutoff, cutoffsOf, type RetentionSettings } from '../../base/plans/retention-settings.ts'
import type { Db } from '../../database/open-database.ts'
import { deliveryRepository } from '../deliveries/delivery-repository.ts'
import { eventRepository } from './event-repository.ts'

/** Rows are removed in batches, so that other requests run in between and none waits for long. */
const BATCH = 500

/**
 * Removes deliveries with their attempts, and events, that were kept long enough. Pending deliveries stay, and events stay as long as
 * their deliveries.
 */
export async function expireEvents(
  db: Db,
  now: Date,
  { deliveries, events }: Pick<RetentionSettings, 'deliveries' | 'events'>,
): Promise<void> {
  for (const cutoff of cutoffsOf(deliveries, now)) await inBatches(deliveryRepository(db).removeOld, cutoff)
  for (const cutoff of cutoffsOf(events, now)) await inBatches(eventRepository(db).removeOld, cutoff)
}

async function inBatches(remove: (cutoff: Cutoff, limit: number) => Promise<number>, cutoff: Cutoff): Promise<void> {
  while ((await remove(cutoff, BATCH)) === BATCH) await nextTurn()
}
