import { createHmac, randomBytes } from 'node:crypto'

const CARDPAY = 'whsec_of_the_card_provider'
const REGIONAL = 'secret-of-the-regional-provider'

/** The settings of a server that takes what these senders send. */
export const PAYMENT_SECRETS = { PLATELIGHT_CARDPAY_SECRET: CARDPAY, PLATELIGHT_REGIONALPAY_SECRET: REGIONAL }

export const uniqueId = (prefix: string): string => `${prefix}_${randomBytes(6).toString('hex')}`

/** Sends events as the card-payment and the regional provider do. @param now their clock */
export function paymentSenders(url: string, now: () => Date) {
  const post = async (path: string, body: string, headers: Record<string, string>): Promise<number> => {
    const request = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
    const reply = await fetch(`${url}/api/webhooks/${path}`, request)
    await reply.arrayBuffer()
    return reply.status
  }
  const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

  return {
    /** @param created in seconds */
    card(type: string, object: object, { created = Math.floor(now().getTime() / 1000), id = uniqueId('evt') } = {}) {
      const at = Math.floor(now().getTime() / 1000)
      const body = JSON.stringify({ id, object: 'event', type, created, data: { object } })
      return post('cardpay', body, { 'x-cardpay-signature': `t=${at},v1=${hmac(CARDPAY, `${at}.${body}`)}` })
    },

    regional(fields: Readonly<Record<string, string>>) {
      const names = Object.keys(fields).sort()
      const canonical = names.map((name) => `${name}=${fields[name]}`).join('&')
      const headers = { 'x-regionalpay-signature': hmac(REGIONAL, canonical) }
      return post('regionalpay', JSON.stringify(fields), headers)
    },
  }
}
