import type { Logger } from 'pino'
import type { Clock } from '../../base/ports.ts'
import { isStorageFull } from '../../base/service-error.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import { createGarbageSweeper } from '../../blobs/garbage-sweeper.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { DeferredSettlements } from '../execution/deferred-settlements.ts'
import type { RunExecutor } from '../execution/run-executor.ts'
import { isExhausted, needsIsolation } from '../run.ts'
import { runRepository } from '../store/run-repository.ts'
import type { WorkerRegistry } from '../store/worker-registry.ts'
import { type ActiveRun, createActiveRuns } from './active-runs.ts'
import type { ClaimedRun } from './claim-run.ts'
import { createCoalescedTask } from './coalesced-task.ts'
import { createIsolationGate } from './isolation-gate.ts'
import { createRunClaimer } from './run-claimer.ts'

export interface Dispatcher {
  /** Takes back the runs that a crash left, then starts to claim. */
  start(): Promise<void>
  /** Stops claiming, waits up to `graceMs` for runs in progress, and hands the rest back to the queue. */
  stop(graceMs: number): Promise<void>
  /** Runs in progress here. */
  busy(): number
}

export interface DispatcherOptions {
  readonly database: OpenDatabase
  readonly queue: Queue
  readonly blobs: Blobs
  readonly executor: RunExecutor
  readonly clock: Clock
  readonly logger: Logger
  readonly owner: string
  /** The number of simultaneous runs. Jobs and items of batches leave one slot to callers that wait. */
  readonly concurrency: number
  readonly workers: WorkerRegistry
  readonly deferredSettlements: DeferredSettlements
}

const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** The interval of reading the table without an update, for lapsed leases and the runs of other processes. */
const POLL_MS = 1_000
const SWEEP_MS = 30_000

/**
 * Claims due runs and executes several at the same time. A lease is renewed while the work goes on, so it lapses only when
 * this process is gone. Work on a cancelled run is stopped.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, queue, executor, clock, logger, owner, concurrency, workers, deferredSettlements } = options
  const runs = runRepository(database.db)
  const sweep = createGarbageSweeper({ ...options, db: database.db })
  const leaseEnd = () => new Date(clock.now().getTime() + LEASE_MS).toISOString()
  const isolation = createIsolationGate(clock)
  const active = createActiveRuns({ concurrency, isolation })
  const claimer = createRunClaimer({ db: database.db, clock, owner, active, isolation, leaseEnd })
  const timers: NodeJS.Timeout[] = []
  let renewing: NodeJS.Timeout | undefined
  let stopping = false

  const claimAll = async (): Promise<void> => {
    // Runs whose callers got an error reply are not started again, and nobody waits while nothing can start.
    if (!(await deferredSettlements.retry())) return queue.stalled()
    while (!stopping && active.hasRoom()) {
      const claimed = await claimer.next()
      if (!claimed) return
      begin(claimed)
    }
  }

  const claiming = createCoalescedTask(() =>
    claimAll().catch((error: unknown) => {
      logger.error({ err: error }, 'claiming failed')
      if (isStorageFull(error)) queue.stalled()
    }),
  )

  const begin = ({ id, accountId, attempts, priority, parentId }: ClaimedRun): void => {
    const controller = new AbortController()
    const onFetched = () => {
      run.isFetching = false
      claiming.trigger()
    }
    const work = isExhausted(attempts)
      ? executor.giveUp(id)
      : executor.execute(id, { priority, stop: controller.signal, onFetched })
    const done = work
      .catch((error: unknown) => logger.error({ err: error, run: id }, 'a run could not be settled'))
      .finally(() => {
        active.remove(id)
        claiming.trigger()
      })
    const isolatedUntil = needsIsolation(attempts) ? isolation.isolatedUntil() : 0
    const run: ActiveRun = { id, accountId, priority, controller, done, isFetching: true, isolatedUntil }
    active.add(run)
    queue.progressed(id)
    if (parentId !== null) queue.progressed(parentId)
  }

  /** Stops runs that this process no longer holds: they were taken over, or cancelled through another process. */
  const renewLeases = async (): Promise<void> => {
    const before = active.ids()
    const ours = new Set(await runs.renewLeases(owner, before, leaseEnd()))
    for (const id of before) if (!ours.has(id)) active.stop(id)
  }

  const heartbeat = () => workers.heartbeat(stopping ? 'draining' : 'online')

  const sweepSafely = () => void sweep().catch((error: unknown) => logger.error({ err: error }, 'sweeping failed'))

  const takeOverAll = async (): Promise<void> => {
    const orphans = await runs.expireOtherLeases(owner, new Date(clock.now().getTime() - 1).toISOString())
    if (orphans > 0) logger.warn({ runs: orphans }, 'taking over runs that a stopped server left')
    await workers.forgetOthers()
  }

  /** Stops a run that did not end in time. It starts again in another process, or here after the next start. */
  const handBack = async ({ id, controller }: ActiveRun): Promise<void> => {
    await runs
      .handBack(id, owner, clock.now().toISOString(), { uncounted: true })
      // Then its lease lapses instead.
      .catch((error: unknown) => logger.error({ err: error, run: id }, 'a run was not handed back'))
    controller.abort()
    queue.progressed(id)
  }

  return {
    async start() {
      if (database.dialect.soleOwner) await takeOverAll()
      await heartbeat()
      queue.onPush(claiming.trigger)
      queue.onCancelled(active.stop)
      queue.onGarbageAdded(sweepSafely)
      timers.push(setInterval(claiming.trigger, POLL_MS), setInterval(sweepSafely, SWEEP_MS))
      renewing = setInterval(() => {
        Promise.all([renewLeases(), heartbeat()]).catch((error: unknown) =>
          logger.error({ err: error }, 'leases were not renewed'),
        )
      }, RENEW_MS)
      claiming.trigger()
    },

    async stop(graceMs) {
      stopping = true
      for (const timer of timers) clearInterval(timer)
      await claiming.stop()
      await heartbeat().catch(() => {})
      await atMost(graceMs, Promise.all(active.all().map(({ done }) => done)))
      const late = active.all()
      for (const run of late) await handBack(run)
      // The leases are renewed until here, so that other processes do not take the runs during a long grace time.
      clearInterval(renewing)
      await Promise.all(late.map(({ done }) => done))
      await deferredSettlements.retry().catch(() => {})
      await sweep().catch(() => {})
      await workers.leave().catch(() => {})
    },

    busy: active.count,
  }
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))])
  clearTimeout(timer)
}
