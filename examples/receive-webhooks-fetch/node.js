// Serves index.js with Node, which has no server for fetch handlers of its own: `npm start`, with WEBHOOK_SECRET set.

import { serve } from '@hono/node-server'
import app from './index.js'

const { PORT = '3000' } = process.env

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) => {
  console.log(`Receiving at http://127.0.0.1:${port}/hooks/photos`)
})

// Stops at once, except that events in progress are still handled.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close())
