import { PLANS } from '../../base/account-plan.ts'
import type { Cutoff } from '../../base/plans/retention-settings.ts'
import { accountsOf } from '../../database/accounts-of.ts'
import type { Db } from '../../database/open-database.ts'
import { NO_LEASE, rowLease } from '../../database/row-lease.ts'
import type { EventType } from '../log/event-types.ts'

export interface NewDelivery {
  readonly id: string
  readonly endpointId: string
  readonly eventId: string
  readonly eventType: EventType
  /** A sample that somebody requested. It is sent once, whether or not the endpoint is enabled. */
  readonly test: boolean
  readonly at: string
}

/** The number of the attempt at which a delivery was claimed. */
export interface AttemptOf {
  readonly id: string
  readonly round: number
  /** Attempts of this round that have ended. */
  readonly attempts: number
}

/**
 * Deliveries and their states. `delivery-lease-repository.ts` holds which process works on them.
 *
 * Changes by an attempt hold by the condition that the delivery is still at that attempt. So an attempt that was overtaken
 * changes nothing.
 */
export const deliveryRepository = (db: Db) => ({
  /** Adds deliveries that are due at once. */
  async add(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return
    await db
      .insertInto('webhook_deliveries')
      .values(
        deliveries.map(({ id, endpointId, eventId, eventType, test, at }) => ({
          id,
          endpoint_id: endpointId,
          event_id: eventId,
          event_type: eventType,
          test: test ? 1 : 0,
          state: 'pending' as const,
          round: 1,
          attempts: 0,
          next_attempt_at: at,
          created_at: at,
        })),
      )
      .execute()
  },

  async exists(id: string): Promise<boolean> {
    const row = await db.selectFrom('webhook_deliveries').select('id').where('id', '=', id).executeTakeFirst()
    return row !== undefined
  },

  /** Marks a delivery as delivered, even if it was cancelled or taken over meanwhile. Returns whether it changed. */
  async markDelivered({ id, round, attempts }: AttemptOf, at: string): Promise<boolean> {
    const result = await db
      .updateTable('webhook_deliveries')
      .set({
        state: 'delivered',
        attempts: attempts + 1,
        delivered_at: at,
        next_attempt_at: null,
        ...NO_LEASE,
      })
      .where('id', '=', id)
      .where('state', '!=', 'delivered')
      .where('round', '=', round)
      .where('attempts', '=', attempts)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  },

  /**
   * Counts a failed attempt. Returns whether the delivery changed.
   *
   * @param next The time of the next attempt; null after the last one.
   */
  async markFailed({ id, round, attempts }: AttemptOf, owner: string, next: string | null): Promise<boolean> {
    const state = next === null ? 'dead' : 'pending'
    const result = await rowLease(db, 'webhook_deliveries')
      .held(owner, id)
      .set({ state, attempts: attempts + 1, next_attempt_at: next, ...NO_LEASE })
      .where('round', '=', round)
      .where('attempts', '=', attempts)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  },

  /**
   * Starts a new round at once, whatever the state. A sender that is working on the delivery keeps it until that attempt
   * ends.
   */
  async redeliver(id: string, at: string): Promise<void> {
    await db
      .updateTable('webhook_deliveries')
      .set((row) => ({
        state: 'pending',
        round: row('round', '+', 1),
        attempts: 0,
        next_attempt_at: at,
        delivered_at: null,
      }))
      .where('id', '=', id)
      .execute()
  },

  /**
   * Cancels the waiting deliveries of an endpoint, except samples. They can be redelivered by hand. An attempt in progress
   * is finished and logged.
   */
  async cancelPending(endpointId: string): Promise<void> {
    await db
      .updateTable('webhook_deliveries')
      .set({ state: 'dead', next_attempt_at: null })
      .where('endpoint_id', '=', endpointId)
      .where('state', '=', 'pending')
      .where('test', '=', 0)
      .execute()
  },

  /** Removes up to `limit` deliveries of an endpoint with their attempts. @returns how many */
  async removeOf(endpointId: string, limit: number): Promise<number> {
    const some = db.selectFrom('webhook_deliveries').select('id').where('endpoint_id', '=', endpointId).limit(limit)
    return Number((await db.deleteFrom('webhook_deliveries').where('id', 'in', some).executeTakeFirst()).numDeletedRows)
  },

  /** Removes up to `limit` old deliveries that are not pending, with their attempts. @returns how many */
  async removeOld({ before, plans }: Cutoff, limit: number): Promise<number> {
    const endpoints = db.selectFrom('webhook_endpoints').select('id').where(accountsOf('account_id', plans))
    const old = db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('created_at', '<', before)
      .where('state', '!=', 'pending')
      .$if(plans.length < PLANS.length, (query) => query.where('endpoint_id', 'in', endpoints))
      .limit(limit)
    return Number((await db.deleteFrom('webhook_deliveries').where('id', 'in', old).executeTakeFirst()).numDeletedRows)
  },
})
