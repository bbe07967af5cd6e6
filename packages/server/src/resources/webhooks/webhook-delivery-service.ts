import { type PageRequest, pageOf } from '../../base/pagination.ts'
import type { Clock } from '../../base/ports.ts'
import { notFound, ServiceError } from '../../base/service-error.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { deliveryLogRepository, type LoggedDelivery } from '../../events/deliveries/delivery-log-repository.ts'
import { type WebhookEndpoint, webhookEndpointRepository } from '../../events/endpoints/webhook-endpoint-repository.ts'
import type { EventLog } from '../../events/log/event-log.ts'
import type { EventType } from '../../events/log/event-types.ts'
import type { SampleEvents } from './webhook-samples.ts'

/** The deliveries of an endpoint: the log, samples, and redelivery. */
export function createWebhookDeliveryService(deps: { db: Db; clock: Clock; events: EventLog; sample: SampleEvents }) {
  const { db, clock, events, sample } = deps

  const requireEndpoint = (endpoint: WebhookEndpoint | undefined): WebhookEndpoint => {
    if (!endpoint) throw notFound('webhook endpoint')
    return endpoint
  }

  const get = async (tx: Db, endpointId: string, id: string): Promise<LoggedDelivery> => {
    const found = await deliveryLogRepository(tx).get(endpointId, id)
    if (!found) throw notFound('delivery')
    return found
  }

  return {
    /** Sends a sample. Holds by the lock on the endpoint. @throws ServiceError `not_found` (404). */
    test: (accountId: string, endpointId: string, type: EventType): Promise<LoggedDelivery> =>
      inTransaction(db, async (tx) => {
        requireEndpoint(await webhookEndpointRepository(tx).getLocked(accountId, endpointId))
        const sent = await events.appendTest(tx, { accountId, type, data: sample(type), endpointId })
        return get(tx, endpointId, sent)
      }),

    /** One page of deliveries, newest first. @throws ServiceError `not_found` (404). */
    async list(
      accountId: string,
      endpointId: string,
      page: PageRequest & { status?: LoggedDelivery['state'] | undefined },
    ) {
      requireEndpoint(await webhookEndpointRepository(db).get(accountId, endpointId))
      return pageOf(page, (limit, before) => deliveryLogRepository(db).list(endpointId, page.status, limit, before))
    },

    /**
     * Redelivers a delivery. One that is being sent, or waits for its first attempt, is left alone. Holds by the lock on the
     * endpoint.
     *
     * @throws ServiceError `not_found` (404), `webhook_disabled` (409).
     */
    redeliver: (accountId: string, endpointId: string, id: string): Promise<LoggedDelivery> =>
      inTransaction(db, async (tx) => {
        const endpoint = requireEndpoint(await webhookEndpointRepository(tx).getLocked(accountId, endpointId))
        const found = await get(tx, endpointId, id)
        if (endpoint.disabledAt !== null && !found.test) throw endpointDisabled()
        if (isUnderWay(found, clock.now().toISOString())) return found
        await events.redeliver(tx, { id, endpointId })
        return get(tx, endpointId, id)
      }),
  }
}

const isUnderWay = ({ state, ended, leaseUntil }: LoggedDelivery, now: string): boolean =>
  state === 'pending' && (ended === 0 || (leaseUntil !== null && leaseUntil > now))

const endpointDisabled = () =>
  new ServiceError(
    'webhook_disabled',
    'The endpoint is disabled, so nothing is sent to it again. Enable it first: PATCH it with {"enabled": true}.',
  )
