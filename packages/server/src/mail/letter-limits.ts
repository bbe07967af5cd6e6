import { createHmac } from 'node:crypto'
import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'
import { letterCountRepository } from './store/letter-count-repository.ts'
import { LETTER_RULES, type LetterKind } from './templates/letter-kinds.ts'

export type LetterLimits = ReturnType<typeof createLetterLimits>

/** Whether a letter is written, and when it is sent; if it is not written, from when on one may be. */
export interface LetterTurn {
  readonly isWritten: boolean
  readonly at: Date
}

/**
 * Limits the letters that strangers can cause to a mailbox, so that nobody can fill another person's. They are counted by a keyed
 * hash of the mailbox, so that the count can outlast accounts. It is removed when its day is over.
 */
export const createLetterLimits = ({ clock, key }: { readonly clock: Clock; readonly key: Uint8Array }) => {
  const hashOf = (subject: string) => createHmac('sha256', key).update(subject).digest('base64url')

  return {
    /**
     * Counts a letter, unless the mailbox has had enough on that UTC day or the last letter of the kind is too recent. Holds by a
     * lock on the count.
     *
     * @param tx The transaction that writes the letter.
     * @param defers Whether a letter that comes too soon is sent later instead.
     */
    async take(tx: Db, to: string, kind: LetterKind, { defers = false } = {}): Promise<LetterTurn> {
      const now = clock.now()
      const { limit } = LETTER_RULES[kind]
      if (!limit) return { isWritten: true, at: now }
      const hash = hashOf(limit.ofItsOwn ? `${kind} ${to}` : mailboxOf(to))
      const day = dayOf(now)
      const found = await letterCountRepository(tx).open({ hash, day, letters: 0, latest: '{}' })
      const letters = found.day < day ? 0 : found.letters
      if (letters >= limit.perDay) return { isWritten: false, at: new Date(new Date(now).setUTCHours(24, 0, 0, 0)) }

      const latest = JSON.parse(found.latest) as { readonly [Kind in LetterKind]?: number }
      const next = (latest[kind] ?? 0) + limit.intervalMs
      // A time further ahead than all letters of a day comes from a clock that was set back since.
      const isAhead = next - now.getTime() > limit.perDay * limit.intervalMs
      const at = isAhead ? now : new Date(Math.max(now.getTime(), next))
      if (at > now && !defers) return { isWritten: false, at }
      await letterCountRepository(tx).change({
        hash,
        day,
        letters: letters + 1,
        latest: JSON.stringify({ ...latest, [kind]: at.getTime() }),
      })
      return { isWritten: true, at }
    },

    /** Lets the next letter follow at once, because the last one was read. The day's count stays. */
    noteReader: (tx: Db, to: string): Promise<void> => letterCountRepository(tx).forgetLatest(hashOf(mailboxOf(to))),

    /** Forgets the days that are over. */
    expire: (db: Db): Promise<void> => letterCountRepository(db).removeBefore(dayOf(clock.now())),
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** Providers that ignore dots in the part before the @. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox in which an address usually ends. What follows a plus sign leads to the same one, and costs nothing to invent. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return WITHOUT_DOTS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
