import type { Logger } from 'pino'
import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { Measures } from '../../base/running/measures.ts'
import type { Tracing } from '../../base/running/tracing.ts'
import { createSecretCipher } from '../../base/secrets/secret-cipher.ts'
import { singleLine } from '../../base/text/single-line.ts'
import type { Routes } from '../../contract/index.ts'
import type { OpenApiDocument } from '../../contract/openapi-types.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import type { LoggedDelivery } from '../../events/deliveries/delivery-log-repository.ts'
import type { WebhookEndpoint } from '../../events/endpoints/webhook-endpoint-repository.ts'
import type { EventLog } from '../../events/log/event-log.ts'
import { createWebhookDeliverer } from '../../events/sending/webhook-deliverer.ts'
import type { Letters } from '../../mail/letters.ts'
import type { Net } from '../../net/net-part.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { createReceiverUrlCheck } from './receiver-url.ts'
import { createWebhookDeliveryService } from './webhook-delivery-service.ts'
import { createWebhookEndpointService } from './webhook-endpoint-service.ts'
import { createSampleEvents } from './webhook-samples.ts'

interface Needs {
  readonly config: Config
  readonly database: OpenDatabase
  readonly ids: Ids
  readonly clock: Clock
  readonly secrets: { readonly webhooks: Uint8Array }
  readonly document: OpenApiDocument
  readonly publicUrl: () => string
  readonly owner: string
  readonly isCopy: boolean
  readonly logger: Logger
  readonly measures: Measures
  readonly tracing: Tracing
  readonly queue: Queue
  readonly net: Pick<Net, 'safePost' | 'isReceiverRefused'>
  readonly events: EventLog
  readonly letters: Letters
}

/** Webhook endpoints, their deliveries, and the deliverer. */
export const webhooksNoun = part((needs: Needs) => {
  const { config, database, ids, clock, net, letters, publicUrl } = needs
  const { db } = database
  const cipher = createSecretCipher(needs.secrets.webhooks)
  const deliverer = createWebhookDeliverer({
    ...needs,
    post: net.safePost,
    cipher,
    async onDisabled(tx, { accountId, endpointId }) {
      const values = { endpointId, serviceUrl: `${publicUrl()}/dashboard` }
      await letters.notify(tx, accountId, { kind: 'webhook-disabled', values })
    },
  })
  const checkUrl = createReceiverUrlCheck({ production: config.production, isRefused: net.isReceiverRefused })
  const endpoints = createWebhookEndpointService({ db, ids, clock, cipher, checkUrl })
  const deliveries = createWebhookDeliveryService({ ...needs, db, sample: createSampleEvents(needs) })
  const shown = (endpoint: WebhookEndpoint) => shownAt(endpoint, clock.now().toISOString())

  const webhooks: Routes<'webhooks'> = {
    list: async ({ user, query }) => {
      const { rows, nextCursor } = await endpoints.list(user.account.id, query)
      return { webhook_endpoints: rows.map(shown), next_cursor: nextCursor }
    },

    // The secret is shown in this reply only.
    create: async ({ user, body }) => {
      const request = { ...body, description: descriptionOf(body.description) ?? null }
      const { endpoint, secret } = await endpoints.create(user.account.id, request)
      return { ...shown(endpoint), secret }
    },

    get: async ({ user, path }) => shown(await endpoints.get(user.account.id, path.endpoint_id)),

    update: async ({ user, path, body }) => {
      const patch = { ...body, description: descriptionOf(body.description) }
      return shown(await endpoints.change(user.account.id, path.endpoint_id, patch))
    },

    delete: async ({ user, path }) => {
      await endpoints.remove(user.account.id, path.endpoint_id)
      return { id: path.endpoint_id, status: 'deleted' }
    },

    rotate: async ({ user, path }) => {
      const { secret, previousSecretUntil } = await endpoints.rotate(user.account.id, path.endpoint_id)
      return { id: path.endpoint_id, secret, previous_secret_until: previousSecretUntil }
    },

    rotateFinish: async ({ user, path }) => shown(await endpoints.finishRotation(user.account.id, path.endpoint_id)),

    test: async ({ user, path, body }) =>
      shownDelivery(await deliveries.test(user.account.id, path.endpoint_id, body.event)),

    deliveries: async ({ user, path, query }) => {
      const { rows, nextCursor } = await deliveries.list(user.account.id, path.endpoint_id, query)
      return { deliveries: rows.map(shownDelivery), next_cursor: nextCursor }
    },

    redeliver: async ({ user, path }) =>
      shownDelivery(await deliveries.redeliver(user.account.id, path.endpoint_id, path.delivery_id)),
  }

  // A copy leaves events to its original.
  const works = config.role !== 'api' && !needs.isCopy
  return {
    provides: { deliverer },
    routes: { webhooks },
    owns: ownedTables({
      webhook_endpoints: {
        key: 'id',
        file: 'webhook-endpoints',
        json: ['events'],
        without: ['secret', 'previous_secret'],
        erasedApart: true,
      },
    }),
    erase: ({ id, signal }) => endpoints.erase(id, signal),
    timetable: [
      {
        name: 'expire-webhook-secrets',
        every: 'hour',
        work: endpoints.expire,
        failure: 'expired webhook secrets were not removed',
      },
    ],
    ...(works && { start: deliverer.start, drain: deliverer.stop }),
  }
})

const descriptionOf = (text: string | null | undefined): string | null | undefined =>
  typeof text === 'string' ? singleLine('description', text) || null : text

const shownAt = (endpoint: WebhookEndpoint, now: string) => {
  const until = endpoint.previousSecretUntil
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: [...endpoint.events],
    description: endpoint.description,
    enabled: endpoint.disabledAt === null,
    disabled_reason: endpoint.disabledReason,
    previous_secret_until: until !== null && until > now ? until : null,
    last_success_at: endpoint.lastSuccessAt,
    last_failure_at: endpoint.lastFailureAt,
    created_at: endpoint.createdAt,
    updated_at: endpoint.updatedAt,
  }
}

const shownDelivery = (delivery: LoggedDelivery) => ({
  id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  status: delivery.state,
  test: delivery.test,
  attempts: delivery.attempts.map((attempt) => ({
    round: attempt.round,
    number: attempt.number,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode,
    error: attempt.error,
    response_excerpt: attempt.responseExcerpt,
  })),
  next_attempt_at: delivery.nextAttemptAt,
  payload: delivery.payload,
  created_at: delivery.createdAt,
  delivered_at: delivery.deliveredAt,
})
