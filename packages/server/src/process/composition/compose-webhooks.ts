import { accountRepository } from '../../accounts/account-repository.ts'
import { document } from '../../contract/openapi-document.ts'
import { notifyDisabledEndpoint } from '../../events/endpoints/notify-disabled-endpoint.ts'
import { createSecretCipher } from '../../events/endpoints/secret-cipher.ts'
import type { EventLog } from '../../events/log/event-log.ts'
import { createWebhookDeliverer } from '../../events/sending/webhook-deliverer.ts'
import type { BackgroundMail } from '../../mail/background-mail.ts'
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
    backgroundMail: BackgroundMail
    storage: Storage
    net: Net
    owner: string
  },
) {
  const { db } = database
  const { queue, events, backgroundMail, storage, net, owner } = deps
  const { publicUrl } = address
  const cipher = createSecretCipher(secrets.webhooks)
  const verifiedEmail = (accountId: string) => accountRepository(db).verifiedEmail(accountId)
  return {
    deliverer: createWebhookDeliverer({
      ...{ database, queue, post: net.safePost, cipher, clock, logger: storage.logger, owner },
      onDisabled: notifyDisabledEndpoint({ verifiedEmail, backgroundMail, publicUrl }),
    }),
    webhookEndpoints: createWebhookEndpointService({
      ...{ db, ids, clock, cipher },
      checkUrl: createReceiverUrlCheck({ production: config.production, isRefused: net.isReceiverRefused }),
    }),
    webhookDeliveries: createWebhookDeliveryService({
      ...{ db, clock, events },
      sample: createSampleEvents({ document, publicUrl, ids, clock }),
    }),
  }
}
