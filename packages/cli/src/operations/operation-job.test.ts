import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Platelight } from '@platelight/sdk'
import type { RunTools } from '@platelight/sdk/folder-engine'
import { expect, onTestFinished, test } from 'vitest'
import { EXIT } from '../base/exit-codes.ts'
import type { Connection } from '../context/server-connection.ts'
import { followStream, type JobUpdate, runAsJob } from './operation-job.ts'

/** Connects to a fake server whose jobs never end. */
async function connectToBusyServer(embedded: boolean): Promise<Connection> {
  let jobs = 6
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/events')) return void response.writeHead(404).end()
    response.setHeader('content-type', 'application/json')
    const status = request.method === 'POST' ? 'pending' : 'PROGRESS'
    if (request.method === 'POST') jobs++
    response.end(JSON.stringify({ job_id: `run_${jobs}`, status, job_type: 'upscale' }))
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
  [false, /The server continues the work.*run platelight jobs cancel run_7 run_8\./],
  [true, /Run the same command again to continue the work/],
])('an interrupted wait explains what happens to all jobs (built-in server: %j)', async (embedded, sentence) => {
  const connection = await connectToBusyServer(embedded)
  const abort = new AbortController()
  const activeJobs = new Set<string>()
  const workingPhotos = new Set<string>()
  const run = (photo: string) =>
    runAsJob(
      { path: '/api/upscale', job: 'upscale' },
      {
        connection,
        tools: { pacing: { upload: unpaced, work: unpaced }, sentKeys, signal: abort.signal },
        body: { image_url: `https://example.com/${photo}.jpg` },
        options: {},
        report({ stage }) {
          if (stage === 'working') workingPhotos.add(photo)
          if (workingPhotos.size === 2) abort.abort(EXIT.interrupted)
        },
        onSent: () => undefined,
        activeJobs,
      },
    )
  const stopped = { code: 'aborted', exitCode: EXIT.interrupted, message: expect.stringMatching(sentence) }
  await Promise.all([
    expect(run('ramen')).rejects.toMatchObject(stopped),
    expect(run('pho')).rejects.toMatchObject(stopped),
  ])
})

/** Starts a server that sends these chunks as the events of a job, and then ends the stream or keeps it open. */
async function startEventServer(texts: readonly string[], ends: boolean) {
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

test('every event is reported, even if split into chunks, until the stream ends', async () => {
  const { client, secret } = await startEventServer([EVENT.slice(0, 40), EVENT.slice(40), EVENT], true)
  const updates: JobUpdate[] = []
  const signal = new AbortController().signal
  await followStream({ client, secret, fetch }, 'run_1', { signal, onUpdate: (update) => updates.push(update) })
  expect(updates).toEqual([
    { status: 'PROGRESS', progress },
    { status: 'PROGRESS', progress },
  ])
})

test('an abort ends it at once, even if the fetch ignores the signal', async () => {
  const { client, secret } = await startEventServer([EVENT], false)
  const abort = new AbortController()
  const fetchWithoutSignal = (request: Request) => fetch(request.url, { headers: request.headers })
  await followStream({ client, secret, fetch: fetchWithoutSignal }, 'run_1', {
    signal: abort.signal,
    onUpdate: () => abort.abort(),
  })
  expect(abort.signal.aborted).toBe(true)
})

test('an unreachable server ends it without an error', async () => {
  const client = new Platelight({ baseUrl: 'http://127.0.0.1:9', apiKey: 'pl_live_x' })
  const { signal } = new AbortController()
  await followStream({ client, secret: 'pl_live_x', fetch }, 'run_1', { signal, onUpdate: () => expect.unreachable() })
})
