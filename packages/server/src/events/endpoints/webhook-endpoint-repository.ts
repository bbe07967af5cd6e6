import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { compiledQuery } from '../../database/compiled-query.ts'
import type { WebhookEndpointsTable } from '../../database/database-schema.ts'
import type { Db } from '../../database/open-database.ts'
import type { EventType } from '../log/event-log.ts'
import type { SecretCipher } from './secret-cipher.ts'

/** Event types by name, or `*` alone for all of them, present and future. */
export type EventSelection = readonly (EventType | '*')[]

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
  /** When the secret before the last rotation ends or ended; null when a rotation was finished. */
  readonly previousSecretUntil: string | null
  readonly lastSuccessAt: string | null
  readonly lastFailureAt: string | null
  /** The first failure since the last success. */
  readonly failingSince: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** What somebody may change of an endpoint, and what follows from that. */
export type EndpointChange = Partial<
  Pick<WebhookEndpoint, 'url' | 'events' | 'description' | 'disabledAt' | 'disabledReason' | 'failingSince'>
>

/** What signs deliveries at a moment. */
export interface SigningSecrets {
  readonly current: string
  /** The one before, while a rotation is going on: X-Service-Signature is still its. */
  readonly previous: string | undefined
}

export const webhookEndpointRepository = (db: Db) => ({
  /** @param secret Sealed. */
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

  async count(accountId: string): Promise<number> {
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

  /**
   * Puts a new secret in the place of the current one, which becomes the previous one unless another still is.
   *
   * @param secret Sealed.
   * @param until When the previous one ends.
   */
  async rotate(id: string, secret: string, { at, until }: { at: string; until: string }): Promise<void> {
    await db
      .updateTable('webhook_endpoints')
      .set((row) => ({
        previous_secret: row
          .case()
          .when('previous_secret_until', '>', at)
          .then(row.ref('previous_secret'))
          .else(row.ref('secret'))
          .end(),
        secret,
        previous_secret_until: until,
        updated_at: at,
      }))
      .where('id', '=', id)
      .execute()
  },

  /** Ends the previous secret. */
  async finishRotation(id: string, at: string): Promise<void> {
    await db
      .updateTable('webhook_endpoints')
      .set({ previous_secret: null, previous_secret_until: null, updated_at: at })
      .where('id', '=', id)
      .where('previous_secret_until', 'is not', null)
      .execute()
  },

  /** Forgets previous secrets whose time is over. */
  async clearExpiredSecrets(now: string): Promise<void> {
    await db
      .updateTable('webhook_endpoints')
      .set({ previous_secret: null, previous_secret_until: null })
      .where('previous_secret_until', '<=', now)
      .execute()
  },

  /** Takes its deliveries and their attempts along, a few hundred at a time so that nobody waits for long. */
  async remove(id: string): Promise<void> {
    for (let removed = BATCH; removed === BATCH; ) {
      const some = db.selectFrom('webhook_deliveries').select('id').where('endpoint_id', '=', id).limit(BATCH)
      const done = await db.deleteFrom('webhook_deliveries').where('id', 'in', some).executeTakeFirst()
      removed = Number(done.numDeletedRows)
      await nextTurn()
    }
    await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  },

  /** Removes every endpoint of an account, or those made before a time, with all that waits for them. */
  async removeAll(accountId: string, before: string | undefined): Promise<void> {
    let chosen = db.deleteFrom('webhook_endpoints').where('account_id', '=', accountId)
    if (before !== undefined) chosen = chosen.where('created_at', '<', before)
    await chosen.execute()
  },

  /** Ids of those whose last attempt failed. */
  async failing(): Promise<string[]> {
    const rows = await db.selectFrom('webhook_endpoints').select('id').where('failing_since', 'is not', null).execute()
    return rows.map(({ id }) => id)
  },

  /** Ids of the enabled endpoints that an event of this type is sent to, oldest first. Asked for every event. */
  async subscribedTo(accountId: string, type: EventType): Promise<string[]> {
    const rows = await enabledOf(db, accountId)
    return rows.filter(({ events }) => wants(JSON.parse(events) as EventSelection, type)).map(({ id }) => id)
  },
})

const BATCH = 250

const enabledOf = compiledQuery((db, accountId: string) =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'events'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .orderBy('id'),
)

const wants = (events: EventSelection, type: EventType): boolean => events.includes('*') || events.includes(type)

/**
 * Opens what an endpoint signs with now.
 *
 * @throws Error when the secrets were sealed with another key.
 */
export function signingSecrets(
  cipher: SecretCipher,
  row: Pick<Selectable<WebhookEndpointsTable>, 'id' | 'secret' | 'previous_secret' | 'previous_secret_until'>,
  now: Date,
): SigningSecrets {
  const { id, secret, previous_secret: previous, previous_secret_until: until } = row
  const rotating = previous !== null && until !== null && until > now.toISOString()
  return { current: cipher.decrypt(secret, id), previous: rotating ? cipher.decrypt(previous, id) : undefined }
}

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
