import { createHash } from 'node:crypto'
import type { Clock } from '../base/ports.ts'
import { ServiceError } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'

export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/** Who is slowed down: an account by its address, which need not exist, or where the caller is. */
export interface Subject {
  readonly kind: 'account' | 'caller'
  readonly name: string
}

const FAILURES_BEFORE_WAIT = 5
const FIRST_WAIT_SECONDS = 30

/**
 * The longest wait is short for an account, because anybody can cause it; a new password ends it. Failures are
 * forgotten some time after the last one; those of a caller sooner, because signing in well to one account does not
 * clear them.
 */
const RULES = {
  account: { longestSeconds: 300, forgottenSeconds: 86_400 },
  caller: { longestSeconds: 900, forgottenSeconds: 3_600 },
} as const

/**
 * Failures to sign in, in a row. From the fifth on there is a wait, and each further failure doubles it. Rows of the
 * database, so that a restart forgets nothing.
 */
export function createSignInThrottle({ db, clock }: { db: Db; clock: Clock }) {
  const turns = new Map<string, Promise<unknown>>()

  const read = async (tx: Db, subject: Subject) => {
    const row = await tx.selectFrom('attempts').selectAll().where('subject', '=', keyOf(subject)).executeTakeFirst()
    const { forgottenSeconds } = RULES[subject.kind]
    return row && Date.parse(row.last_at) + forgottenSeconds * 1000 > clock.now().getTime() ? row : undefined
  }

  return {
    /** @throws ServiceError `rate_limited` (429) with the seconds until one of the subjects may try again. */
    async check(subjects: readonly Subject[]): Promise<void> {
      const now = clock.now().getTime()
      const rows = await Promise.all(subjects.map((subject) => read(db, subject)))
      const until = Math.max(...rows.map((row) => (row?.wait_until ? Date.parse(row.wait_until) : 0)))
      if (until <= now) return
      const seconds = Math.ceil((until - now) / 1000)
      const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
      throw new ServiceError('rate_limited', `Too many failed attempts to sign in. Try again in ${wait}.`, {}, seconds)
    },

    /** Counts a failure of each subject. */
    async failed(subjects: readonly Subject[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (const subject of subjects) {
          const failures = ((await read(tx, subject))?.failures ?? 0) + 1
          const now = clock.now().getTime()
          const waitMs = waitSeconds(subject, failures) * 1000
          const row = {
            failures,
            last_at: new Date(now).toISOString(),
            wait_until: waitMs > 0 ? new Date(now + waitMs).toISOString() : null,
          }
          await tx
            .insertInto('attempts')
            .values({ subject: keyOf(subject), ...row })
            .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
            .execute()
        }
      })
    },

    async clear(tx: Db, subject: Subject): Promise<void> {
      await tx.deleteFrom('attempts').where('subject', '=', keyOf(subject)).execute()
    },

    /** Lets attempts on one subject come one after the other, so that fifty at once are not fifty free ones. */
    async serialize<T>(subject: Subject, work: () => Promise<T>): Promise<T> {
      const key = keyOf(subject)
      const before = turns.get(key) ?? Promise.resolve()
      const mine = before.then(work, work)
      turns.set(key, mine)
      try {
        return await mine
      } finally {
        if (turns.get(key) === mine) turns.delete(key)
      }
    },

    async expire(): Promise<void> {
      const before = new Date(clock.now().getTime() - RULES.account.forgottenSeconds * 1000).toISOString()
      await db.deleteFrom('attempts').where('last_at', '<=', before).execute()
    },
  }
}

/** Addresses that somebody tried are nobody's business; a hash tells them apart as well. */
const keyOf = ({ kind, name }: Subject): string =>
  `${kind}:${kind === 'account' ? createHash('sha256').update(name).digest('hex') : name}`

const waitSeconds = ({ kind }: Subject, failures: number): number =>
  failures < FAILURES_BEFORE_WAIT
    ? 0
    : Math.min(FIRST_WAIT_SECONDS * 2 ** (failures - FAILURES_BEFORE_WAIT), RULES[kind].longestSeconds)
