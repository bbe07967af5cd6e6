import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { compiledQuery } from '../../database/compiled-query.ts'
import type { Db } from '../../database/open-database.ts'
import type { WebhookEndpointsTable } from '../../database/schema/webhook-tables.ts'
import { lock } from '../../database/transaction-lock.ts'
import { deliveryRepository } from '../deliveries/delivery-repository.ts'
import type { EventSelection, EventType } from '../log/event-types.ts'

/** An endpoint without its secrets. */
export interface WebhookEndpoint {
  readonly id: string
  readonly accountId: string
  readonly url: string
  readonly events: EventSelection
  readonly description: string | null
  /** Null while it is enabled. */
  readonly disabledAt: string | null
  readonly disabledReason: 'by_user' | 'no_success' | null
  /** The end of the secret before the last rotation, past or future; null after a rotation was finished. */
  readonly previousSecretUntil: string | null
  readonly lastSuccessAt: string | null
  readonly lastFailureAt: string | null
  /** The first failure since the last success. */
  readonly failingSince: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** The fields that its owner can change. */
export type EndpointChange = Partial<
  Pick<WebhookEndpoint, 'url' | 'events' | 'description' | 'disabledAt' | 'disabledReason' | 'failingSince'>
>

/** Deliveries are removed in batches, so that other requests run in between and none waits for long. */
const BATCH = 250

/**
 * The webhook endpoints of accounts. `webhook-secret-repository.ts` changes their secrets, and
 * `webhook-health-repository.ts` records whether their deliveries succeed.
 */
export const webhookEndpointRepository = (db: Db) => ({
  /** @param secret Encrypted. */
  async insert(endpoint: WebhookEndpoint, secret: string): Promise<void> {
    await db
      .insertInto('webhook_endpoints')
      .values({
        id: endpoint.id,
        account_id: endpoint.accountId,
        url: endpoint.url,
        events: JSON.stringify(endpoint.events),
        description: endpoint.description,
        disabled_at: endpoint.disabledAt,
        disabled_reason: endpoint.disabledReason,
        secret,
        previous_secret: null,
        previous_secret_until: endpoint.previousSecretUntil,
        last_success_at: endpoint.lastSuccessAt,
        last_failure_at: endpoint.lastFailureAt,
        failing_since: endpoint.failingSince,
        created_at: endpoint.createdAt,
        updated_at: endpoint.updatedAt,
      })
      .execute()
  },

  /**
   * The number of endpoints of an account, which stays the same until the transaction ends. Holds by a lock on the account.
   */
  async lockCount(accountId: string): Promise<number> {
    await lock(db, 'accounts', accountId)
    const { found } = await db
      .selectFrom('webhook_endpoints')
      .select((select) => select.fn.countAll<number>().as('found'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return Number(found)
  },

  /** Newest first. */
  async list(accountId: string, limit: number, before: string | undefined): Promise<WebhookEndpoint[]> {
    let query = db.selectFrom('webhook_endpoints').selectAll().where('account_id', '=', accountId)
    if (before !== undefined) query = query.where('id', '<', before)
    return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toEndpoint)
  },

  async get(accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
    const row = await db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row && toEndpoint(row)
  },

  /**
   * The endpoint, which stays the same until the transaction ends. Holds by a lock on its row, and by a lock on its account,
   * which whoever adds an event has too.
   */
  async getLocked(accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
    await lock(db, 'accounts', accountId)
    await lock(db, 'webhook_endpoints', id)
    return this.get(accountId, id)
  },

  async change(id: string, change: EndpointChange, at: string): Promise<void> {
    await db
      .updateTable('webhook_endpoints')
      .set({
        updated_at: at,
        ...(change.url !== undefined && { url: change.url }),
        ...(change.events !== undefined && { events: JSON.stringify(change.events) }),
        ...(change.description !== undefined && { description: change.description }),
        ...(change.disabledAt !== undefined && { disabled_at: change.disabledAt }),
        ...(change.disabledReason !== undefined && { disabled_reason: change.disabledReason }),
        ...(change.failingSince !== undefined && {
          failing_since: change.failingSince,
          tried_since: change.failingSince,
        }),
      })
      .where('id', '=', id)
      .execute()
  },

  /** Removes an endpoint with its deliveries and their attempts. */
  async remove(id: string): Promise<void> {
    while ((await deliveryRepository(db).removeOf(id, BATCH)) === BATCH) await nextTurn()
    await nextTurn()
    await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  },

  /** Removes every endpoint of an account, or those created before a time, with their deliveries. */
  async removeAll(accountId: string, before: string | undefined): Promise<void> {
    let chosen = db.deleteFrom('webhook_endpoints').where('account_id', '=', accountId)
    if (before !== undefined) chosen = chosen.where('created_at', '<', before)
    await chosen.execute()
  },

  /** Ids of the enabled endpoints that receive events of this type, oldest first. It runs for every event. */
  async subscribedTo(accountId: string, type: EventType): Promise<string[]> {
    const rows = await enabledOf(db, accountId)
    return rows.filter(({ events }) => includes(JSON.parse(events), type)).map(({ id }) => id)
  },
})

const enabledOf = compiledQuery((db, accountId: string) =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'events'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .orderBy('id'),
)

const includes = (events: EventSelection, type: EventType): boolean => events.includes('*') || events.includes(type)

const toEndpoint = (row: Selectable<WebhookEndpointsTable>): WebhookEndpoint => ({
  id: row.id,
  accountId: row.account_id,
  url: row.url,
  events: JSON.parse(row.events) as EventSelection,
  description: row.description,
  disabledAt: row.disabled_at,
  disabledReason: row.disabled_reason,
  previousSecretUntil: row.previous_secret_until,
  lastSuccessAt: row.last_success_at,
  lastFailureAt: row.last_failure_at,
  failingSince: row.failing_since,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
