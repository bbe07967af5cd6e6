import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, SECOND_MS } from '../../base/durations.ts'
import { atMost } from '../../base/loops/at-most.ts'
import { createCycleLoop } from '../../base/loops/cycle-loop.ts'
import { cutoffsOf, type KeptDays } from '../../base/plans/retention-settings.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import { rowLease } from '../../database/row-lease.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { type LetterRow, letterRepository } from '../store/letter-repository.ts'
import { type AttemptOptions, createLetterAttempt } from './letter-attempt.ts'

export interface LetterSender {
  /** Takes over what a crash left, then starts to send. */
  start(): Promise<void>
  /** Sends what is due. Resolves when all of it has been attempted. */
  poll(): Promise<void>
  /** Begins nothing more, waits up to `graceMs` for attempts in progress, and releases the rest. */
  stop(graceMs: number): Promise<void>
  /** Removes letters that ended long ago with their files in the outbox, and the counts of days that are over. */
  expire(): Promise<void>
}

/** How often the table is read without a notification. */
const POLL_MS = SECOND_MS
/** By then the reply to a request has been sent, so its time does not reveal what becomes of the letter. */
const AFTER_MS = 50
/** Letters that this process sends at the same time. */
const MAX_IN_FLIGHT = 8
/** Letters that are removed at once, so that nobody waits for long. */
const REMOVED_AT_ONCE = 500

/** Sends due letters, a few at a time. Any number of processes may do this: a lease gives each letter to one of them. */
export function createLetterSender(
  options: Omit<AttemptOptions, 'db'> & {
    database: OpenDatabase
    queue: Pick<Queue, 'onLettersAdded'>
    kept: KeptDays
  },
): LetterSender {
  const { database, queue, mail, limits, kept, clock, logger, owner } = options
  const { db } = database
  const leases = rowLease(db, 'letters')
  const attempt = createLetterAttempt({ ...options, db })
  const inFlight = new Map<string, { readonly done: Promise<void>; readonly controller: AbortController }>()
  let timer: NodeJS.Timeout | undefined
  let isStopping = false

  const begin = (letter: LetterRow): void => {
    const controller = new AbortController()
    const done = attempt(letter, controller.signal)
      .catch((error: unknown) => {
        // The lease lapses, and another attempt follows.
        if (!controller.signal.aborted)
          logger.error({ err: error, letter: letter.id }, 'a letter could not be recorded')
      })
      .then(() => {
        inFlight.delete(letter.id)
        if (!isStopping) void loop.wake()
      })
    inFlight.set(letter.id, { done, controller })
  }

  const cycle = async (): Promise<void> => {
    const limit = MAX_IN_FLIGHT - inFlight.size
    if (isStopping || limit <= 0) return
    const claimed = await letterRepository(db).claim(owner, { now: clock.now(), limit, except: [...inFlight.keys()] })
    for (const letter of claimed) begin(letter)
  }
  const loop = createCycleLoop(cycle, (error) => logger.error({ err: error }, 'letters could not be claimed'))

  return {
    async start() {
      if (database.dialect.soleOwner) await leases.releaseOthers(owner)
      queue.onLettersAdded(() => void delay(AFTER_MS).then(() => loop.wake()))
      timer = setInterval(() => void loop.wake(), POLL_MS)
      void loop.wake()
    },

    async poll() {
      await loop.wake()
      while (inFlight.size > 0) await Promise.all([...inFlight.values()].map(({ done }) => done)).then(loop.settle)
    },

    async stop(graceMs) {
      isStopping = true
      clearInterval(timer)
      await loop.settle()
      const all = Promise.all([...inFlight.values()].map(({ done }) => done))
      await atMost(graceMs, all)
      const cut = [...inFlight.keys()]
      for (const { controller } of inFlight.values()) controller.abort()
      await all
      await leases.release(owner, cut)
    },

    async expire() {
      for (const cutoff of cutoffsOf(kept, clock.now())) {
        for (let ids: string[] | undefined; ids === undefined || ids.length === REMOVED_AT_ONCE; ) {
          ids = await letterRepository(db).removeEnded(cutoff, REMOVED_AT_ONCE)
          await mail.remove(ids)
        }
      }
      // The last letter to a person who has left has no row.
      const longest = Math.max(...Object.values(kept))
      if (Number.isFinite(longest)) await mail.expire(new Date(clock.now().getTime() - longest * DAY_MS))
      await limits.expire(db)
    },
  }
}
