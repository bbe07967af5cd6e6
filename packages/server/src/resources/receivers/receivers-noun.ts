import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Routes } from '../../contract/index.ts'
import { fieldsKey, isSigned, readFields } from '../../purchases/inbound/signed-fields.ts'
import type { Payments } from '../../purchases/payments.ts'

interface Needs {
  readonly config: Config
  readonly clock: Clock
  readonly payments: Payments
}

/** Older signatures are refused, so that a request that somebody has recorded cannot be sent again. */
const TOLERANCE_SECONDS = 5 * 60

/** Events of providers of payments. */
export const receiversNoun = part(({ config, clock, payments: { inbound } }: Needs) => {
  const { cardpaySecret, regionalpaySecret } = config.payments
  const received = (event: { duplicate: boolean }) => ({ received: true, ...event }) as const

  const receivers: Pick<Routes<'receivers'>, 'cardpay' | 'regionalpay'> = {
    cardpay: async ({ request }) => {
      if (cardpaySecret === undefined) throw notConfigured('PLATELIGHT_CARDPAY_SECRET')
      const { body, signature } = signed(request.rawBody, request.header('x-cardpay-signature'))
      // Loaded when it is first needed, because it is large.
      const { default: Stripe } = await import('stripe')
      let id: string
      try {
        const { webhooks } = Stripe
        id = webhooks.constructEvent(
          body,
          signature,
          cardpaySecret,
          TOLERANCE_SECONDS,
          undefined,
          clock.now().getTime(),
        ).id
      } catch {
        throw badSignature()
      }
      return received(await inbound.receive('cardpay', id, body))
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

const notConfigured = (setting: string) =>
  new ServiceError('not_configured', `This server does not receive these events: ${setting} is not set.`, { setting })
