import type { Logger } from 'pino'
import { isDatabaseLost } from '../../base/database-error.ts'
import { atMost } from '../../base/loops/at-most.ts'
import type { Clock } from '../../base/ports.ts'
import { isStorageFull } from '../../base/service-error.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import { createGarbageSweeper } from '../../blobs/garbage-sweeper.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import { capabilityOf } from '../../operations/image-operations.ts'
import type { Ticket } from '../../queue/job-runner-port.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { DeferredSettlements } from '../execution/deferred-settlements.ts'
import type { RunExecutor } from '../execution/run-executor.ts'
import { isExhausted, needsIsolation } from '../run.ts'
import { runRepository } from '../store/run-repository.ts'
import type { WorkerRegistry } from '../store/worker-registry.ts'
import { type ActiveRun, createActiveRuns, type Slots } from './active-runs.ts'
import type { ClaimedRun } from './claim-run.ts'
import { createCoalescedTask } from './coalesced-task.ts'
import { createIsolationGate } from './isolation-gate.ts'
import { replenishTickets } from './replenish-tickets.ts'
import { createRunClaimer } from './run-claimer.ts'
import { type RunTickets, unlimitedTickets } from './run-tickets.ts'

export interface Dispatcher {
  /** Takes back the runs that a crash left, then starts to claim. */
  start(): Promise<void>
  /** Stops claiming, waits up to `graceMs` for runs in progress, and hands the rest back to the queue. */
  stop(graceMs: number): Promise<void>
  /** Claims a run with a ticket. Resolves when the ticket is used up. */
  takeTicket(ticket: Ticket): Promise<void>
  /** Starts to delete the garbage that is due. Called by the timetable. */
  sweep(): Promise<void>
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
  /** The number of simultaneous runs. Jobs and items of batches leave one slot to callers that wait, and each account one to others. */
  readonly slots: Slots
  readonly workers: WorkerRegistry
  readonly deferredSettlements: DeferredSettlements
  /** Permission to claim; without limit by default. */
  readonly tickets?: RunTickets
  /** The operations that this process can do; all by default. */
  readonly operations?: readonly string[]
}

const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** The interval of reading the table without an update, for lapsed leases and the runs of other processes. */
const POLL_MS = 1_000
/** At most, and by chance: with a fixed delay this process could be the first to find the ticket again and again. */
const PASS_ON_MS = 1_000
/** How long the sweep at the end may take. */
const LAST_SWEEP_MS = 5_000

