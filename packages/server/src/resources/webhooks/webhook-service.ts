import { randomBytes } from 'node:crypto'
import { type PageWish, pageOf } from '../../base/pagination.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { notFound, ServiceError } from '../../base/service-error.ts'
import type { Db } from '../../database/open-database.ts'
import type { Events, EventType } from '../../events/append-event.ts'
import { deliveryRepository } from '../../events/delivery-repository.ts'
import type { Seal } from '../../events/sealed-secret.ts'
import {
  type EndpointChange,
  endpointRepository,
  type Selection,
  type WebhookEndpoint,
} from '../../events/webhook-endpoint-repository.ts'
import { deliveryLog, type LoggedDelivery } from './delivery-log.ts'
import type { ReceiverUrl } from './receiver-url.ts'
import type { Samples } from './webhook-samples.ts'

const MOST = 20
const OVERLAP_MS = 86_400_000

export type WebhookEndpoints = ReturnType<typeof createWebhookEndpoints>

/** What somebody says about an endpoint. */
export interface EndpointWish {
  readonly url?: string | undefined
  readonly events?: Selection | undefined
  readonly description?: string | null | undefined
  readonly enabled?: boolean | undefined
}

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly events: Events
  readonly seal: Seal
  readonly checkUrl: ReceiverUrl
  readonly sample: Samples
}

/** Where an account's events go: makes, changes and ends endpoints, and sends again what went there. */
export function createWebhookEndpoints({ db, ids, clock, events, seal, checkUrl, sample }: Dependencies) {
  const now = () => clock.now().toISOString()

  const get = async (accountId: string, id: string, tx = db): Promise<WebhookEndpoint> => {
    const endpoint = await endpointRepository(tx).get(accountId, id)
    if (!endpoint) throw notFound('webhook endpoint')
    return endpoint
  }

  const delivery = async (tx: Db, endpointId: string, id: string): Promise<LoggedDelivery> => {
    const found = await deliveryLog(tx).get(endpointId, id)
    if (!found) throw notFound('delivery')
    return found
  }

  return {
    /** @throws ServiceError `not_found` (404). */
    get: (accountId: string, id: string) => get(accountId, id),

    /** One page, newest first. */
    list: (accountId: string, wish: PageWish) =>
      pageOf(wish, (limit, before) => endpointRepository(db).list(accountId, limit, before)),

    /**
     * @returns The endpoint with its signing secret, which nothing shows again.
     * @throws ServiceError `url_not_allowed` (400), `limit_reached` (409).
     */
    async create(
      accountId: string,
      wish: { url: string; events: Selection; description: string | null; enabled: boolean },
    ): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
      const at = now()
      const endpoint: WebhookEndpoint = {
        id: ids.next('whe'),
        accountId,
        url: checkUrl(wish.url),
        events: normalised(wish.events),
        description: wish.description,
        disabledAt: wish.enabled ? null : at,
        disabledReason: wish.enabled ? null : 'by_user',
        previousSecretUntil: null,
        lastSuccessAt: null,
        lastFailureAt: null,
        failingSince: null,
        createdAt: at,
        updatedAt: at,
      }
      const secret = newSecret()
      await db.transaction().execute(async (tx) => {
        if ((await endpointRepository(tx).count(accountId)) >= MOST) throw tooMany()
        await endpointRepository(tx).insert(endpoint, seal.close(secret, endpoint.id))
      })
      return { endpoint, secret }
    },

    /**
     * Changes what is given and leaves the rest.
     *
     * @throws ServiceError `not_found` (404), `url_not_allowed` (400).
     */
    change: (accountId: string, id: string, wish: EndpointWish): Promise<WebhookEndpoint> =>
      db.transaction().execute(async (tx) => {
        const at = now()
        const endpoint = await get(accountId, id, tx)
        const url = wish.url === undefined ? undefined : checkUrl(wish.url)
        await endpointRepository(tx).change(id, changeOf(endpoint, { ...wish, url }, at), at)
        if (wish.enabled === false) await deliveryRepository(tx).giveUp(id)
        return get(accountId, id, tx)
      }),

    /** @throws ServiceError `not_found` (404). */
    async remove(accountId: string, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await get(accountId, id, tx)
        const at = now()
        await endpointRepository(tx).change(id, { disabledAt: at, disabledReason: 'by_user' }, at)
        // Removing them takes a while, or ends with the process.
        await deliveryRepository(tx).giveUp(id)
      })
      await endpointRepository(db).remove(id)
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
        await endpointRepository(tx).rotate(id, seal.close(secret, id), { at: at.toISOString(), until })
        return { secret, previousSecretUntil: until }
      }),

    /** @throws ServiceError `not_found` (404). */
    async finishRotation(accountId: string, id: string): Promise<WebhookEndpoint> {
      await get(accountId, id)
      await endpointRepository(db).finishRotation(id, now())
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
    async deliveries(accountId: string, id: string, wish: PageWish & { status?: LoggedDelivery['state'] | undefined }) {
      await get(accountId, id)
      return pageOf(wish, (limit, before) => deliveryLog(db).list(id, wish.status, limit, before))
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
    expire: (): Promise<void> => endpointRepository(db).forgetEnded(now()),
  }
}

/** The whole string is the key of X-Service-Signature, the part after `whsec_` that of the Standard Webhooks header. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const normalised = (events: Selection): Selection => (events.includes('*') ? ['*'] : events)

/** What failed at another address or before it was turned on again says nothing about how it is now. */
function changeOf(before: WebhookEndpoint, wish: EndpointWish, at: string): EndpointChange {
  const { url, events, description, enabled } = wish
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
    `An account has up to ${MOST} webhook endpoints. Delete one, or change its address.`,
    {
      limit: MOST,
    },
  )

const disabled = () =>
  new ServiceError(
    'webhook_disabled',
    'The endpoint is disabled, so nothing is sent to it again. Enable it first: PATCH it with {"enabled": true}.',
  )
