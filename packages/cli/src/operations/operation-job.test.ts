import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Platelight } from '@platelight/sdk'
import type { RunTools } from '@platelight/sdk/folder-engine'
import { expect, onTestFinished, test } from 'vitest'
import { EXIT } from '../base/exit-codes.ts'
import type { Connection } from '../context/server-connection.ts'
import { runAsJob } from './operation-job.ts'

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
