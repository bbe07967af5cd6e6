import { readdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '@platelight/drawing/preview/seeded-random.ts'
import { type StoredBlob, startS3, storedBlobs } from '#server-testing/blobs'
import { startCluster } from '#server-testing/process'
import type { Outages, Target } from './kill-often.ts'
import { createVictim, type ServerUnderTest } from './server-under-test.ts'

/** The servers under test, with their database and their store of pictures. */
export interface Installation {
  readonly dataFolder: string
  /** Where callers reach it. */
  readonly url: string
  /** The settings of its operator's commands. */
  readonly env: Readonly<Record<string, string>>
  /** The address of PostgreSQL; undefined when the database is in the data folder. */
  readonly databaseUrl?: string
  readonly servers: readonly ServerUnderTest[]
  /** Everything that is killed: the servers, and perhaps the database. */
  readonly targets: readonly Target[]
  /** The longest time that a caller may be without a reply, in milliseconds. */
  readonly longestReplyMs: number
  /** How many callers a balancer has seen cut off; undefined without one. */
  readonly cuts?: () => number
  storedBlobs(): Promise<readonly StoredBlob[]>
  /**
   * The files of unfinished requests that should have been removed.
   *
   * @param stopped the names under which the servers worked that were stopped regularly
   */
  leftIncoming(stopped: readonly string[]): Promise<readonly string[]>
  /** Ends everything but the servers. */
  close(): Promise<void>
}

const SETTINGS = {
  PLATELIGHT_ALLOW_PRIVATE_URLS: '1',
  // No networks, because loading them takes seconds, and only the server is tested.
  PLATELIGHT_CUTOUT_MODEL: 'none',
  PLATELIGHT_UPSCALE_MODEL: 'none',
}

const incomingOf = (dataFolder: string) => readdir(join(dataFolder, 'incoming')).catch((): string[] => [])

type Settings = Readonly<Record<string, string>>

/** One process with an embedded database and a folder of pictures. */
export async function singleInstallation(dataFolder: string, settings: Settings): Promise<Installation> {
  const server = await createVictim({ name: 'server', kind: 'server', dataFolder, env: { ...SETTINGS, ...settings } })
  return {
    dataFolder,
    url: server.url,
    env: settings,
    servers: [server],
    targets: [server],
    // Longer than the longest deadline, including the work before it. The next start takes over all runs at once.
    longestReplyMs: 180_000,
    storedBlobs: () => storedBlobs(dataFolder),
    leftIncoming: () => incomingOf(dataFolder),
    close: async () => {},
  }
}

const APIS = 2
const WORKERS = 3
/** How long PostgreSQL is away after a kill. */
const AWAY_MS = { least: 100, most: 4_000 }

/** Two API processes behind a load balancer and three workers, on PostgreSQL and S3. PostgreSQL is killed too. */
export async function grownInstallation(
  dataFolder: string,
  settings: Settings,
  chance: SeededRandom,
): Promise<Installation> {
  const [cluster, s3] = await Promise.all([startCluster(), startS3()])
  const outages: Outages = { isOpen: false, count: 0 }
  const servers: ServerUnderTest[] = []
  const apis = () => servers.filter(({ kind }) => kind === 'api').map(({ url }) => url)
  const balancer = await createBalancer(apis)
  const shared = {
    ...settings,
    ...s3.env,
    PLATELIGHT_S3_PREFIX: `chaos-${Date.now()}`,
    PLATELIGHT_DATABASE_URL: cluster.url,
    PLATELIGHT_PUBLIC_URL: balancer.url,
  }
  const add = async (kind: 'api' | 'worker', count: number) => {
    for (let number = 1; number <= count; number++) {
      const env = { ...SETTINGS, ...shared, PLATELIGHT_ROLE: kind, PLATELIGHT_THREADS: '1' }
      servers.push(await createVictim({ name: `${kind} ${number}`, kind, dataFolder, env, outages }))
    }
  }
  await add('api', APIS)
  await add('worker', WORKERS)
  let starting: Promise<void> | undefined
  const startAgain = async () => {
    await sleep(chance.between(AWAY_MS.least, AWAY_MS.most))
    await cluster.start()
    outages.isOpen = false
    starting = undefined
  }
  const database: Target = {
    name: 'PostgreSQL',
    kind: 'database',
    async kill() {
      Object.assign(outages, { isOpen: true, count: outages.count + 1 })
      await cluster.kill()
    },
    async start() {
      if (outages.isOpen) starting ??= startAgain()
      await starting
    },
  }
  return {
    dataFolder,
    url: balancer.url,
    env: shared,
    databaseUrl: cluster.url,
    servers,
    targets: [...servers, database],
    // The attempts of a process that died begin again only when its leases have lapsed, and the next ones may die too.
    longestReplyMs: 600_000,
    cuts: balancer.cuts,
    storedBlobs: () => storedBlobs(dataFolder, shared),
    // The folder of a process that was killed is removed after a day.
    leftIncoming: async (stopped) => (await incomingOf(dataFolder)).filter((name) => stopped.includes(name)),
    close: async () => {
      await Promise.all([balancer.close(), cluster.stop(), s3.stop()])
    },
  }
}

/**
 * Gives each request to the next server. One that refuses the connection is passed over. A connection that breaks is broken for
 * the caller too, because the request may have been carried out.
 */
async function createBalancer(servers: () => readonly string[]) {
  let turn = 0
  let cuts = 0

  /** Sends a request to one server. @returns false when nothing listens there */
  const forward = (to: string, req: IncomingMessage, body: Buffer, res: ServerResponse): Promise<boolean> =>
    new Promise((resolve) => {
      const { method, headers } = req
      const onward = request(new URL(req.url ?? '/', to), { method, headers, agent: false })
      // A caller who hangs up is not cut.
      let isGone = false
      const cut = () => {
        if (!isGone) cuts++
      }
      res.once('close', () => {
        isGone = true
        onward.destroy()
      })
      onward.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false)
        cut()
        res.destroy()
        resolve(true)
      })
      onward.once('response', (reply) => {
        res.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.once('error', cut)
        pipeline(reply, res, () => {})
        resolve(true)
      })
      onward.end(body)
    })

  const balance = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const all = servers()
    const first = turn++
    for (let tried = 0; tried < all.length; tried++) {
      const server = all[(first + tried) % all.length] as string
      if (await forward(server, req, body, res)) return
    }
    res.destroy()
  }

  const server = createServer((req, res) => {
    balance(req, res).catch(() => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
