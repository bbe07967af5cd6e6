import { DAY_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { Body, Schemas } from '../../contract/index.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { growthRepository } from './growth-repository.ts'

const KEPT_MS = 90 * DAY_MS

/** What an app records of its use, only with the consent of the account. */
export const createUsageTracking = ({
  db,
  ids,
  clock,
}: {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
}) => ({
  /**
   * Stores the consent. Withdrawing it removes the link and every event. Holds by a lock on the account, which events take too.
   */
  async setConsent(accountId: string, wish: Body<'growth.consent'>): Promise<Schemas['GrowthConsent']> {
    const { consented, anonymous_id: given } = wish
    const updatedAt = clock.now().toISOString()
    return inTransaction(db, async (tx) => {
      await lock(tx, 'accounts', accountId)
      const known = await growthRepository(tx).consent(accountId)
      const linkedId = given === undefined ? (known?.anonymous_id ?? null) : given || null
      const anonymousId = consented ? linkedId : null
      const consent = { account_id: accountId, consented: consented ? 1 : 0, anonymous_id: anonymousId } as const
      await growthRepository(tx).setConsent({ ...consent, updated_at: updatedAt })
      if (!consented) await growthRepository(tx).removeEvents(accountId)
      return { consented, linked: anonymousId !== null, updated_at: updatedAt }
    })
  },

  /** Stores an event if the account consents. Holds by a lock on the account, so that none outlives a withdrawal. */
  async record(accountId: string, event: Body<'growth.events'>): Promise<Schemas['GrowthEventReceipt']> {
    const { name, properties = {} } = event
    const eventId = event.event_id ?? ids.next('gev')
    const receivedAt = clock.now().toISOString()
    const occurredAt = event.occurred_at === undefined ? receivedAt : new Date(event.occurred_at).toISOString()
    return inTransaction(db, async (tx) => {
      await lock(tx, 'accounts', accountId)
      const isConsented = (await growthRepository(tx).consent(accountId))?.consented === 1
      if (!isConsented) return { status: 'not_consented', event_id: eventId }
      await growthRepository(tx).insertEvent({
        account_id: accountId,
        event_id: eventId,
        name,
        properties: JSON.stringify(properties),
        occurred_at: occurredAt,
        received_at: receivedAt,
      })
      return { status: 'queued', event_id: eventId }
    })
  },

  /** Removes events that are no longer kept. */
  expire: (): Promise<void> =>
    growthRepository(db).removeReceivedBefore(new Date(clock.now().getTime() - KEPT_MS).toISOString()),
})
