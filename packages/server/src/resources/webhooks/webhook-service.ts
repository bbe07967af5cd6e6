import { randomBytes } from 'node:crypto'
import { type PageRequest, pageOf } from '../../base/pagination.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { notFound, ServiceError } from '../../base/service-error.ts'
import type { Db } from '../../database/open-database.ts'
import { deliveryLogRepository, type LoggedDelivery } from '../../events/deliveries/delivery-log-repository.ts'
import { deliveryRepository } from '../../events/deliveries/delivery-repository.ts'
import type { SecretCipher } from '../../events/endpoints/secret-cipher.ts'
import {
  type EndpointChange,
  type EventSelection,
  type WebhookEndpoint,
  webhookEndpointRepository,
} from '../../events/endpoints/webhook-endpoint-repository.ts'
import type { EventLog, EventType } from '../../events/log/event-log.ts'
import type { CheckReceiverUrl } from './receiver-url.ts'
import type { SampleEvents } from './webhook-samples.ts'

const MAX_ENDPOINTS = 20
const OVERLAP_MS = 86_400_000

export type WebhookService = ReturnType<typeof createWebhookService>

/** What somebody says about an endpoint. */
export interface EndpointPatch {
  readonly url?: string | undefined
  readonly events?: EventSelection | undefined
  readonly description?: string | null | undefined
  readonly enabled?: boolean | undefined
}

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly events: EventLog
  readonly cipher: SecretCipher
  readonly checkUrl: CheckReceiverUrl
  readonly sample: SampleEvents
}

