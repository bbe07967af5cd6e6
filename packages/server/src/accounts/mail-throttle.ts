import { MINUTE_MS } from '../base/durations.ts'
import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'
import { mailingRepository } from './mailing-repository.ts'

export type MailThrottle = ReturnType<typeof createMailThrottle>

/** Kinds of messages that a stranger can cause, with the minimum time between two of them. */
const MIN_INTERVAL_MS = { verification: 0, 'known-address': MINUTE_MS, 'password-reset': MINUTE_MS } as const
const MAX_PER_DAY = 20

/** Limits the messages that strangers can make the service send, so that nobody can fill another person's mailbox. */
export const createMailThrottle = ({ clock }: { clock: Clock }) => ({
  /**
   * Whether a message of this kind may go out to an account now. If so, it is counted.
   *
   * @param tx The transaction that writes the message.
   */
  allow(tx: Db, accountId: string, kind: keyof typeof MIN_INTERVAL_MS): Promise<boolean> {
    const now = clock.now()
    return mailingRepository(tx).add(
      { accountId, kind, at: now.toISOString() },
      { lastNotAfter: new Date(now.getTime() - MIN_INTERVAL_MS[kind]).toISOString(), maxPerDay: MAX_PER_DAY },
    )
  },

  /** Seconds until the count of the day starts again. */
  secondsLeftToday(): number {
    const now = clock.now()
    return Math.ceil((new Date(now).setUTCHours(24, 0, 0, 0) - now.getTime()) / 1000)
  },
})
