import type { Db } from '../../database/open-database.ts'
import type { EventType } from '../log/event-log.ts'

export interface NewDelivery {
  readonly id: string
  readonly endpointId: string
  readonly eventId: string
  readonly eventType: EventType
  /** A sample that was asked for: sent once, whether or not the endpoint is enabled. */
  readonly test: boolean
  readonly at: string
}

/** Events on their way to endpoints: what brings a delivery about, sends it again or calls it off. */
export const deliveryRepository = (db: Db) => ({
  /** To be sent at once. */
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

  /**
   * Sends it again at once, with its attempts from the start, whatever became of it. Who is sending it now keeps it until
   * that attempt has ended.
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
   * What waits for the endpoint is not sent any more, samples apart; it can be sent again by hand. An attempt that is
   * under way ends, and stands in the log.
   *
   * @returns how many
   */
  async cancelPending(endpointId: string): Promise<number> {
    const dead = await db
      .updateTable('webhook_deliveries')
      .set({ state: 'dead', next_attempt_at: null })
      .where('endpoint_id', '=', endpointId)
      .where('state', '=', 'pending')
      .where('test', '=', 0)
      .executeTakeFirst()
    return Number(dead.numUpdatedRows)
  },
})
