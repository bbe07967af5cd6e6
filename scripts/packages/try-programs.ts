// A user's program with both packages, and the code that serves it in each runtime.

/** One program for all runtimes, in the form of Workers. */
export const PROGRAM = `
import { Platelight } from '@platelight/sdk'
import { fetchWebhook, memoryDedupe } from '@platelight/webhook-verifier'

const handled = []
const receive = fetchWebhook(
  { secrets: ['whsec_next', process.env.WEBHOOK_SECRET], dedupe: memoryDedupe(), onError: () => {} },
  { 'photo.deleted': (event, { secretIndex }) => handled.push([event.data.photo.id, secretIndex]) },
)

export default {
  async fetch(request, ...context) {
    if (request.method === 'POST') return receive(request, ...context)
    const { credits } = await new Platelight().account.credits()
    return Response.json({ credits, handled })
  },
}
`

const serving = 'console.log(JSON.stringify({ port: server.port ?? server.addr.port }))'

/** Each prints the port on which it serves the program. */
export const HOSTS = {
  node: `
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import * as loaded from './program.mjs'

// Of a CommonJS bundle, everything that is exported is the default.
const program = loaded.default.default ?? loaded.default

const server = createServer(async (request, response) => {
  const { method, headers } = request
  const body = method === 'POST' ? await text(request) : undefined
  const answer = await program.fetch(new Request('http://127.0.0.1' + request.url, { method, headers, body }))
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}).listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })))
`,
  deno: `
import program from './program.mjs'

const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, program.fetch)
${serving}
`,
  bun: `
import program from './program.mjs'

const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: program.fetch })
${serving}
`,
} as const
