// Checks the receiver: sends it an event, the same event again, and one that was tampered with: `npm run smoke`.

import { sampleEvent, signPayload } from '@platelight/webhook-verifier/testing'

const { WEBHOOK_SECRET = '', RECEIVER = 'http://127.0.0.1:3000/hooks/photos' } = process.env
const { body, headers } = signPayload(sampleEvent('photo.enhancement.completed'), WEBHOOK_SECRET)

/** @type {[what: string, body: string, expected: number][]} */
const deliveries = [
  ['an event', body, 200],
  ['the same event again', body, 200],
  ['an event that was tampered with', body.replace('run_sample', 'run_other'), 401],
]

for (const [what, sent, expected] of deliveries) {
  const response = await fetch(RECEIVER, { method: 'POST', body: sent, headers: { ...headers } })
  console.log(`${what}: ${response.status} ${await response.text()}`)
  if (response.status !== expected) {
    console.error(`That should have been ${expected}.`)
    process.exitCode = 1
  }
}
