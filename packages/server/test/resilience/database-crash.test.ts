import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dishPhoto } from '../support/dish-photos.ts'
import { startProcess } from '../support/server-process.ts'
import { startCluster } from '../support/services/postgres-cluster.ts'
import { startApp } from '../support/start-app.ts'
import { stepwiseEngine } from '../support/stepwise-engine.ts'
import { createPostgresDatabase, onPostgres } from '../support/test-database.ts'

describe('when PostgreSQL crashes', onPostgres, () => {
  test('a run whose work ends then is settled, and none of its attempts counts as failed', async () => {
    const cluster = await startCluster()
    const { engine, held } = stepwiseEngine()
    const app = await startApp({ engine, env: { PLATELIGHT_DATABASE_URL: cluster.url } })
    const { client, runs, credits } = await app.customer({ credits: 3, sdk: { maxRetries: 0 } })
    const image = new Uint8Array(await dishPhoto({ width: 200, height: 150 }))
    const upload = await client.uploads.create(image)
    const job = await client.jobs.submit('upscale', { image_url: upload.url, scale: 2 })

    const begins = (attempt: number) => expect.poll(() => held.length).toBe(attempt)
    // More often than an attempt may fail.
    for (let attempt = 1; attempt <= 3; attempt++) {
      await begins(attempt)
      await cluster.kill()
      held.at(-1)?.go()
      await new Promise((resolve) => setTimeout(resolve, 500))
      await cluster.start()
    }
    await begins(4)
    held.at(-1)?.go()
    await job.wait({ deadlineMs: 60_000 })
    expect(await runs()).toMatchObject([{ state: 'succeeded', attempts: 1 }])
    expect(await credits()).toBe(2)
    await app.close()
    await cluster.stop()
  })

  test.each([
    ['before it has read anything', 'idle_in_transaction'],
    ['while it migrates', 'migrations'],
    ['while it reads the clock', 'clock_timestamp'],
    ['while it migrates the jobs', 'graphile_worker'],
    ['when it already listens', 'insert into "workers"'],
  ])('a start that loses it %s ends with one sentence', async (_, statement) => {
    const { url, drop } = await createPostgresDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'platelight-start-'))
    const gate = await gateTo(new URL(url), statement)
    const through = new URL(url)
    through.port = String(gate.port)
    const env = { PLATELIGHT_DATABASE_URL: through.href, PLATELIGHT_ROLE: 'api' }
    const refused = await startProcess(folder, { env }).catch((error: Error) => error.message)
    const [sentence] = String(refused)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
      .slice(-1)
    expect(refused).toMatch(/ended with 2/)
    expect(refused).not.toMatch(/^\s+at /m)
    expect(sentence).toMatch(/was lost\. Try again in a moment\.$/)
    gate.close()
    await drop()
    await rm(folder, { recursive: true, force: true })
  })
})

/** A way to a database that is closed for good when a statement comes that has this text. */
async function gateTo({ hostname, port }: URL, text: string) {
  let isClosed = false
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    if (isClosed) return socket.destroy()
    const other = connect(Number(port), hostname)
    for (const one of [socket, other]) sockets.add(one.on('error', () => {}))
    socket.on('data', (chunk) => {
      if (!chunk.includes(text)) return
      isClosed = true
      for (const one of sockets) one.destroy()
    })
    socket.pipe(other).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
