import type { Db } from '../database/open.ts'
import type { Ids } from '../ids.ts'
import type { Clock } from '../ports.ts'

export type EventType =
  | 'photo.enhancement.started'
  | 'photo.enhancement.completed'
  | 'photo.enhancement.failed'
  | 'photo.deleted'
  | 'credit.purchased'
  | 'credit.depleted'

export type Events = ReturnType<typeof createEvents>

/** Things that happened, written in the transaction of their cause, so that neither exists without the other. */
export const createEvents = ({ clock, ids }: { clock: Clock; ids: Ids }) => ({
  /** Keeps the exact bytes that every delivery will send. */
  async append(tx: Db, event: { accountId: string; type: EventType; data: unknown }): Promise<void> {
    const createdAt = clock.now().toISOString()
    const id = ids.next('evt')
    const body = JSON.stringify({ id, type: event.type, createdAt, data: event.data })
    await tx
      .insertInto('events')
      .values({ id, account_id: event.accountId, type: event.type, body, created_at: createdAt })
      .execute()
  },
})
