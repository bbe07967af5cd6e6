import type { Logger } from 'pino'
import { SECOND_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Measures } from '../../base/running/measures.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { dialectOf } from '../../database/sql-dialect.ts'
import type { LetterContents } from '../letter-contents.ts'
import type { LetterLimits } from '../letter-limits.ts'
import type { EmailMessage, Mail, SendResult } from '../mail-port.ts'
import { type LetterEnd, type LetterRow, letterRepository } from '../store/letter-repository.ts'
import { mailAddressRepository } from '../store/mail-address-repository.ts'
import { isMarketing, LETTER_RULES, type LetterContent, type LetterKind, replyToOf } from '../templates/letter-kinds.ts'
import { renderLetter } from '../templates/render-letter.ts'
import { nextAttemptAt } from './letter-schedule.ts'

/** Thrown to undo what preparing a letter has changed. */
class NotSent extends Error {}

/** The whole of an attempt must end within this time, which is shorter than its lease. */
const ATTEMPT_MS = 60 * SECOND_MS

/** What a requested letter says, and to whose account it belongs. */
interface PreparedLetter {
  /** Null for a person without an account. */
  readonly accountId: string | null
  readonly locale: string
  readonly content: LetterContent
}

/**
 * Decides what a requested letter says, in a transaction, once. Undefined when nothing is to be sent.
 *
 * @param to The address as it was typed.
 * @param leadId The form of the website that caused it; null for all other letters.
 */
export type PrepareLetter = (tx: Db, to: string, leadId: string | null) => Promise<PreparedLetter | undefined>

export interface AttemptOptions {
  readonly db: Db
  readonly mail: Mail
  readonly contents: LetterContents
  readonly limits: LetterLimits
  readonly unsubscribeUrl: (address: string) => string
  /** Of the kinds of letters that are requested. */
  readonly prepare: { readonly [Kind in LetterKind]?: PrepareLetter }
  readonly clock: Clock
  readonly logger: Logger
  readonly owner: string
  readonly measures: Pick<Measures, 'letter'>
}

/**
 * Makes one attempt to send a letter and records what became of it.
 *
 * @returns a function that rejects when the signal ends the attempt. Then nothing is recorded.
 */
