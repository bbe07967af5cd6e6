import type { WebhookDelivery, WebhookEndpointUpdate, WebhookTest } from '../generated/schema.d.ts'
import type { CallOptions, WriteOptions } from '../transport/api-call.ts'
import type { ListParams } from '../transport/paged-list.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Which deliveries to list. */
export interface DeliveryFilter {
  /** Only deliveries in this state. `dead` ones have used up their attempts. */
  readonly status?: WebhookDelivery['status']
}

const ONE = '/api/webhook-endpoints/{endpoint_id}'

const at = (id: string) => ({ path: { endpoint_id: id } })

/** Where the account's events are sent, and how delivery went. */
export const webhookEndpoints = ({ list, one, post, send }: ResourceMethods) => ({
  /** The account's endpoints, newest first; never their secrets. */
  list: list('/api/webhook-endpoints', 'webhook_endpoints'),

  /**
   * Creates an endpoint, for all events unless some are chosen. The signing secret is in `secret` of this answer and
   * nowhere else, ever again.
   *
   * @throws BadRequestError `url_not_allowed` for an address that is private or not https in production; ConflictError
   *   `limit_reached` for the 21st.
   *
   * @example
   * const { secret } = await client.webhookEndpoints.create({
   *   url: 'https://trattoria.example/hooks',
   *   events: ['photo.enhancement.completed'],
   * })
   */
  create: post('/api/webhook-endpoints'),

  /** One endpoint. @throws NotFoundError */
  get: one('GET', ONE),

  /**
   * Changes what is given. `enabled: false` ends what waits; `enabled: true` starts a disabled endpoint again.
   *
   * @throws BadRequestError `url_not_allowed`; NotFoundError.
   */
  update: (id: string, body: WebhookEndpointUpdate, options?: CallOptions) =>
    send('PATCH', ONE, { ...at(id), json: body }, options),

  /** Deletes an endpoint, what waits for it and its log. @throws NotFoundError */
  delete: one('DELETE', ONE),

  /**
   * Gives a new signing secret, in `secret` of this answer only. The old one goes on signing for 24 hours or until
   * `rotateFinish`; give the receiver both meanwhile. @throws NotFoundError
   */
  rotate: one('POST', `${ONE}/rotate`),

  /** Ends the old signing secret; without a rotation it changes nothing. @throws NotFoundError */
  rotateFinish: one('POST', `${ONE}/rotate/finish`),

  /** Sends a sample event once, `photo.enhancement.completed` unless told, also to a disabled endpoint. @throws NotFoundError */
  test: (id: string, body: WebhookTest = {}, options?: WriteOptions) =>
    send('POST', `${ONE}/test`, { ...at(id), json: body }, options),

  /** What was sent, newest first, with every attempt. @throws NotFoundError */
  deliveries: (id: string, params?: ListParams & DeliveryFilter, options?: CallOptions) =>
    list<`${typeof ONE}/deliveries`, DeliveryFilter>(`${ONE}/deliveries`, 'deliveries', at(id).path)(params, options),

  /**
   * Sends an event again at once: the same bytes and id, its attempts from the start.
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
