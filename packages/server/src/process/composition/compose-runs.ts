import { CAPABILITIES } from '../../base/engine-capability.ts'
import type { EngineFor } from '../../engines/engine-for.ts'
import type { Engine } from '../../engines/engine-port.ts'
import { ORDERS_AT_ONCE } from '../../engines/synthesis/synthesis-engine.ts'
import type { EventLog } from '../../events/log/event-log.ts'
import type { Letters } from '../../mail/letters.ts'
import { operationsOf } from '../../operations/image-operations.ts'
import type { JobRunner } from '../../queue/job-runner-port.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { createDeferredSettlements } from '../../runs/execution/deferred-settlements.ts'
import { createDurationEstimate } from '../../runs/execution/duration-estimate.ts'
import { createExecutor } from '../../runs/execution/run-executor.ts'
import { createSources } from '../../runs/execution/run-sources.ts'
import { createRuns } from '../../runs/runs.ts'
import { createDispatcher } from '../../runs/scheduling/dispatcher.ts'
import { createRunTickets } from '../../runs/scheduling/run-tickets.ts'
import { createWorkerRegistry } from '../../runs/store/worker-registry.ts'
import { createViews } from '../../runs/views/run-views.ts'
import type { Core } from '../open-core.ts'
import type { Net } from './compose-net.ts'
import type { Storage } from './compose-storage.ts'

/** More runs are started than there are threads, so that sources are fetched while the threads are busy. */
const FETCHING_AHEAD = 2

/** Accepting, executing and showing runs. */
export function composeRuns(
  { config, clock, ids, database, ledger, address }: Core,
  deps: {
    engine: Engine
    engineFor: EngineFor
    queue: Queue
    jobs: Pick<JobRunner, 'usesTickets' | 'pool'>
    events: EventLog
    letters: Letters
    storage: Storage
    net: Net
    owner: string
  },
) {
  const { db } = database
  const { engine, engineFor, queue, jobs, events, letters, storage, net, owner } = deps
  const { blobs, links, quota, logger } = storage
  const { limits, threads, maxQueued, capabilities, engines } = config
  const deferredSettlements = createDeferredSettlements()
  const views = createViews({ links })
  const sources = createSources({ db, blobs, links, fetch: net.safeFetch, limits })
  const workers = createWorkerRegistry({
    db,
    clock,
    id: owner,
    engine,
    capabilities,
    role: config.role,
    pool: jobs.pool,
    isAlone: database.dialect.soleOwner,
  })
  // A process that works knows its own networks without asking, and needs an estimate for every run.
  const serving = config.role === 'api' ? async () => (await workers.abilities()).serving : engine.serving
  const durationEstimate = createDurationEstimate({ threads, limits, serving })
  const tickets = jobs.usesTickets ? createRunTickets() : undefined
  // A process that is alone also takes what it has no engine for, because the run would wait forever otherwise. It fails.
  const idle = CAPABILITIES.filter((name) => !capabilities.includes(name))
  const isLimited = !database.dialect.soleOwner && operationsOf(idle).length > 0
  // Runs that wait for a provider leave room for those that need a thread.
  const concurrency = engine.capacity + FETCHING_AHEAD + (config.imageProviders.length > 0 ? ORDERS_AT_ONCE : 0)
  const executor = createExecutor({
    database,
    ledger,
    events,
    letters,
    queue,
    blobs,
    sources,
    quota,
    views,
    durationEstimate,
    ids,
    clock,
    logger,
    owner,
    deferredSettlements,
    engineFor,
    upgradeUrl: address.upgradeUrl,
  })
  return {
    concurrency,
    views,
    sources,
    durationEstimate,
    workers,
    retrySettlements: deferredSettlements.retry,
    runs: createRuns({
      database,
      ledger,
      events,
      queue,
      ids,
      clock,
      sources,
      quota,
      deferredSettlements,
      maxQueued,
      workers,
      engines,
    }),
    dispatcher: createDispatcher({
      database,
      queue,
      blobs,
      executor,
      clock,
      logger,
      owner,
      workers,
      deferredSettlements,
      concurrency,
      ...(tickets && { tickets }),
      ...(isLimited && { operations: operationsOf(capabilities) }),
    }),
  }
}
