// Receives the events of a Platelight server on every runtime with fetch: Workers, Deno, Bun, and Node with node.js.

import { memoryDedupe } from '@platelight/webhook-verifier'
import { honoWebhook } from '@platelight/webhook-verifier/hono'
import { Hono } from 'hono'

const { WEBHOOK_SECRET, WEBHOOK_SECRET_OLD } = process.env
if (!WEBHOOK_SECRET) throw new Error('Set WEBHOOK_SECRET to the signing secret of your webhook endpoint.')

const app = new Hono()

// Created once. A receiver created for each request would not know which events were handled before.
app.post(
  '/hooks/photos',
  honoWebhook(
    { secrets: [WEBHOOK_SECRET, WEBHOOK_SECRET_OLD], dedupe: memoryDedupe() },
    {
      'photo.enhancement.completed': (event) => {
        const { id, enhanced } = event.data.photo
        console.log(`ready: ${id} in ${Object.keys(enhanced).join(', ')}`)
      },
      'photo.enhancement.failed': (event) => {
        console.error(`failed: ${event.data.photo.id}: ${event.data.error.message}`)
      },
      'credit.depleted': (event) => {
        console.error(`no credits left: ${event.data.credits.upgradeUrl}`)
      },
      default: (event) => {
        console.log(`ignored: ${event.type}`)
      },
    },
  ),
)

// The rest of your application goes here.

export default app
