import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { part } from '../../base/compose.ts'
import { type Config, ConfigError } from '../../base/config/server-config.ts'
import { SECOND_MS } from '../../base/durations.ts'
import type { Clock, DiskSpace } from '../../base/ports.ts'
import type { Db } from '../../database/open-database.ts'
import type { Engine } from '../../engines/engine-port.ts'
import { backlogRepository, type Waiting } from './backlog-repository.ts'
import type { Metrics } from './open-metrics.ts'

/** However often it is asked, the database is read no more often than this. */
const FRESH_MS = 5 * SECOND_MS

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly engine: Engine
  readonly diskSpace: Pick<DiskSpace, 'freeBytes'>
  readonly plainLogger: Logger
  readonly metrics?: Metrics | undefined
}

/** `/metrics` for Prometheus, on a port of its own. Off unless it is set. */
export const metricsPart = part(async ({ config, plainLogger, metrics, ...needs }: Needs) => {
  if (!config.metrics || !metrics) return {}
  const { host, port } = config.metrics
  const { registry } = metrics
  await addGauges(metrics, { ...needs, config })
  const server = createServer(async (req, res) => {
    if (req.url?.split('?')[0] !== '/metrics' || (req.method !== 'GET' && req.method !== 'HEAD')) {
      res.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are at /metrics.\n')
      return
    }
    const text = await registry.metrics()
    res.writeHead(200, { 'content-type': registry.contentType }).end(text)
  })
  return {
    async start() {
      server.listen(port, host)
      await once(server, 'listening').catch((error: Error) => {
        throw new ConfigError([
          `PLATELIGHT_METRICS_HOST (${host}) and PLATELIGHT_METRICS_PORT (${port}): ${error.message}`,
        ])
      })
      plainLogger.info({ metrics: `http://${host}:${(server.address() as AddressInfo).port}/metrics` }, 'metrics')
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
})

/** What is true at the moment of a scrape. */
async function addGauges(
  { registry }: Metrics,
  { config, db, clock, engine, diskSpace }: Omit<Needs, 'plainLogger' | 'metrics'>,
): Promise<void> {
  const { Gauge } = await import('prom-client')
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    collect: (set: (value: number, labels?: Partial<Record<Label, string>>) => void) => unknown,
    labelNames: readonly Label[] = [],
  ) =>
    new Gauge<Label>({
      name: `platelight_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        await collect((value, labels = {}) => this.set(labels, value))
      },
    })

  const backlog = freshly(async () => {
    const repository = backlogRepository(db)
    const [runs, deliveries, letters] = [
      await repository.runs(),
      await repository.deliveries(),
      await repository.letters(),
    ]
    return { runs, deliveries, letters }
  })
  const age = ({ oldestAt }: Waiting) =>
    oldestAt === undefined ? 0 : Math.max(0, (clock.now().getTime() - Date.parse(oldestAt)) / SECOND_MS)

  gauge('database_up', 'Whether the database answers.', async (set) => set((await backlog()) ? 1 : 0))
  gauge(
    'queue_runs',
    'Runs that wait or are worked on.',
    async (set) => {
      for (const { urgency, state, waiting } of (await backlog())?.runs ?? []) set(waiting.count, { urgency, state })
    },
    ['urgency', 'state'],
  )
  gauge(
    'queue_oldest_seconds',
    'How long the oldest waiting run has waited.',
    async (set) => {
      for (const { urgency, state, waiting } of (await backlog())?.runs ?? [])
        if (state === 'queued') set(age(waiting), { urgency })
    },
    ['urgency'],
  )
  gauge('credits_held', 'Credits that are held for runs.', async (set) => {
    const found = await backlog()
    if (found) set(found.runs.reduce((sum, { credits }) => sum + credits, 0))
  })
  for (const kind of ['deliveries', 'letters'] as const) {
    gauge(`${kind}_waiting`, `Waiting ${kind}.`, async (set) => {
      const found = await backlog()
      if (found) set(found[kind].count)
    })
    gauge(`${kind}_oldest_seconds`, `How long the oldest of the waiting ${kind} has waited.`, async (set) => {
      const found = await backlog()
      if (found) set(age(found[kind]))
    })
  }

  gauge('engine_threads', 'Threads for pictures.', (set) => set(engine.capacity))
  gauge(
    'engine_tasks',
    'Pictures that are worked on, and that wait for a thread or memory.',
    (set) => {
      const { busy, waiting } = engine.load()
      set(busy, { state: 'busy' })
      set(waiting, { state: 'waiting' })
    },
    ['state'],
  )
  gauge(
    'networks_loaded',
    'Networks in memory, each as the value 1.',
    (set) => {
      for (const network of engine.loaded()) set(1, { network })
    },
    ['network'],
  )
  gauge('disk_free_bytes', 'Free space on the fullest disk of the data folder.', (set) => set(diskSpace.freeBytes()))
  gauge('disk_floor_bytes', 'With less free space, writes are refused.', (set) => set(config.minFreeBytes))
  gauge('certificate_expiry_timestamp_seconds', 'When the certificate of PLATELIGHT_TLS_CERT ends.', async (set) => {
    const file = config.tls && (await readFile(config.tls.cert).catch(() => undefined))
    if (file) set(Date.parse(new X509Certificate(file).validTo) / SECOND_MS)
  })
}

/** What was read a moment ago, or now; undefined when it cannot be read. Those who ask at once wait for one answer. */
function freshly<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let answer: Promise<T | undefined> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (!answer || performance.now() - readAt > FRESH_MS) {
      readAt = performance.now()
      answer = read().catch(() => undefined)
    }
    return answer
  }
}
