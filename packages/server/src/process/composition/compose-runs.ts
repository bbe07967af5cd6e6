import type { Db } from '../../database/open-database.ts'
import type { EngineFor } from '../../engines/engine-for.ts'
import type { Engine } from '../../engines/engine-port.ts'
import type { EventLog } from '../../events/log/event-log.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { createDeferredSettlements } from '../../runs/execution/deferred-settlements.ts'
import { createDurationEstimate } from '../../runs/execution/duration-estimate.ts'
import { createExecutor } from '../../runs/execution/run-executor.ts'
import { createSources } from '../../runs/execution/run-sources.ts'
import { isFinished } from '../../runs/run.ts'
import { createRuns } from '../../runs/runs.ts'
import { createDispatcher } from '../../runs/scheduling/dispatcher.ts'
import { runRepository } from '../../runs/store/run-repository.ts'
import { createWorkerRegistry } from '../../runs/store/worker-registry.ts'
import { createViews } from '../../runs/views/run-views.ts'
import type { Core } from '../open-core.ts'
import type { Net } from './compose-net.ts'
import type { Storage } from './compose-storage.ts'

/** More runs are started than there are threads, so that sources are fetched while the threads are busy. */
const FETCHING_AHEAD = 2

/** For the queue: whether a run has ended or no longer exists. */
export const isSettledIn = (db: Db) => async (id: string) => {
  const run = await runRepository(db).get(id)
  return run === undefined || isFinished(run)
}

/** Accepting, executing and showing runs. */
export function composeRuns(
  { config, clock, ids, database, ledger, address }: Core,
  deps: {
    engine: Engine
    engineFor: EngineFor
    queue: Queue
    events: EventLog
    storage: Storage
    net: Net
    owner: string
  },
) {
  const { db } = database
  const { engine, engineFor, queue, events, storage, net, owner } = deps
  const { blobs, links, quota, logger } = storage
  const { limits, threads, maxQueued } = config
  const deferredSettlements = createDeferredSettlements()
  const views = createViews({ links })
  const sources = createSources({ db, blobs, links, fetch: net.safeFetch, limits })
  const durationEstimate = createDurationEstimate({ threads, limits, serving: engine.serving })
  const workers = createWorkerRegistry({ db, clock, id: owner, engine })
  const executor = createExecutor({
    ...{ database, ledger, events, queue, blobs, sources, quota, views, durationEstimate, ids, clock, logger, owner },
    ...{ deferredSettlements, engineFor, upgradeUrl: address.upgradeUrl },
  })
  return {
    views,
    sources,
    durationEstimate,
    workers,
    runs: createRuns({
      ...{ database, ledger, events, queue, ids, clock, sources, quota, deferredSettlements, maxQueued },
    }),
    dispatcher: createDispatcher({
      ...{ database, queue, blobs, executor, clock, logger, owner, workers, deferredSettlements },
      concurrency: engine.capacity + FETCHING_AHEAD,
    }),
  }
}