/** Where an account's events go: makes, changes and ends endpoints, and sends again what went there. */
export function createWebhookService({ db, ids, clock, events, cipher, checkUrl, sample }: Dependencies) {
  const now = () => clock.now().toISOString()

  const get = async (accountId: string, id: string, tx = db): Promise<WebhookEndpoint> => {
    const endpoint = await webhookEndpointRepository(tx).get(accountId, id)
    if (!endpoint) throw notFound('webhook endpoint')
    return endpoint
  }

  const delivery = async (tx: Db, endpointId: string, id: string): Promise<LoggedDelivery> => {
    const found = await deliveryLogRepository(tx).get(endpointId, id)
    if (!found) throw notFound('delivery')
    return found
  }

  return {
    /** @throws ServiceError `not_found` (404). */
    get: (accountId: string, id: string) => get(accountId, id),

    /** One page, newest first. */
    list: (accountId: string, page: PageRequest) =>
      pageOf(page, (limit, before) => webhookEndpointRepository(db).list(accountId, limit, before)),

    /**
     * @returns The endpoint with its signing secret, which nothing shows again.
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
      const secret = newSecret()
      await db.transaction().execute(async (tx) => {
        if ((await webhookEndpointRepository(tx).count(accountId)) >= MAX_ENDPOINTS) throw tooMany()
        await webhookEndpointRepository(tx).insert(endpoint, cipher.encrypt(secret, endpoint.id))
      })
      return { endpoint, secret }
    },

    /**
     * Changes what is given and leaves the rest.
     *
     * @throws ServiceError `not_found` (404), `url_not_allowed` (400).
     */
    change: (accountId: string, id: string, patch: EndpointPatch): Promise<WebhookEndpoint> =>
      db.transaction().execute(async (tx) => {
        const at = now()
        const endpoint = await get(accountId, id, tx)
        const url = patch.url === undefined ? undefined : checkUrl(patch.url)
        await webhookEndpointRepository(tx).change(id, changeOf(endpoint, { ...patch, url }, at), at)
        if (patch.enabled === false) await deliveryRepository(tx).cancelPending(id)
        return get(accountId, id, tx)
      }),

    /** @throws ServiceError `not_found` (404). */
    async remove(accountId: string, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await get(accountId, id, tx)
        const at = now()
        await webhookEndpointRepository(tx).change(id, { disabledAt: at, disabledReason: 'by_user' }, at)
        // Removing them takes a while, or ends with the process.
        await deliveryRepository(tx).cancelPending(id)
      })
      await webhookEndpointRepository(db).remove(id)
    },

    /**
     * Gives a new secret, shown here only; the one before goes on for another day.
     *
     * @throws ServiceError `not_found` (404).
     */
    rotate: (accountId: string, id: string): Promise<{ secret: string; previousSecretUntil: string }> =>
      db.transaction().execute(async (tx) => {
        await get(accountId, id, tx)
        const at = clock.now()
        const until = new Date(at.getTime() + OVERLAP_MS).toISOString()
        const secret = newSecret()
        await webhookEndpointRepository(tx).rotate(id, cipher.encrypt(secret, id), { at: at.toISOString(), until })
        return { secret, previousSecretUntil: until }
      }),

    /** @throws ServiceError `not_found` (404). */
    async finishRotation(accountId: string, id: string): Promise<WebhookEndpoint> {
      await get(accountId, id)
      await webhookEndpointRepository(db).finishRotation(id, now())
      return get(accountId, id)
    },

    /** Sends a sample. @throws ServiceError `not_found` (404). */
    test: (accountId: string, id: string, type: EventType): Promise<LoggedDelivery> =>
      db.transaction().execute(async (tx) => {
        await get(accountId, id, tx)
        const sent = await events.appendTest(tx, { accountId, type, data: sample(type), endpointId: id })
        return delivery(tx, id, sent)
      }),

    /** One page of what was sent, newest first. @throws ServiceError `not_found` (404). */
    async deliveries(
      accountId: string,
      id: string,
      page: PageRequest & { status?: LoggedDelivery['state'] | undefined },
    ) {
      await get(accountId, id)
      return pageOf(page, (limit, before) => deliveryLogRepository(db).list(id, page.status, limit, before))
    },

    /**
     * Sends a delivery again. One that is being sent, or is about to be for the first time, is left alone.
     *
     * @throws ServiceError `not_found` (404), `webhook_disabled` (409).
     */
    redeliver: (accountId: string, id: string, deliveryId: string): Promise<LoggedDelivery> =>
      db.transaction().execute(async (tx) => {
        const endpoint = await get(accountId, id, tx)
        const found = await delivery(tx, id, deliveryId)
        if (endpoint.disabledAt !== null && !found.test) throw disabled()
        if (isUnderWay(found, now())) return found
        await events.redeliver(tx, { id: deliveryId, endpointId: id })
        return delivery(tx, id, deliveryId)
      }),

    /** Forgets secrets whose overlap is over. Called now and then. */
    expire: (): Promise<void> => webhookEndpointRepository(db).clearExpiredSecrets(now()),
  }
}

/** The whole string is the key of X-Service-Signature, the part after `whsec_` that of the Standard Webhooks header. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const normalised = (events: EventSelection): EventSelection => (events.includes('*') ? ['*'] : events)

/** What failed at another address or before it was turned on again says nothing about how it is now. */
function changeOf(before: WebhookEndpoint, patch: EndpointPatch, at: string): EndpointChange {
  const { url, events, description, enabled } = patch
  const moved = url !== undefined && url !== before.url
  const starts = enabled === true && before.disabledAt !== null
  const ends = enabled === false && before.disabledAt === null
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: normalised(events) }),
    ...(description !== undefined && { description }),
    ...((moved || starts) && { failingSince: null }),
    ...(starts && { disabledAt: null, disabledReason: null }),
    ...(ends && { disabledAt: at, disabledReason: 'by_user' }),
  }
}

const isUnderWay = ({ state, ended, leaseUntil }: LoggedDelivery, now: string): boolean =>
  state === 'pending' && (ended === 0 || (leaseUntil !== null && leaseUntil > now))

const tooMany = () =>
  new ServiceError(
    'limit_reached',
    `An account has up to ${MAX_ENDPOINTS} webhook endpoints. Delete one, or change its address.`,
    {
      limit: MAX_ENDPOINTS,
    },
  )

const disabled = () =>
  new ServiceError(
    'webhook_disabled',
    'The endpoint is disabled, so nothing is sent to it again. Enable it first: PATCH it with {"enabled": true}.',
  )
