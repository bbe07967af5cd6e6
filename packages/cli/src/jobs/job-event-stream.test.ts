import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Platelight } from '@platelight/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { followStream, type JobUpdate } from './job-event-stream.ts'

/** A server that sends these texts as the events of a job, and then says nothing more unless it is to end. */
async function streaming(texts: readonly string[], ends: boolean) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const text of texts) response.write(text)
    if (ends) response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { client: new Platelight({ baseUrl, apiKey: 'pl_live_x' }), secret: 'pl_live_x' }
}

const progress = { current: 1, total: 4, percent: 25, status: 'Enlarged 1 of 4 tiles' }
const EVENT = `retry: 2000\n\nid: 1\nevent: status\ndata: ${JSON.stringify({ status: 'PROGRESS', progress })}\n\n: still here\n\n`

test('every event is told, however it is cut, and the end of the stream is the end', async () => {
  const { client, secret } = await streaming([EVENT.slice(0, 40), EVENT.slice(40), EVENT], true)
  const news: JobUpdate[] = []
  const signal = new AbortController().signal
  await followStream({ client, secret, fetch }, 'run_1', { signal, onUpdate: (one) => news.push(one) })
  expect(news).toEqual([
    { status: 'PROGRESS', progress },
    { status: 'PROGRESS', progress },
  ])
})

test('giving up ends it at once, also where the request has forgotten its signal', async () => {
  const { client, secret } = await streaming([EVENT], false)
  const giveUp = new AbortController()
  const deaf = (request: Request) => fetch(request.url, { headers: request.headers })
  await followStream({ client, secret, fetch: deaf }, 'run_1', {
    signal: giveUp.signal,
    onUpdate: () => giveUp.abort(),
  })
  expect(giveUp.signal.aborted).toBe(true)
})

test('a server that cannot be reached ends it: the job is asked for by itself', async () => {
  const client = new Platelight({ baseUrl: 'http://127.0.0.1:9', apiKey: 'pl_live_x' })
  const { signal } = new AbortController()
  await followStream({ client, secret: 'pl_live_x', fetch }, 'run_1', { signal, onUpdate: () => expect.unreachable() })
})
