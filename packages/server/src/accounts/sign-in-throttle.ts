import { createHash } from 'node:crypto'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../base/durations.ts'
import type { Clock } from '../base/ports.ts'
import { ServiceError } from '../base/service-error.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/open-database.ts'
import { signInFailureRepository } from './sign-in-failure-repository.ts'

export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/** Who is slowed down: an account by its address, which need not exist, or the caller by its network address. */
export interface Subject {
  readonly kind: 'account' | 'caller'
  readonly name: string
}

const FAILURES_BEFORE_WAIT = 5
const FIRST_WAIT_SECONDS = 30

/**
 * The longest wait of an account is short, because anybody can cause it; a new password ends it. Failures are forgotten
 * some time after the last one. Those of a caller are forgotten sooner, because signing in to one account does not
 * clear them.
 */
const RULES = {
  account: { longestSeconds: 5 * MINUTE_SECONDS, forgottenSeconds: DAY_SECONDS },
  caller: { longestSeconds: 15 * MINUTE_SECONDS, forgottenSeconds: HOUR_SECONDS },
} as const

/**
 * Slows down repeated failures to sign in. From the fifth failure in a row there is a wait, and each further failure doubles
 * it. The counts are rows of the database, so a restart loses none.
 */
export function createSignInThrottle({ db, clock }: { db: Db; clock: Clock }) {
  const lastOf = new Map<string, Promise<unknown>>()
  const failuresSince = ({ kind }: Subject, now: Date) =>
    new Date(now.getTime() - RULES[kind].forgottenSeconds * 1000).toISOString()

  return {
    /** @throws ServiceError `rate_limited` (429) with the seconds until one of the subjects may try again. */
    async check(subjects: readonly Subject[]): Promise<void> {
      const now = clock.now()
      const rows = await Promise.all(
        subjects.map((subject) => signInFailureRepository(db).find(keyOf(subject), failuresSince(subject, now))),
      )
      const until = Math.max(...rows.map((row) => (row?.waitUntil ? Date.parse(row.waitUntil) : 0)))
      if (until <= now.getTime()) return
      const seconds = Math.ceil((until - now.getTime()) / 1000)
      const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
      throw new ServiceError('rate_limited', `Too many failed attempts to sign in. Try again in ${wait}.`, {}, seconds)
    },

    /** Counts a failure of each subject. */
    async failed(subjects: readonly Subject[]): Promise<void> {
      await inTransaction(db, async (tx) => {
        for (const subject of subjects) {
          const key = keyOf(subject)
          const now = clock.now()
          const since = failuresSince(subject, now)
          const failures = await signInFailureRepository(tx).add(key, { at: now.toISOString(), since })
          const waitMs = waitSeconds(subject, failures) * 1000
          if (waitMs > 0) await signInFailureRepository(tx).setWait(key, new Date(now.getTime() + waitMs).toISOString())
        }
      })
    },

    clear: (tx: Db, subject: Subject): Promise<void> => signInFailureRepository(tx).remove(keyOf(subject)),

    /**
     * Runs the attempts on one subject one after the other. Otherwise fifty simultaneous attempts would all pass `check`
     * before the first of them failed. Each process orders only its own attempts, so several processes allow one attempt
     * each before the first failure counts. A lock between them would hold a connection for as long as a hash takes.
     */
    async serialize<T>(subject: Subject, work: () => Promise<T>): Promise<T> {
      const key = keyOf(subject)
      const before = lastOf.get(key) ?? Promise.resolve()
      const mine = before.then(work, work)
      lastOf.set(key, mine)
      try {
        return await mine
      } finally {
        if (lastOf.get(key) === mine) lastOf.delete(key)
      }
    },

    /** Removes failures that no longer count. */
    expire: (): Promise<void> =>
      signInFailureRepository(db).removeOlder(failuresSince({ kind: 'account', name: '' }, clock.now())),
  }
}

/** Addresses that somebody tried are not stored. Their hashes identify them equally well. */
const keyOf = ({ kind, name }: Subject): string =>
  `${kind}:${kind === 'account' ? createHash('sha256').update(name).digest('hex') : name}`

const waitSeconds = ({ kind }: Subject, failures: number): number =>
  failures < FAILURES_BEFORE_WAIT
    ? 0
    : Math.min(FIRST_WAIT_SECONDS * 2 ** (failures - FAILURES_BEFORE_WAIT), RULES[kind].longestSeconds)