export const createLetterAttempt = (options: AttemptOptions) => {
  const { db, mail, contents, limits, unsubscribeUrl, prepare, clock, logger, owner } = options
  const now = () => clock.now().toISOString()

  const write = (letter: LetterRow, content: LetterContent): EmailMessage => {
    const { id, kind, recipient: to, locale, created_at: createdAt } = letter
    const link = isMarketing(content) ? unsubscribeUrl(to) : undefined
    const rendered = renderLetter(content, { locale, unsubscribeUrl: link })
    return { id, kind, to, replyTo: replyToOf(content), date: new Date(createdAt), ...rendered, unsubscribeUrl: link }
  }

  /** The message. A requested letter is prepared first, and removed if nothing is to be sent. */
  const messageOf = async (letter: LetterRow): Promise<EmailMessage | undefined> => {
    if (letter.contents !== null) return write(letter, contents.open({ ...letter, contents: letter.contents }))
    const kind = letter.kind as LetterKind
    const prepareWithin = async (tx: Db): Promise<EmailMessage | undefined> => {
      const prepared = await prepare[kind]?.(tx, letter.recipient, letter.lead_id)
      if (!prepared) {
        await letterRepository(tx).remove(letter.id)
        return undefined
      }
      const { accountId, content } = prepared
      const locale = letter.locale || prepared.locale
      const { validMs, replacesEarlier } = LETTER_RULES[kind]
      const about = { accountId, leadId: letter.lead_id }
      if (replacesEarlier) await letterRepository(tx).cancelWaiting(about, kind, now(), letter.id)
      const isWaiting = await letterRepository(tx).prepare(letter, {
        account_id: accountId,
        locale,
        contents: contents.seal(content, letter.id),
        expires_at: validMs === undefined ? null : new Date(clock.now().getTime() + validMs).toISOString(),
      })
      // The link of the letter before still works then, and a letter that was removed or cancelled does not count.
      if (!isWaiting || !(await limits.take(tx, letter.recipient, kind)).isWritten) throw new NotSent()
      return write({ ...letter, locale }, content)
    }
    return inTransaction(db, prepareWithin).catch(async (error: unknown) => {
      if (!(error instanceof NotSent)) throw error
      await letterRepository(db).remove(letter.id)
      return undefined
    })
  }

  const sendNow = async (message: EmailMessage, signal: AbortSignal): Promise<SendResult> => {
    const timeout = AbortSignal.timeout(ATTEMPT_MS)
    try {
      return await mail.send(message, AbortSignal.any([signal, timeout]))
    } catch (error) {
      signal.throwIfAborted()
      return { outcome: 'failed', reason: timeout.aborted ? 'the mail server took too long' : (error as Error).message }
    }
  }

  /** Ends a letter. Returns whether it waited until now. */
  const end = async (tx: Db, letter: LetterRow, how: Omit<LetterEnd, 'at'>): Promise<boolean> => {
    const changed = await letterRepository(tx).end(letter, { ...how, at: now() })
    if (changed && leavesNoTrace(letter)) {
      await letterRepository(tx).remove(letter.id)
      await dialectOf(tx).noteDeletion(tx)
    }
    return changed
  }

  /** What is not overwritten now is overwritten within the hour, so a failure only has to be known. */
  const overwriteTraces = (): Promise<void> =>
    dialectOf(db)
      .overwriteDeleted(db)
      .catch((error: unknown) => logger.warn({ err: error }, 'a letter was removed, but not overwritten yet'))

  /** Ends a letter without success, and says so. */
  const giveUp = async (tx: Db, letter: LetterRow, reason: string): Promise<void> => {
    const { id, kind, attempts } = letter
    if (!(await end(tx, letter, { state: 'given_up', error: reason }))) return
    logger.error({ letter: id, kind, attempts: attempts + 1, reason }, 'a letter was given up')
  }

  /**
   * Ends a letter before it is prepared. A requested one goes without a trace, because nobody knows yet whether its address has an
   * account.
   */
  const stop = async (letter: LetterRow, reason: string): Promise<void> => {
    await giveUp(db, letter, reason)
    if (letter.contents === null) await letterRepository(db).remove(letter.id)
  }

  const record = (letter: LetterRow, result: SendResult): Promise<void> =>
    inTransaction(
      db,
      async (tx) => {
        const { id, kind, recipient: to, attempts } = letter
        if (result.outcome === 'sent') {
          await end(tx, letter, { state: 'sent' })
          await mailAddressRepository(tx).clearRefusals(to)
        } else if (result.outcome === 'failed') {
          const { reason } = result
          const next = nextAttemptAt(attempts + 1, clock.now())?.toISOString()
          if (next === undefined || (letter.expires_at !== null && next >= letter.expires_at)) {
            await giveUp(tx, letter, reason)
          } else if (await letterRepository(tx).postpone(letter, owner, { next, error: reason })) {
            logger.warn({ letter: id, kind, attempts: attempts + 1, next, reason }, 'a letter was not sent yet')
          }
        } else {
          await giveUp(tx, letter, result.reason)
          if (result.outcome === 'address_refused') await mailAddressRepository(tx).addRefusal(to, now())
        }
      },
      // The message is on its way. Conditions keep a repetition from changing anything twice.
      { repeatable: true },
    )

  const attempt = async (letter: LetterRow, signal: AbortSignal): Promise<void> => {
    const at = now()
    if (letter.expires_at !== null && letter.expires_at <= at) return stop(letter, 'its link has expired')
    if (await mailAddressRepository(db).isDisabled(letter.recipient, clock.now())) {
      return stop(letter, 'the address refused the letters before it')
    }
    const message = await messageOf(letter).catch(async (error: Error) => {
      // Letters of other secrets cannot be read, and never will be.
      if (letter.contents === null) throw error
      await giveUp(db, letter, error.message)
      return undefined
    })
    if (!message) return
    const result = await sendNow(message, signal)
    options.measures.letter(result.outcome)
    await record(letter, result)
  }
  return async (letter: LetterRow, signal: AbortSignal): Promise<void> => {
    await attempt(letter, signal)
    if (leavesNoTrace(letter)) await overwriteTraces()
  }
}

const leavesNoTrace = ({ kind }: LetterRow): boolean => LETTER_RULES[kind as LetterKind].leavesNoTrace === true
