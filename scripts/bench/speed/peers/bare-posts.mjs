// Only the POSTs: the same bodies to the same addresses, with the same concurrency, from one process. Each message {
// urls, body, each, atOnce } returns { seconds }.

import { createRequire } from 'node:module'

const require = createRequire(new URL('../../../../packages/server/package.json', import.meta.url))
const { Agent, request } = require('undici')

const dispatcher = new Agent({ connections: 256 })
const headers = { 'content-type': 'application/json' }

process.on('message', async ({ urls, body, each, atOnce }) => {
  const started = performance.now()
  const left = Array.from({ length: each }, () => urls).flat()
  const worker = async () => {
    for (let url = left.pop(); url; url = left.pop()) {
      const reply = await request(url, { method: 'POST', headers, body, dispatcher })
      await reply.body.dump()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  process.send({ seconds: (performance.now() - started) / 1000 })
})
