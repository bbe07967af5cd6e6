import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A provider of payments on this machine. Its portal is a page with one button. Whoever presses it has paid, which the provider
 * reports to the server before it leads back.
 */
export async function startPaymentProvider() {
  const secret = 'whsec_of_the_card_provider'
  let sale = { server: '', accountId: '', credits: 0 }

  const report = async () => {
    const object = {
      ...{ id: `cs_${randomUUID()}`, payment_status: 'paid', payment_intent: `pi_${randomUUID()}` },
      client_reference_id: sale.accountId,
      metadata: { credits: String(sale.credits) },
    }
    const body = JSON.stringify({
      ...{ id: `evt_${randomUUID()}`, object: 'event', type: 'checkout.session.completed' },
      data: { object },
    })
    const time = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-cardpay-signature': `t=${time},v1=${signature}` }
    await fetch(`${sale.server}/api/webhooks/cardpay`, { method: 'POST', body, headers })
  }

  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      await report()
      response.writeHead(303, { location: `${sale.server}/dashboard/billing` }).end()
      return
    }
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><link rel="icon" href="data:,"><form method="post"><button>Pay</button></form>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    settings: { PLATELIGHT_PORTAL_URL: url, PLATELIGHT_CARDPAY_SECRET: secret },
    /** What the next person buys. */
    offer(next: typeof sale) {
      sale = next
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
