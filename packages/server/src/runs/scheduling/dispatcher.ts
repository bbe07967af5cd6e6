import type { Logger } from 'pino'
import type { Clock } from '../../base/ports.ts'
import { isStorageFull } from '../../base/service-error.ts'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { DeferredSettlements } from '../execution/deferred-settlements.ts'
import type { RunExecutor } from '../execution/run-executor.ts'
import { PRIORITY, type Priority } from '../run-priority.ts'
import {
  type ClaimedRun,
  type ClaimRequest,
  isExhausted,
  leaseRepository,
  needsIsolation,
} from '../store/run-leases.ts'
import type { WorkerRegistry } from '../store/worker-registry.ts'
import { createStarvationGuard } from './starvation-guard.ts'

export interface Dispatcher {
  /** Takes back what a crash left, then begins to claim. */
  start(): Promise<void>
  /** Stops claiming, waits up to `graceMs` for what is being worked on, and hands the rest back to the queue. */
  stop(graceMs: number): Promise<void>
  /** Runs in progress here. */
  busy(): number
}

const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** How often the table is looked at without any news: lapsed leases, garbage, work of other processes. */
const LOOK_MS = 1_000
/** How long nothing is begun so that a run whose attempt died finds nobody beside it; then it goes on beside the rest. */
const ROOM_MS = 10_000
/** How long nothing is begun beside it. What broke down breaks down early, and nobody is to wait for the rest of it. */
const ALONE_MS = 20_000

interface Active {
  readonly controller: AbortController
  readonly done: Promise<void>
  readonly priority: Priority
  readonly accountId: string
  /** Until its pictures are there; others may be slow to send them. */
  isFetching: boolean
  /** Nothing is begun beside it before this time. */
  readonly aloneUntil: number
}

/**
 * Claims due runs and has them performed, as many at once as asked for. A lease is renewed while the work goes on, so
 * that it lapses only when this process is gone. Work whose run was called off is stopped.
 *
 * @param options.concurrency how many runs at once; jobs and the items of batches leave one place to whoever waits
 */
