import { sql } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import { isFree, rowLease } from '../../database/row-lease.ts'
import type { WebhookEndpointsTable } from '../../database/schema/webhook-tables.ts'
import type { AttemptOf } from './delivery-repository.ts'
import { DELAYS_MS } from './delivery-schedule.ts'

/** A delivery that this process has claimed, with everything that an attempt needs. */
export interface ClaimedDelivery
  extends AttemptOf,
    Pick<WebhookEndpointsTable, 'secret' | 'previous_secret' | 'previous_secret_until'> {
  readonly endpoint_id: string
  readonly account_id: string
  readonly url: string
  readonly event_id: string
  readonly body: string
  readonly event_type: string
  /** The span that its attempts belong under. */
  readonly traceparent: string | null
  readonly test: number
}

/** As a literal, because the planner uses the index of pending deliveries for a literal only. */
const PENDING = sql.lit<'pending'>('pending')

/** Longer than any attempt, and short enough that the deliveries of a dead process do not wait for long. */
const LEASE_MS = 30_000

/** Which deliveries are due, and who works on them. */
export const deliveryLeaseRepository = (db: Db) => ({
  /**
   * Endpoints with a due delivery that nobody has claimed. One index step per endpoint, however many deliveries wait for it.
   */
  async dueEndpoints(now: Date): Promise<string[]> {
    const at = now.toISOString()
    const { rows } = await sql<{ id: string }>`
      with recursive waiting (id) as (
        select min(endpoint_id) from webhook_deliveries where state = 'pending'
        union all
        select (select min(next.endpoint_id) from webhook_deliveries next
                where next.state = 'pending' and next.endpoint_id > waiting.id)
        from waiting where waiting.id is not null
      )
      select id from waiting where id is not null and exists (
        select 1 from webhook_deliveries due
        where due.endpoint_id = waiting.id and due.state = 'pending' and due.next_attempt_at <= ${at}
          and ${isFree(at)}
      )`.execute(db)
    return rows.map(({ id }) => id)
  },

  /**
   * Claims the due deliveries of an endpoint, the longest due first.
   *
   * @param except Deliveries that the owner works on. It must not claim them again after the machine slept.
   */
  async claim(
    owner: string,
    { endpointId, now, limit, except }: { endpointId: string; now: Date; limit: number; except: readonly string[] },
  ): Promise<string[]> {
    const at = now.toISOString()
    const free = isFree(at)
    let due = db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('endpoint_id', '=', endpointId)
      .where('state', '=', PENDING)
      .where('next_attempt_at', '<=', at)
      .where(free)
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(limit)
    if (except.length > 0) due = due.where('id', 'not in', [...except])
    const until = new Date(now.getTime() + LEASE_MS)
    const claimed = await rowLease(db, 'webhook_deliveries')
      .claim(owner, due, { until, free })
      .returning('id')
      .execute()
    return claimed.map(({ id }) => id)
  },

  /** The number of deliveries that other owners have claimed, per endpoint that has any. */
  async underWayElsewhere(
    owner: string,
    endpointIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, number>> {
    if (endpointIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('webhook_deliveries')
      .select(['endpoint_id', ({ fn }) => fn.countAll<number>().as('count')])
      .where('endpoint_id', 'in', [...endpointIds])
      .where('state', '=', PENDING)
      .where('lease_until', '>=', now.toISOString())
      .where('lease_owner', '!=', owner)
      .groupBy('endpoint_id')
      .execute()
    return new Map(rows.map(({ endpoint_id, count }) => [endpoint_id, Number(count)]))
  },

  /** The claimed deliveries, in the order in which they must be sent. */
  async read(ids: readonly string[]): Promise<ClaimedDelivery[]> {
    if (ids.length === 0) return []
    return db
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('events as event', 'event.id', 'delivery.event_id')
      .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
      .select([
        'delivery.id',
        'delivery.endpoint_id',
        'endpoint.account_id',
        'endpoint.url',
        'endpoint.secret',
        'endpoint.previous_secret',
        'endpoint.previous_secret_until',
        'delivery.event_id',
        'event.body',
        'event.traceparent',
        'delivery.event_type',
        'delivery.test',
        'delivery.round',
        'delivery.attempts',
      ])
      .where('delivery.id', 'in', [...ids])
      .orderBy('delivery.next_attempt_at')
      .orderBy('delivery.id')
      .execute()
  },

  /**
   * For a clock that was set back: no delivery waits longer than its delay from now, and no lease lasts longer than its
   * term.
   */
  async clampToClock(now: Date): Promise<void> {
    const after = (ms: number) => new Date(now.getTime() + ms).toISOString()
    for (const [attempts, delay] of DELAYS_MS.entries()) {
      await db
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: after(delay) })
        .where('state', '=', PENDING)
        .where('attempts', '=', attempts)
        .where('next_attempt_at', '>', after(delay))
        .execute()
    }
    await db
      .updateTable('webhook_deliveries')
      .set({ lease_until: after(LEASE_MS) })
      .where('state', '=', PENDING)
      .where('lease_until', '>', after(LEASE_MS))
      .execute()
  },
})
