import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Db } from '../../database/open-database.ts'
import { runRepository } from '../store/run-repository.ts'
import { runStatisticsRepository } from '../store/run-statistics-repository.ts'

/** What is told to come back where nothing was done lately to go by, and at most. */
const USUAL_WAIT_SECONDS = 5
const LONGEST_WAIT_SECONDS = 300

/**
 * Room for runs that wait. A tenth of the places is kept for accounts with next to nothing waiting, so that whoever fills
 * the queue leaves others a way in.
 *
 * @param maxQueued Runs that may wait before new ones are turned away; a batch is as many as it has items.
 */
export function createQueueAdmission({ maxQueued, clock }: { maxQueued: number; clock: Clock }) {
  const shared = maxQueued - Math.floor(maxQueued / 10)
  /** So much is next to nothing. */
  const few = Math.max(1, Math.floor(maxQueued / 100))

  /** After how many seconds so many are likely to have been done, by what was done lately. */
  const secondsUntil = async (tx: Db, runs: number): Promise<number> => {
    const { perSecond } = await runStatisticsRepository(tx).throughput(clock.now())
    if (perSecond === 0) return USUAL_WAIT_SECONDS
    return Math.min(LONGEST_WAIT_SECONDS, Math.max(1, Math.ceil(runs / perSecond)))
  }

  return {
    /**
     * Refuses more than may wait. @param wanted runs of this account at once
     * @throws ServiceError `overloaded` with the seconds after which there is room; `bad_request` where there never is
     */
    async refuseIfFull(tx: Db, accountId: string, wanted: number): Promise<void> {
      if (wanted > shared && wanted > few) throw neverAccepted(wanted, shared)
      const { queued } = await runRepository(tx).depth()
      if (queued + wanted <= shared) return
      const isFew = wanted <= few && (await runRepository(tx).waitingOf(accountId)) + wanted <= few
      const tooMany = queued + wanted - (isFew ? maxQueued : shared)
      if (tooMany > 0) throw overloaded(await secondsUntil(tx, tooMany))
    },
  }
}

/** However long is waited, so nobody is told to come back. */
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
