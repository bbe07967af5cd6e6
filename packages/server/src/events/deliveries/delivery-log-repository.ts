import type { Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type {
  DeliveryState,
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
} from '../../database/schema/webhook-tables.ts'
import type { EventType } from '../log/event-types.ts'

export interface DeliveryAttempt {
  readonly round: number
  readonly number: number
  readonly startedAt: string
  readonly durationMs: number
  readonly statusCode: number | null
  readonly error: string | null
  readonly responseExcerpt: string | null
}

/** A delivery with its attempts. */
export interface LoggedDelivery {
  readonly id: string
  readonly endpointId: string
  readonly eventId: string
  readonly eventType: EventType
  readonly state: DeliveryState
  readonly test: boolean
  /** The number of attempts that ended since it was sent or redelivered. */
  readonly ended: number
  /** In order. If there are many, only the latest. */
  readonly attempts: readonly DeliveryAttempt[]
  readonly nextAttemptAt: string | null
  /** While it is being sent: the end of the sender's lease. */
  readonly leaseUntil: string | null
  /** The body that is signed and sent. */
  readonly payload: string
  readonly createdAt: string
  readonly deliveredAt: string | null
}

const MAX_ATTEMPTS_SHOWN = 100

/** Deliveries as their account sees them. */
export const deliveryLogRepository = (db: Db) => {
  const deliveries = (endpointId: string) =>
    db
      .selectFrom('webhook_deliveries')
      .innerJoin('events', 'events.id', 'webhook_deliveries.event_id')
      .selectAll('webhook_deliveries')
      .select('events.body')
      .where('webhook_deliveries.endpoint_id', '=', endpointId)

  const attemptsOf = async (ids: readonly string[]): Promise<Map<string, DeliveryAttempt[]>> => {
    const rows =
      ids.length === 0
        ? []
        : await db
            .selectFrom('webhook_attempts')
            .selectAll()
            .where('delivery_id', 'in', ids)
            .orderBy('delivery_id')
            .orderBy('round')
            .orderBy('number')
            .execute()
    const found = new Map<string, DeliveryAttempt[]>(ids.map((id) => [id, []]))
    for (const row of rows) found.get(row.delivery_id)?.push(toAttempt(row))
    return found
  }

  const withAttempts = async (rows: readonly DeliveryRow[]): Promise<LoggedDelivery[]> => {
    const attempts = await attemptsOf(rows.map(({ id }) => id))
    return rows.map((row) => toDelivery(row, attempts.get(row.id) ?? []))
  }

  return {
    /** Newest first. */
    async list(
      endpointId: string,
      state: LoggedDelivery['state'] | undefined,
      limit: number,
      before: string | undefined,
    ): Promise<LoggedDelivery[]> {
      let query = deliveries(endpointId)
      if (state !== undefined) query = query.where('webhook_deliveries.state', '=', state)
      if (before !== undefined) query = query.where('webhook_deliveries.id', '<', before)
      return withAttempts(await query.orderBy('webhook_deliveries.id', 'desc').limit(limit).execute())
    },

    async get(endpointId: string, id: string): Promise<LoggedDelivery | undefined> {
      const row = await deliveries(endpointId).where('webhook_deliveries.id', '=', id).executeTakeFirst()
      return row && (await withAttempts([row]))[0]
    },
  }
}

type DeliveryRow = Selectable<WebhookDeliveriesTable> & { readonly body: string }

const toDelivery = (row: DeliveryRow, attempts: readonly DeliveryAttempt[]): LoggedDelivery => ({
  id: row.id,
  endpointId: row.endpoint_id,
  eventId: row.event_id,
  eventType: row.event_type as EventType,
  state: row.state,
  test: row.test === 1,
  ended: row.attempts,
  attempts: attempts.slice(-MAX_ATTEMPTS_SHOWN),
  nextAttemptAt: row.state === 'pending' ? row.next_attempt_at : null,
  leaseUntil: row.lease_until,
  payload: row.body,
  createdAt: row.created_at,
  deliveredAt: row.delivered_at,
})

const toAttempt = (row: Selectable<WebhookAttemptsTable>): DeliveryAttempt => ({
  round: row.round,
  number: row.number,
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  statusCode: row.status_code,
  error: row.error,
  responseExcerpt: row.response_excerpt,
})
