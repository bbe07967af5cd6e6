// Receives the events of a Platelight server: `npm start`, with WEBHOOK_SECRET set.

import { memoryDedupe } from '@platelight/webhook-verifier'
import { expressWebhook } from '@platelight/webhook-verifier/express'
import express from 'express'

const { WEBHOOK_SECRET, WEBHOOK_SECRET_OLD, PORT = '3000' } = process.env
if (!WEBHOOK_SECRET) throw new Error('Set WEBHOOK_SECRET to the signing secret of your webhook endpoint.')

const app = express()

// Before express.json(), because the signature covers the bytes as they arrived.
app.post(
  '/hooks/photos',
  expressWebhook(
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

app.use(express.json())
// The rest of your application goes here.

const server = app.listen(Number(PORT), '127.0.0.1', (error) => {
  if (error) throw error
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : PORT
  console.log(`Receiving at http://127.0.0.1:${port}/hooks/photos`)
})

// Stops at once, except that events in progress are still handled.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close())
