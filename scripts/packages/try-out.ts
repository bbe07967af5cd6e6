import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'

/** Sends webhooks to the program at `origin` and requests what it has handled. @throws when a reply is wrong */
export async function tryOut(origin: string, secret: string): Promise<void> {
  const body = (id: string, createdAt = new Date()) =>
    JSON.stringify({ id, type: 'photo.deleted', createdAt, data: { photo: { id: `crème ${id}` } } })
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const send = async (text: string, signature = hmac(text)) => {
    const headers = { 'X-Service-Signature': signature, 'content-type': 'application/json' }
    const response = await fetch(origin, { method: 'POST', body: text, headers })
    return `${response.status} ${(await response.text()).split(':')[0]}`
  }

  const event = body('evt_1')
  const answers = {
    'an event': [await send(event), '200 ok'],
    'the same again': [await send(event), '200 duplicate'],
    'one that was altered': [await send(event.replace('evt_1', 'evt_2'), hmac(event)), '401 signature_mismatch'],
    'one without a signature': [await send(event, ''), '401 signature_missing'],
    'one of last year': [await send(body('evt_3', new Date(Date.now() - 4e10))), '400 outside_window'],
    'one that is too large': [await send(`${event}${' '.repeat(2e6)}`), '413 body_too_large'],
  }
  for (const [what, [answer, expected]] of Object.entries(answers)) assert.equal(answer, expected, what)

  const reply = await fetch(origin)
  assert.deepEqual(await reply.json(), { credits: 142, handled: [['crème evt_1', 1]] }, 'what the program knows')
}
