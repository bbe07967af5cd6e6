import { createSecretCipher } from '../../base/secrets/secret-cipher.ts'
import { document } from '../../contract/openapi-document.ts'
import type { EventLog } from '../../events/log/event-log.ts'
import { createWebhookDeliverer } from '../../events/sending/webhook-deliverer.ts'
import type { Letters } from '../../mail/letters.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { createReceiverUrlCheck } from '../../resources/webhooks/receiver-url.ts'
import { createWebhookDeliveryService } from '../../resources/webhooks/webhook-delivery-service.ts'
import { createWebhookEndpointService } from '../../resources/webhooks/webhook-endpoint-service.ts'
import { createSampleEvents } from '../../resources/webhooks/webhook-samples.ts'
import type { Core } from '../open-core.ts'
import type { Net } from './compose-net.ts'
import type { Storage } from './compose-storage.ts'

/** Webhook endpoints, their deliveries, and the deliverer. */
export function composeWebhooks(
  { config, clock, ids, database, secrets, address }: Core,
  deps: {
    queue: Queue
    events: EventLog
    letters: Letters
    storage: Storage
    net: Net
    owner: string
  },
) {
  const { db } = database
  const { queue, events, letters, storage, net, owner } = deps
  const { publicUrl } = address
  const cipher = createSecretCipher(secrets.webhooks)
  return {
    deliverer: createWebhookDeliverer({
      database,
      queue,
      post: net.safePost,
      cipher,
      clock,
      logger: storage.logger,
      owner,
      async onDisabled(tx, { accountId, endpointId }) {
        const values = { endpointId, serviceUrl: `${publicUrl()}/dashboard` }
        await letters.notify(tx, accountId, { kind: 'webhook-disabled', values })
      },
    }),
    webhookEndpoints: createWebhookEndpointService({
      db,
      ids,
      clock,
      cipher,
      checkUrl: createReceiverUrlCheck({ production: config.production, isRefused: net.isReceiverRefused }),
    }),
    webhookDeliveries: createWebhookDeliveryService({
      db,
      clock,
      events,
      sample: createSampleEvents({ document, publicUrl, ids, clock }),
    }),
  }
}
