import { createHash } from 'node:crypto'
import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Routes } from '../../contract/index.ts'
import { textOf } from '../../purchases/inbound/payment-facts.ts'
import { fieldsKey, isSigned, readFields } from '../../purchases/inbound/signed-fields.ts'
import { notConfigured } from '../../purchases/not-configured.ts'
import type { Payments } from '../../purchases/payments.ts'
import { isShared, subscriberEventIn } from '../../purchases/subscriber/subscribers.ts'

interface Needs {
  readonly config: Config
  readonly clock: Clock
  readonly payments: Payments
}

/** Older signatures are refused, so that a request that somebody has recorded cannot be sent again. */
const TOLERANCE_SECONDS = 5 * 60

/** Events of providers of payments. */
export const receiversNoun = part(({ config, clock, payments }: Needs) => {
  const { inbound, appstore } = payments
  const { cardpaySecret, regionalpaySecret, subscriptions } = config.payments
  const received = (event: { duplicate: boolean }) => ({ received: true, ...event }) as const

  const receivers: Routes<'receivers'> = {
    cardpay: async ({ request }) => {
      if (cardpaySecret === undefined) throw notConfigured('PLATELIGHT_CARDPAY_SECRET')
      const { body, signature } = signed(request.rawBody, request.header('x-cardpay-signature'))
      // Loaded when it is first needed, because it is large.
      const { default: Stripe } = await import('stripe')
      // As text with everything that was sent: the library would drop a byte-order mark before it compares.
      const text = body.toString('utf8')
      try {
        const at = clock.now().getTime()
        const verifier = Stripe.webhooks.signature
        if (!verifier?.verifyHeader(text, signature, cardpaySecret, TOLERANCE_SECONDS, undefined, at))
          throw badSignature()
      } catch {
        throw badSignature()
      }
      const { id } = JSON.parse(textOf(body)) as { id?: unknown }
      return received(await inbound.receive('cardpay', typeof id === 'string' && id ? id : keyOf(body), body))
    },

    appstore: async ({ request }) => {
      const verifier = appstore.verifier()
      const body = request.rawBody ?? Buffer.alloc(0)
      const { signedPayload } = JSON.parse(textOf(body)) as { signedPayload: string }
      const { notificationUUID } = await verifier.notification(signedPayload).catch((error: unknown) => {
        throw error instanceof ServiceError ? new ServiceError('unauthorized', error.message, error.fields) : error
      })
      return received(await inbound.receive('appstore', notificationUUID || keyOf(body), body))
    },

    subscriptions: async ({ request }) => {
      const { missing, secret } = subscriptions
      if (missing !== undefined) throw notConfigured(missing)
      if (secret === undefined) throw notConfigured('PLATELIGHT_SUBSCRIPTIONS_SECRET')
      if (!isShared(request.header('authorization'), secret))
        throw new ServiceError(
          'unauthorized',
          'The header Authorization is not what this server shares with the provider.',
        )
      const body = request.rawBody ?? Buffer.alloc(0)
      return received(await inbound.receive('subscriptions', subscriberEventIn(body).id || keyOf(body), body))
    },

    regionalpay: async ({ request }) => {
      if (regionalpaySecret === undefined) throw notConfigured('PLATELIGHT_REGIONALPAY_SECRET')
      const { body, signature } = signed(request.rawBody, request.header('x-regionalpay-signature'))
      const fields = readFields(body)
      if (!fields || !isSigned(fields, signature, regionalpaySecret)) throw badSignature()
      return received(await inbound.receive('regionalpay', fieldsKey(fields), body))
    },
  }
  return { routes: { receivers } }
})

const signed = (body: Buffer | undefined, signature: string | undefined): { body: Buffer; signature: string } => {
  if (!body || signature === undefined) throw badSignature()
  return { body, signature }
}

const badSignature = () =>
  new ServiceError(
    'unauthorized',
    'The signature is missing, wrong, or older than five minutes. Only the provider can send these events.',
  )

/** What tells events apart that have no id. */
const keyOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex')
