import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Platelight } from '@platelight/sdk'
import type { RunTools } from '@platelight/sdk/folder-engine'
import { expect, onTestFinished, test } from 'vitest'
import { EXIT } from '../base/exit-codes.ts'
import type { Connection } from '../context/server-connection.ts'
import { runAsJob } from './operation-job.ts'

/** A server whose job never ends. */
async function working(embedded: boolean): Promise<Connection> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/events')) return void response.writeHead(404).end()
    response.setHeader('content-type', 'application/json')
    const submitted = { job_id: 'run_7', status: 'pending', job_type: 'upscale' }
    response.end(JSON.stringify(request.method === 'POST' ? submitted : { job_id: 'run_7', status: 'PROGRESS' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = new Platelight({ baseUrl, apiKey: 'pl_live_x' })
  return {
    client,
    clientOptions: {},
    fetch,
    embedded,
    secret: 'pl_live_x',
    credential: undefined,
    close: async () => undefined,
  }
}

const unpaced: RunTools['pacing']['work'] = { within: (call) => call() }
const sentKeys: RunTools['sentKeys'] = { has: () => false, add: () => (_, creditsUsed) => creditsUsed }

test.each([
  [false, /The server works on.*platelight jobs cancel run_7 ends it/],
  [true, /The same command takes the work up again/],
])('who stops waiting is told what becomes of the work (built-in server: %j)', async (embedded, sentence) => {
  const connection = await working(embedded)
  const giveUp = new AbortController()
  const doing = runAsJob(
    { path: '/api/upscale', job: 'upscale' },
    {
      connection,
      tools: { pacing: { upload: unpaced, work: unpaced }, sentKeys, signal: giveUp.signal },
      body: { image_url: 'https://example.com/ramen.jpg' },
      options: {},
      report({ stage }) {
        if (stage === 'working') giveUp.abort(EXIT.interrupted)
      },
      onSent: () => undefined,
    },
  )
  await expect(doing).rejects.toMatchObject({
    code: 'aborted',
    exitCode: EXIT.interrupted,
    message: expect.stringMatching(sentence),
  })
})
