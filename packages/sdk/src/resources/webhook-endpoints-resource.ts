import type { WebhookDelivery, WebhookEndpointUpdate, WebhookTest } from '../generated/schema.d.ts'
import type { CallOptions, WriteOptions } from '../transport/api-call.ts'
import type { ListParams } from '../transport/paged-list.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Filter for the list of deliveries. */
export interface DeliveryFilter {
  /** Return only deliveries with this status. `dead` deliveries are not attempted any more. */
  readonly status?: WebhookDelivery['status']
}

const ONE = '/api/webhook-endpoints/{endpoint_id}'

const at = (id: string) => ({ path: { endpoint_id: id } })

/** Webhook endpoints and their deliveries. */
export const webhookEndpoints = ({ list, one, post, send }: ResourceMethods) => ({
  /** Lists the account's endpoints, newest first. Secrets are not included. */
  list: list('/api/webhook-endpoints', 'webhook_endpoints'),

  /**
   * Creates an endpoint, for all events unless some are selected. The signing secret is in `secret` and is returned
   * only once.
   *
   * @throws BadRequestError `url_not_allowed` for a URL that is private or not https in production; ConflictError
   *   `limit_reached` for the 21st endpoint.
   *
   * @example
   * const { secret } = await client.webhookEndpoints.create({
   *   url: 'https://trattoria.example/hooks',
   *   events: ['photo.enhancement.completed'],
   * })
   */
  create: post('/api/webhook-endpoints'),

  /** Returns one endpoint. @throws NotFoundError */
  get: one('GET', ONE),

  /**
   * Changes the given fields. `enabled: false` ends pending deliveries, and `enabled: true` re-enables the endpoint.
   *
   * @throws BadRequestError `url_not_allowed`; NotFoundError.
   */
  update: (id: string, body: WebhookEndpointUpdate, options?: CallOptions) =>
    send('PATCH', ONE, { ...at(id), json: body }, options),

  /** Deletes an endpoint, its pending deliveries and its log. @throws NotFoundError */
  delete: one('DELETE', ONE),

  /**
   * Creates a new signing secret, returned only once in `secret`. The old secret keeps signing for 24 hours or until
   * `rotateFinish`. Configure both in the receiver during that time. @throws NotFoundError
   */
  rotate: one('POST', `${ONE}/rotate`),

  /** Ends the use of the old signing secret. Without a rotation nothing changes. @throws NotFoundError */
  rotateFinish: one('POST', `${ONE}/rotate/finish`),

  /**
   * Sends a sample event once, by default `photo.enhancement.completed`, even to a disabled endpoint.
   *
   * @throws NotFoundError
   */
  test: (id: string, body: WebhookTest = {}, options?: WriteOptions) =>
    send('POST', `${ONE}/test`, { ...at(id), json: body }, options),

  /** Lists what was sent, newest first, with every attempt. @throws NotFoundError */
  deliveries: (id: string, params?: ListParams & DeliveryFilter, options?: CallOptions) =>
    list<`${typeof ONE}/deliveries`, DeliveryFilter>(`${ONE}/deliveries`, 'deliveries', at(id).path)(params, options),

  /**
   * Sends an event again immediately, with the same bytes and id and a new series of attempts.
   *
   * @throws ConflictError `webhook_disabled`; NotFoundError.
   */
  redeliver: (id: string, deliveryId: string, options?: WriteOptions) =>
    send(
      'POST',
      `${ONE}/deliveries/{delivery_id}/redeliver`,
      { path: { endpoint_id: id, delivery_id: deliveryId } },
      options,
    ),
})
