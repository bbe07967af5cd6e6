import type { Logger } from 'pino'
import { part } from '../base/compose.ts'
import type { Config } from '../base/config/server-config.ts'
import { CAPABILITIES } from '../base/engine-capability.ts'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { Draining } from '../base/running/draining.ts'
import type { Measures } from '../base/running/measures.ts'
import type { Tracing } from '../base/running/tracing.ts'
import type { Blobs } from '../blobs/blob-store.ts'
import type { SignedLinks } from '../blobs/signed-links.ts'
import type { StorageQuota } from '../blobs/storage-quota.ts'
import type { CreditLedger } from '../credits/credit-ledger.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { ownedTables } from '../database/owned-tables.ts'
import type { EngineFor } from '../engines/engine-for.ts'
import type { Engine } from '../engines/engine-port.ts'
import { ORDERS_AT_ONCE } from '../engines/synthesis/synthesis-engine.ts'
import type { EventLog } from '../events/log/event-log.ts'
import type { Letters } from '../mail/letters.ts'
import type { Net } from '../net/net-part.ts'
import { operationsOf } from '../operations/image-operations.ts'
import { createOrderReader } from '../operations/order-reader.ts'
import type { Platforms } from '../operations/platforms/platform-registry.ts'
import type { JobRunner } from '../queue/job-runner-port.ts'
import type { Queue } from '../queue/queue-port.ts'
import { createDeferredSettlements } from './execution/deferred-settlements.ts'
import { createDurationEstimate } from './execution/duration-estimate.ts'
import { createExecutor } from './execution/run-executor.ts'
import { createSources } from './execution/run-sources.ts'
import { createRunEndpoints } from './run-endpoints.ts'
import { createRunErasure } from './run-erasure.ts'
import { createRunRetention } from './run-retention.ts'
import { createRuns } from './runs.ts'
import { createDispatcher } from './scheduling/dispatcher.ts'
import { createRunTickets } from './scheduling/run-tickets.ts'
import { createWorkerRegistry } from './store/worker-registry.ts'
import { createViews } from './views/run-views.ts'

/** More runs are started than there are threads, so that sources are fetched while the threads are busy. */
const FETCHING_AHEAD = 2
const HEARTBEAT_MS = 10_000

interface Needs {
  readonly config: Config
  readonly clock: Clock
  readonly ids: Ids
  readonly database: OpenDatabase
  readonly ledger: CreditLedger
  readonly upgradeUrl: () => string
  readonly owner: string
  readonly logger: Logger
  readonly measures: Measures
  readonly tracing: Tracing
  readonly draining: Draining
  readonly blobs: Blobs
  readonly links: SignedLinks
  readonly quota: StorageQuota
  readonly queue: Queue
  readonly jobs: Pick<JobRunner, 'usesTickets' | 'pool'>
  readonly net: Pick<Net, 'safeFetch'>
  readonly engine: Engine
  readonly engineFor: EngineFor
  readonly events: EventLog
  readonly letters: Letters
  readonly platforms: Platforms
  readonly isCopy: boolean
}

/** Reading orders, and accepting, executing and showing runs. */
export const runsPart = part((needs: Needs) => {
  const { config, clock, database, owner, logger, blobs, links, jobs, net, engine } = needs
  const { limits, threads, maxQueued, capabilities, engines, role, workerName: name } = config
  const { db, dialect } = database
  const works = role !== 'api'
  const deferredSettlements = createDeferredSettlements()
  const views = createViews({ links })
  const sources = createSources({ db, blobs, links, fetch: net.safeFetch, limits })
  const { pool } = jobs
  const isAlone = dialect.soleOwner
  const workers = createWorkerRegistry({ db, clock, id: owner, name, engine, capabilities, role, pool, isAlone })
  // A process that works knows its own networks without asking, and needs an estimate for every run.
  const serving = works ? engine.serving : async () => (await workers.abilities()).serving
  const durationEstimate = createDurationEstimate({ threads, limits, serving })
  const tickets = jobs.usesTickets ? createRunTickets() : undefined
  // A process that is alone also takes what it has no engine for, because the run would wait forever otherwise. It fails.
  const idle = CAPABILITIES.filter((name) => !capabilities.includes(name))
  const isLimited = !isAlone && operationsOf(idle).length > 0
  // Runs that wait for a service outside take no slot of those that need a thread.
  const { imageProviders, cutoutProviders, copy } = config
  const asksOthers = imageProviders.length > 0 || cutoutProviders.length > 0 || copy !== undefined
  const slots = { threads: engine.capacity + FETCHING_AHEAD, ...(asksOthers && { providers: ORDERS_AT_ONCE }) }
  const concurrency = slots.threads + (slots.providers ?? 0)
  const executor = createExecutor({ ...needs, sources, views, durationEstimate, deferredSettlements })
  const dispatcher = createDispatcher({
    ...needs,
    executor,
    workers,
    deferredSettlements,
    slots,
    ...(tickets && { tickets }),
    ...(isLimited && { operations: operationsOf(capabilities) }),
  })

  let beating: NodeJS.Timeout | undefined
  const logged = (work: Promise<unknown>, failure: string) =>
    void work.catch((error: unknown) => logger.error({ err: error }, failure))
  // A process that works on no runs can still owe the end of one, which its caller cancelled while the disk was full.
  const beat = () => {
    logged(workers.heartbeat('online'), 'the heartbeat was not written')
    logged(deferredSettlements.retry(), 'the end of a run was not written')
  }

  const enhanceDetail = config.enhanceUpscale === 'model'
  const orders = createOrderReader({ platforms: needs.platforms, enhanceDetail, engines })
  const retention = createRunRetention({ ...needs, db, retention: config.retention })
  const runs = createRuns({ ...needs, sources, deferredSettlements, durationEstimate, maxQueued, workers, engines })

  return {
    provides: {
      orders,
      runs,
      runEndpoints: createRunEndpoints({ runs, views, orders }),
      dispatcher,
      concurrency,
      views,
      sources,
      durationEstimate,
      workers,
    },
    owns: ownedTables({
      runs: {
        key: 'id',
        file: 'runs',
        json: ['params', 'warnings', 'outcome'],
        without: ['lease_owner', 'lease_until', 'left_at', 'progress', 'priority', 'run_at', 'traceparent'],
        erasedApart: true,
      },
    }),
    erase: createRunErasure({ db, clock, runs }),
    timetable: [
      { name: 'sweep-garbage', every: 'minute', work: dispatcher.sweep, failure: 'sweeping failed' },
      // A copy removes nothing.
      ...(needs.isCopy
        ? []
        : [
            {
              name: 'remove-kept-long-enough',
              every: 'hour' as const,
              work: retention.removeDue,
              failure: 'what was kept long enough was not removed',
            },
          ]),
    ],
    async start() {
      if (works) return dispatcher.start()
      await workers.heartbeat('online')
      beating = setInterval(beat, HEARTBEAT_MS)
    },
    async drain(graceMs) {
      clearInterval(beating)
      await retention.stop()
      await (works ? dispatcher.stop(graceMs) : workers.leave())
    },
  }
})