export function createDispatcher(options: {
  database: OpenDatabase
  queue: Queue
  blobs: Blobs
  executor: RunExecutor
  clock: Clock
  logger: Logger
  owner: string
  concurrency: number
  workers: WorkerRegistry
  deferredSettlements: DeferredSettlements
}): Dispatcher {
  const { database, queue, blobs, executor, clock, logger, owner, concurrency, workers, deferredSettlements } = options
  const leases = leaseRepository(database.db)
  const active = new Map<string, Active>()
  const timers: NodeJS.Timeout[] = []
  let renewing: NodeJS.Timeout | undefined
  let stopping = false
  let claiming: Promise<void> | undefined
  let again = false
  /** Since when room is being made for a run that is to be alone. */
  let makingRoomSince: number | undefined
  /** Which account had the last turn of each priority. */
  const lastServed = new Map<Priority, string>()
  const starvationGuard = createStarvationGuard()

  const leaseEnd = () => new Date(clock.now().getTime() + LEASE_MS).toISOString()

  const now = () => clock.now().getTime()

  // A clock that was set back does not make anybody wait longer.
  const isAlone = ({ aloneUntil }: Active) => aloneUntil > now() && aloneUntil <= now() + ALONE_MS

  const hasRoom = () => active.size < concurrency && ![...active.values()].some(isAlone)

  /** What may be begun now, in the order in which it is looked for. */
  const priorities = (): readonly Priority[] => {
    const patient = [...active.values()].filter(({ priority }) => priority < PRIORITY.waiting).length
    if (patient >= Math.max(1, concurrency - 1)) return [PRIORITY.waiting]
    return starvationGuard.order()
  }

  /** An account that waits for addresses, which may never answer, leaves a place to the others. */
  const accountsFetching = (): string[] => {
    const fetching = [...active.values()].flatMap(({ isFetching, accountId }) => (isFetching ? [accountId] : []))
    const count = (account: string) => fetching.filter((one) => one === account).length
    return [...new Set(fetching)].filter((account) => count(account) >= Math.max(1, concurrency - 1))
  }

  const waitedForRoom = () => {
    if (makingRoomSince === undefined) return false
    // Set back since.
    if (now() < makingRoomSince) makingRoomSince = now()
    return now() - makingRoomSince >= ROOM_MS
  }

  const claimAll = async (): Promise<void> => {
    // What was told to have come to nothing is not begun again, and nobody is to wait while nothing can be begun.
    if (!(await deferredSettlements.retry())) return queue.stalled()
    while (!stopping && hasRoom()) {
      const claim: ClaimRequest = {
        at: clock.now().toISOString(),
        leaseUntil: leaseEnd(),
        except: [...active.keys()],
        exceptAccounts: accountsFetching(),
        priorities: priorities(),
        lastServed,
        ignoreIsolation: waitedForRoom(),
      }
      const claimed = await leases.claim(owner, claim)
      if (claimed === 'alone') {
        makingRoomSince ??= now()
        return
      }
      makingRoomSince = undefined
      starvationGuard.begun(claimed?.priority, claim.priorities)
      if (!claimed) return
      begin(claimed)
    }
  }

  const begin = ({ id, accountId, attempts, priority, parentId }: ClaimedRun): void => {
    lastServed.set(priority, accountId)
    const controller = new AbortController()
    const fetched = () => {
      one.isFetching = false
      look()
    }
    const work = isExhausted(attempts)
      ? executor.giveUp(id)
      : executor.perform(id, controller.signal, priority, fetched)
    const done = work
      .catch((error: unknown) => logger.error({ err: error, run: id }, 'a run could not be settled'))
      .finally(() => {
        active.delete(id)
        look()
      })
    const aloneUntil = needsIsolation(attempts) ? now() + ALONE_MS : 0
    const one: Active = { controller, done, priority, accountId, isFetching: true, aloneUntil }
    active.set(id, one)
    queue.progressed(id)
    if (parentId !== null) queue.progressed(parentId)
  }

  /** One claimer at a time; news that comes meanwhile makes it look once more. */
  const look = (): void => {
    if (stopping) return
    if (claiming) {
      again = true
      return
    }
    claiming = claimAll()
      .catch((error: unknown) => {
        logger.error({ err: error }, 'claiming failed')
        if (isStorageFull(error)) queue.stalled()
      })
      .finally(() => {
        claiming = undefined
        if (again) {
          again = false
          look()
        }
      })
  }

  const stop = (id: string) => active.get(id)?.controller.abort()

  /** What is no longer ours was called off, or taken over: where the news came through another process, it is seen here. */
  const renew = async (): Promise<void> => {
    const before = [...active.keys()]
    const ours = new Set(await leases.extendLeases(owner, before, leaseEnd()))
    for (const id of before) if (!ours.has(id)) stop(id)
  }

  const beat = () => workers.heartbeat(stopping ? 'draining' : 'online')

  const sweep = async (): Promise<void> => {
    const garbage = blobGarbageRepository(database.db)
    for (const blob of await garbage.due(clock.now(), 100)) {
      await blobs.delete(blob)
      await garbage.unmark([blob])
    }
  }
  const sweepSafely = () => void sweep().catch((error: unknown) => logger.error({ err: error }, 'sweeping failed'))

  return {
    async start() {
      if (database.dialect.soleOwner) {
        const orphans = await leases.orphanAll(owner, new Date(clock.now().getTime() - 1).toISOString())
        if (orphans > 0) logger.warn({ runs: orphans }, 'taking up runs that a stopped server left')
        await workers.forgetOthers()
      }
      await beat()
      queue.onPush(look)
      queue.onCancelled(stop)
      queue.onGarbageAdded(sweepSafely)
      timers.push(setInterval(look, LOOK_MS), setInterval(sweepSafely, LOOK_MS * 30))
      renewing = setInterval(() => {
        Promise.all([renew(), beat()]).catch((error: unknown) =>
          logger.error({ err: error }, 'leases were not renewed'),
        )
      }, RENEW_MS)
      look()
    },

    async stop(graceMs) {
      stopping = true
      for (const timer of timers) clearInterval(timer)
      await claiming
      await beat().catch(() => {})
      const all = Promise.all([...active.values()].map(({ done }) => done))
      let timer: NodeJS.Timeout | undefined
      await Promise.race([all, new Promise((resolve) => (timer = setTimeout(resolve, graceMs)))])
      clearTimeout(timer)
      // Those that are still at it are stopped and begin anew elsewhere, or here after the next start.
      const late = [...active.entries()]
      for (const [id, { controller }] of late) {
        await leases
          .handBack(id, owner, clock.now().toISOString(), true)
          // Its lease lapses instead.
          .catch((error: unknown) => logger.error({ err: error, run: id }, 'a run was not handed back'))
        controller.abort()
        queue.progressed(id)
      }
      // Until now what was being finished stayed ours, however long the grace.
      clearInterval(renewing)
      await Promise.all(late.map(([, { done }]) => done))
      await deferredSettlements.retry().catch(() => {})
      await sweep().catch(() => {})
      await workers.leave().catch(() => {})
    },

    busy: () => active.size,
  }
}
