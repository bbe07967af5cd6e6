import { MINUTE_SECONDS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { runStatisticsRepository } from '../store/run-statistics-repository.ts'

/** Retry-After in seconds: when nothing has ended lately to estimate it from, and at most. */
const USUAL_WAIT_SECONDS = 5
const MAX_WAIT_SECONDS = 5 * MINUTE_SECONDS

/**
 * Limits how many runs may wait. A tenth of the queue is reserved for accounts with few waiting runs, so that one account
 * cannot shut out the others by filling it.
 *
 * @param maxQueued runs that may wait before new ones are refused; a batch counts as its items
 */
export function createQueueAdmission({ maxQueued, clock }: { maxQueued: number; clock: Clock }) {
  const shared = maxQueued - Math.floor(maxQueued / 10)
  /** An account with at most this many waiting runs may use the reserved tenth: a hundredth of the queue. */
  const few = Math.max(1, Math.floor(maxQueued / 100))

  /** Seconds in which this many runs are likely to end, by the throughput of the last minutes. */
  const secondsUntil = async (tx: Db, runs: number): Promise<number> => {
    const perSecond = await runStatisticsRepository(tx).throughput(clock.now())
    if (perSecond === 0) return USUAL_WAIT_SECONDS
    return Math.min(MAX_WAIT_SECONDS, Math.max(1, Math.ceil(runs / perSecond)))
  }

  return {
    /**
     * Refuses more runs than may wait. Holds by a lock on the name, because no single row stands for the queue.
     *
     * @param wanted the number of runs of this account
     * @throws ServiceError `overloaded` with the seconds until there is room; `bad_request` when there never will be
     */
    async refuseIfFull(tx: Db, accountId: string, wanted: number): Promise<void> {
      if (wanted > shared && wanted > few) throw neverAccepted(wanted, shared)
      await lock(tx, 'queue admission')
      const statistics = runStatisticsRepository(tx)
      const { queued } = await statistics.depth()
      if (queued + wanted <= shared) return
      const isFew = wanted <= few && (await statistics.queuedOf(accountId)) + wanted <= few
      const tooMany = queued + wanted - (isFew ? maxQueued : shared)
      if (tooMany > 0) throw overloaded(await secondsUntil(tx, tooMany))
    },
  }
}

/** Without Retry-After, because it will never fit. */
const neverAccepted = (wanted: number, max: number) =>
  new ServiceError(
    'bad_request',
    `${wanted} pictures are more than this server lets wait at all: send at most ${max} at a time, or have its operator raise PLATELIGHT_MAX_QUEUED. Nothing was done or charged.`,
  )

const overloaded = (seconds: number) =>
  new ServiceError(
    'overloaded',
    'Too much work is waiting. Nothing was done or charged; try again in a moment.',
    {},
    seconds,
  )
