import { DAY_MS } from '../../base/durations.ts'
import { type PageRequest, pageOf } from '../../base/pagination.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { SecretCipher } from '../../base/secrets/secret-cipher.ts'
import { notFound, ServiceError } from '../../base/service-error.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedRowsRepository } from '../../database/owned-rows-repository.ts'
import { deliveryRepository } from '../../events/deliveries/delivery-repository.ts'
import { newSigningSecret } from '../../events/endpoints/signing-secrets.ts'
import {
  type EndpointChange,
  type WebhookEndpoint,
  webhookEndpointRepository,
} from '../../events/endpoints/webhook-endpoint-repository.ts'
import { webhookSecretRepository } from '../../events/endpoints/webhook-secret-repository.ts'
import type { EventSelection } from '../../events/log/event-types.ts'
import type { CheckReceiverUrl } from './receiver-url.ts'

const MAX_ENDPOINTS = 20
const OVERLAP_MS = DAY_MS

/** The fields of an endpoint that a request can change. */
export interface EndpointPatch {
  readonly url?: string | undefined
  readonly events?: EventSelection | undefined
  readonly description?: string | null | undefined
  readonly enabled?: boolean | undefined
}

/** Creates, changes and deletes the endpoints that an account's events are sent to. */
export function createWebhookEndpointService(deps: {
  db: Db
  ids: Ids
  clock: Clock
  cipher: SecretCipher
  checkUrl: CheckReceiverUrl
}) {
  const { db, ids, clock, cipher, checkUrl } = deps
  const now = () => clock.now().toISOString()
  const found = (endpoint: WebhookEndpoint | undefined): WebhookEndpoint => {
    if (!endpoint) throw notFound('webhook endpoint')
    return endpoint
  }
  const get = async (accountId: string, id: string, tx = db) =>
    found(await webhookEndpointRepository(tx).get(accountId, id))
  const getLocked = async (tx: Db, accountId: string, id: string) =>
    found(await webhookEndpointRepository(tx).getLocked(accountId, id))

  return {
    /** @throws ServiceError `not_found` (404). */
    get: (accountId: string, id: string) => get(accountId, id),

    /** One page, newest first. */
    list: (accountId: string, page: PageRequest) =>
      pageOf(page, (limit, before) => webhookEndpointRepository(db).list(accountId, limit, before)),

    /**
     * @returns The endpoint with its signing secret, which is shown nowhere else.
     * @throws ServiceError `url_not_allowed` (400), `limit_reached` (409).
     */
    async create(
      accountId: string,
      request: { url: string; events: EventSelection; description: string | null; enabled: boolean },
    ): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
      const at = now()
      const endpoint: WebhookEndpoint = {
        id: ids.next('whe'),
        accountId,
        url: checkUrl(request.url),
        events: normalised(request.events),
        description: request.description,
        disabledAt: request.enabled ? null : at,
        disabledReason: request.enabled ? null : 'by_user',
        previousSecretUntil: null,
        lastSuccessAt: null,
        lastFailureAt: null,
        failingSince: null,
        createdAt: at,
        updatedAt: at,
      }
      const secret = newSigningSecret()
      await inTransaction(db, async (tx) => {
        if ((await webhookEndpointRepository(tx).lockCount(accountId)) >= MAX_ENDPOINTS) throw tooManyEndpoints()
        await webhookEndpointRepository(tx).insert(endpoint, cipher.encrypt(secret, endpoint.id))
      })
      return { endpoint, secret }
    },

    /**
     * Changes the given fields and leaves the others.
     *
     * @throws ServiceError `not_found` (404), `url_not_allowed` (400).
     */
    change: (accountId: string, id: string, patch: EndpointPatch): Promise<WebhookEndpoint> =>
      inTransaction(db, async (tx) => {
        const at = now()
        const endpoint = await getLocked(tx, accountId, id)
        const url = patch.url === undefined ? undefined : checkUrl(patch.url)
        await webhookEndpointRepository(tx).change(id, changeOf(endpoint, { ...patch, url }, at), at)
        if (patch.enabled === false) await deliveryRepository(tx).cancelPending(id)
        return get(accountId, id, tx)
      }),

    /** @throws ServiceError `not_found` (404). */
    async remove(accountId: string, id: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        await getLocked(tx, accountId, id)
        const at = now()
        await webhookEndpointRepository(tx).change(id, { disabledAt: at, disabledReason: 'by_user' }, at)
        // Removing the rows takes a while, and a crash may interrupt it. From now on nothing is sent.
        await deliveryRepository(tx).cancelPending(id)
      })
      await webhookEndpointRepository(db).remove(id)
    },

    /**
     * Creates a new secret, which is shown only here. The previous one is valid for another day.
     *
     * @throws ServiceError `not_found` (404).
     */
    rotate: (accountId: string, id: string): Promise<{ secret: string; previousSecretUntil: string }> =>
      inTransaction(db, async (tx) => {
        await get(accountId, id, tx)
        const at = clock.now()
        const until = new Date(at.getTime() + OVERLAP_MS).toISOString()
        const secret = newSigningSecret()
        await webhookSecretRepository(tx).rotate(id, cipher.encrypt(secret, id), { at: at.toISOString(), until })
        return { secret, previousSecretUntil: until }
      }),

    /** @throws ServiceError `not_found` (404). */
    async finishRotation(accountId: string, id: string): Promise<WebhookEndpoint> {
      await get(accountId, id)
      await webhookSecretRepository(db).finishRotation(id, now())
      return get(accountId, id)
    },

    /** Removes all endpoints of an account with their deliveries, one after the other. */
    async erase(accountId: string, signal: AbortSignal): Promise<void> {
      const table = { table: 'webhook_endpoints', key: 'id' }
      for (const id of await ownedRowsRepository(db).keys(table, accountId)) {
        signal.throwIfAborted()
        await webhookEndpointRepository(db).remove(String(id))
      }
    },

    /** Removes previous secrets that have ended. Called every hour. */
    expire: (): Promise<void> => webhookSecretRepository(db).removeExpired(now()),
  }
}

const normalised = (events: EventSelection): EventSelection => (events.includes('*') ? ['*'] : events)

/** Failures at another address, or from before the endpoint was enabled again, no longer count. */
function changeOf(before: WebhookEndpoint, patch: EndpointPatch, at: string): EndpointChange {
  const { url, events, description, enabled } = patch
  const isMoved = url !== undefined && url !== before.url
  const isEnabled = enabled === true && before.disabledAt !== null
  const isDisabled = enabled === false && before.disabledAt === null
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: normalised(events) }),
    ...(description !== undefined && { description }),
    ...((isMoved || isEnabled) && { failingSince: null }),
    ...(isEnabled && { disabledAt: null, disabledReason: null }),
    ...(isDisabled && { disabledAt: at, disabledReason: 'by_user' }),
  }
}

const tooManyEndpoints = () =>
  new ServiceError(
    'limit_reached',
    `An account has up to ${MAX_ENDPOINTS} webhook endpoints. Delete one, or change its address.`,
    { limit: MAX_ENDPOINTS },
  )
