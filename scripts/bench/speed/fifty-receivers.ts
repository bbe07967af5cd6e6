import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import { dishPhoto } from '#server-testing/pictures'
import { createEventLog, openSqlite, randomIds } from '#server-testing/queue'
import { inTransaction } from '../../../packages/server/src/database/in-transaction.ts'
import { type Server, serverBin, startServer } from '../child-process.ts'

/** Ten per account, because no account may have fifty. */
const ACCOUNTS = 5
export const ENDPOINTS = 50
/** Events for each endpoint in one round. */
export const EVENTS = 30
const THREADS = 2
const PHOTOS_AT_ONCE = 2

/** The data of each event. */
export const SAMPLE = { photo: { id: 'run_01jbench', deletedAt: '2026-11-21T09:31:00.000Z' } }

/** A server whose events go to fifty receivers in this process. */
export async function openReceivers() {
  const receiver = await countingReceiver()
  const server = await startServer({
    PLATELIGHT_ALLOW_PRIVATE_URLS: '1',
    PLATELIGHT_THREADS: String(THREADS),
    PLATELIGHT_CUTOUT_MODEL: 'none',
  })
  const database = await openSqlite(join(server.data, 'platelight.db'))
  const clock = { now: () => new Date() }
  const events = createEventLog({ clock, ids: randomIds(clock.now), queue: { deliveriesAdded: async () => {} } })
  const owners = Array.from({ length: ACCOUNTS }, (_, index) => owner(server, index))
  const urls = Array.from({ length: ENDPOINTS }, (_, index) => `${receiver.url}/${index}`)
  const created = urls.map((url, index) => owners[index % ACCOUNTS]?.client.webhookEndpoints.create({ url }))
  const [first] = (await Promise.all(created)).map((endpoint) => endpoint?.id ?? '')
  let moved = first ?? ''

  return {
    urls,

    /** Replaces the address of the first receiver, and drops what waits for it. */
    async moveFirst(path: string): Promise<void> {
      const endpoints = owners[0]?.client.webhookEndpoints
      await endpoints?.delete(moved)
      moved = (await endpoints?.create({ url: receiver.url + path }))?.id ?? ''
    },

    /** Makes events due at once for every endpoint. @returns seconds until these addresses have all of theirs */
    async fanOut(addresses: readonly string[]): Promise<number> {
      const arrived = receiver.expect(addresses, EVENTS)
      await inTransaction(database.db, async (tx) => {
        for (let number = 0; number < EVENTS; number++)
          for (const { accountId } of owners)
            await events.append(tx, { accountId, type: 'photo.deleted', data: SAMPLE })
      })
      const due = performance.now()
      await arrived
      return (performance.now() - due) / 1000
    },

    /** Keeps the threads of the server busy. */
    enhancing() {
      const stopping = new AbortController()
      const client = new Platelight({ apiKey: server.key, baseUrl: server.url })
      const started = performance.now()
      let made = 0
      const worker = async () => {
        const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 1600, height: 1200 })))
        while (!stopping.signal.aborted) {
          await client.photos.enhance({ image: url, formats: ['square'], upscale: false })
          made++
        }
      }
      const working = Promise.all(Array.from({ length: PHOTOS_AT_ONCE }, worker))
      return {
        /** @returns photos a second */
        async stop(): Promise<number> {
          stopping.abort()
          await working
          return (made * 1000) / (performance.now() - started)
        },
      }
    },

    async close(): Promise<void> {
      await database.close()
      await server.stop()
      await receiver.close()
    },
  }
}

function owner(server: Server, index: number) {
  const account = ['--email', `owner-${index}@example.com`, '--plan', 'Enterprise', '--json', '--data', server.data]
  const made = execFileSync(process.execPath, [serverBin, 'keys', 'create', ...account], { encoding: 'utf8' })
  const { key, account: its } = JSON.parse(made) as { key: string; account: { id: string } }
  return { accountId: its.id, client: new Platelight({ apiKey: key, baseUrl: server.url }) }
}

/** Answers 200 on every path but /dead, where it never does. */
async function countingReceiver() {
  let waiting: { left: Map<string, number>; missing: number; done: () => void } | undefined
  const server = createServer(async (req, res) => {
    for await (const _ of req);
    if (req.url === '/dead') return
    res.writeHead(200).end()
    const left = waiting?.left.get(req.url ?? '') ?? 0
    if (!waiting || left === 0) return
    waiting.left.set(req.url ?? '', left - 1)
    if (--waiting.missing === 0) waiting.done()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Resolves when each of these addresses has received this many. */
    expect: (addresses: readonly string[], each: number) =>
      new Promise<void>((done) => {
        const left = new Map(addresses.map((address) => [new URL(address).pathname, each]))
        waiting = { left, missing: left.size * each, done }
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
