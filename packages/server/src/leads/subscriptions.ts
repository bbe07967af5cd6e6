import { DAY_MS } from '../base/durations.ts'
import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'
import { type SubscribedList, subscriberRepository } from '../mail/store/subscriber-repository.ts'
import { leadRepository } from './lead-repository.ts'

/** How long a form is kept after the subscription that it began has ended. */
const KEPT_AFTER_END_MS = 30 * DAY_MS

/**
 * Ends lists that an address has confirmed in forms. With the last one, the forms forget that it agreed, and no link of an
 * earlier letter begins a subscription again.
 *
 * @param tx A transaction.
 * @example await endSubscription(tx, address, ['newsletter', 'offers'], clock)
 */
export async function endSubscription(
  tx: Db,
  address: string,
  lists: readonly SubscribedList[],
  clock: Clock,
): Promise<void> {
  if (await subscriberRepository(tx).end(address, lists)) return
  const keptUntil = new Date(clock.now().getTime() + KEPT_AFTER_END_MS).toISOString()
  await leadRepository(tx).endMarketing(address, keptUntil)
}

/** Forgets an address: its forms, and what it agreed to. @returns the ids of the forms, by which their letters are found */
export async function eraseAddress(tx: Db, address: string): Promise<string[]> {
  await subscriberRepository(tx).remove(address)
  return leadRepository(tx).remove({ email: address })
}