/**
 * Claims due runs and executes several at the same time. A lease is renewed while the work goes on, so it lapses only when
 * this process is gone. Work on a cancelled run is stopped.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, queue, executor, clock, logger, owner, slots, workers, deferredSettlements } = options
  const { tickets = unlimitedTickets, operations } = options
  const runs = runRepository(database.db)
  const sweep = createGarbageSweeper({ ...options, db: database.db })
  const leaseEnd = () => new Date(clock.now().getTime() + LEASE_MS).toISOString()
  const isolation = createIsolationGate(clock)
  const active = createActiveRuns({ slots, isolation })
  const shared = { db: database.db, clock, owner, active, isolation, leaseEnd, operations }
  const lanes = active.lanes.map((lane) => ({
    lane,
    claimer: createRunClaimer({ ...shared, lane }),
    /** Whether something happened since the last search that may have left a caller waiting. */
    callersMayWait: true,
  }))
  const timers: NodeJS.Timeout[] = []
  let renewing: NodeJS.Timeout | undefined
  let stopping = false

  const claimAll = async (looksAgain: () => void): Promise<void> => {
    // Runs whose callers got an error reply are not started again, and nobody waits while nothing can start.
    if (!(await deferredSettlements.retry())) return queue.stalled()
    const ends: boolean[] = []
    for (const one of lanes) ends.push(await claimIn(one, looksAgain))
    if (ends.every(Boolean)) tickets.foundNothing()
  }

  /** @returns whether nothing more waits in the lane that may start */
  const claimIn = async (one: (typeof lanes)[number], looksAgain: () => void): Promise<boolean> => {
    const { lane, claimer } = one
    while (!stopping && active.hasRoom(lane) && tickets.available()) {
      if (active.isReservedForCallers(lane) && !one.callersMayWait) return false
      looksAgain()
      one.callersMayWait = false
      const claimed = await claimer.next()
      if (!claimed) return !claimer.isHoldingBack()
      begin(claimed)
      if (!claimer.sawNoCaller()) one.callersMayWait = true
    }
    return false
  }

  const claiming = createCoalescedTask((looksAgain) =>
    claimAll(looksAgain).catch((error: unknown) => {
      logger.error({ err: error }, 'claiming failed')
      if (isStorageFull(error)) queue.stalled()
    }),
  )

  /** Claims whatever there is, callers included. */
  const look = (): void => {
    for (const one of lanes) one.callersMayWait = true
    claiming.trigger()
  }

  const begin = (claimed: ClaimedRun): void => {
    const { id, accountId, operation, attempts, priority, parentId, lane } = claimed
    const controller = new AbortController()
    const endTicket = tickets.use()
    const work = isExhausted(attempts)
      ? executor.giveUp(claimed)
      : executor.execute(claimed, { priority, stop: controller.signal })
    const done = work
      .catch((error: unknown) => interrupted(run, error))
      .finally(() => {
        active.remove(id)
        endTicket()
        look()
      })
    const isolatedUntil = needsIsolation(attempts) ? isolation.isolatedUntil() : 0
    const capability = capabilityOf(operation)
    const run: ActiveRun = { id, accountId, priority, capability, lane, controller, done, isolatedUntil }
    active.add(run)
    queue.progressed(id)
    if (parentId !== null) queue.progressed(parentId)
  }

  /** Stops runs that this process no longer holds: they were taken over, or cancelled through another process. */
  const renewLeases = async (): Promise<void> => {
    const before = active.ids()
    // In a transaction, because another one may lock several of these rows in another order.
    const renewed = await inTransaction(database.db, (tx) => runRepository(tx).renewLeases(owner, before, leaseEnd()))
    const ours = new Set(renewed)
    for (const id of before) if (!ours.has(id)) active.stop(id)
  }

  const heartbeat = () => workers.heartbeat(stopping ? 'draining' : 'online')

  // Garbage that comes in many pieces at once is swept together, and no two sweeps delete the same blobs.
  const sweeping = createCoalescedTask(() =>
    sweep().catch((error: unknown) => logger.error({ err: error }, 'sweeping failed')),
  )

  const takeOverAll = async (): Promise<void> => {
    const orphans = await runs.expireOtherLeases(owner, new Date(clock.now().getTime() - 1).toISOString())
    if (orphans > 0) logger.warn({ runs: orphans }, 'taking over runs that a stopped server left')
    await workers.forgetOthers()
  }

  /** Stops a run that did not end in time. It starts again in another process, or here after the next start. */
  const handBack = async ({ id, capability, controller }: ActiveRun): Promise<void> => {
    await inTransaction(
      database.db,
      async (tx) => {
        await runRepository(tx).handBack(id, owner, clock.now().toISOString(), { uncounted: true })
        await queue.enqueue(tx, [capability])
      },
      { repeatable: true },
    )
      // Then its lease lapses instead.
      .catch((error: unknown) => logger.error({ err: error, run: id }, 'a run was not handed back'))
    controller.abort()
    queue.progressed(id)
  }

  /** The loss of the database says nothing about the run, so its attempt does not count. */
  const interrupted = async (run: ActiveRun, error: unknown): Promise<void> => {
    if (!isDatabaseLost(error)) return logger.error({ err: error, run: run.id }, 'a run could not be settled')
    logger.warn({ err: error, run: run.id }, 'a run starts again because the database was lost')
    await handBack(run)
  }

  /** The runs of unused tickets start in another process. */
  const returnTickets = async (): Promise<void> => {
    const unused = tickets.giveBack()
    if (unused.length > 0) await inTransaction(database.db, (tx) => queue.enqueue(tx, unused))
  }

  return {
    async takeTicket({ capability, nobodyWaits }) {
      // It came after the others were given back. Another process may have it soon.
      if (stopping)
        return inTransaction(database.db, (tx) =>
          queue.enqueue(tx, [capability], { delayMs: Math.random() * PASS_ON_MS }),
        )
      const used = tickets.hold(capability)
      if (nobodyWaits) claiming.trigger()
      else look()
      return used
    },
    sweep: async () => sweeping.trigger(),

    async start() {
      if (database.dialect.soleOwner) await takeOverAll()
      await heartbeat()
      queue.onPush(look)
      queue.onCancelled(active.stop)
      queue.onGarbageAdded(sweeping.trigger)
      timers.push(setInterval(look, POLL_MS))
      renewing = setInterval(() => {
        Promise.all([renewLeases(), heartbeat(), replenishTickets({ ...options, db: database.db })]).catch(
          (error: unknown) => logger.error({ err: error }, 'leases were not renewed'),
        )
      }, RENEW_MS)
      look()
    },

    async stop(graceMs) {
      stopping = true
      for (const timer of timers) clearInterval(timer)
      await claiming.stop()
      await returnTickets().catch((error: unknown) => logger.error({ err: error }, 'tickets were not given back'))
      await heartbeat().catch(() => {})
      await atMost(graceMs, Promise.all(active.all().map(({ done }) => done)))
      const late = active.all()
      for (const run of late) await handBack(run)
      // The leases are renewed until here, so that other processes do not take the runs during a long grace time.
      clearInterval(renewing)
      await Promise.all(late.map(({ done }) => done))
      await deferredSettlements.retry().catch(() => {})
      const swept = sweeping.stop().then(sweep)
      // A store that does not respond must not prevent the end.
      await atMost(
        LAST_SWEEP_MS,
        swept.catch(() => {}),
      )
      await workers.leave().catch(() => {})
    },

    busy: active.count,
  }
}
