import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { Db } from '../database/open-database.ts'
import type { Queue } from '../queue/queue-port.ts'
import type { LetterContents } from './letter-contents.ts'
import type { LetterLimits, LetterTurn } from './letter-limits.ts'
import { letterRepository } from './store/letter-repository.ts'
import { mailAddressRepository } from './store/mail-address-repository.ts'
import { preferenceRepository } from './store/preference-repository.ts'
import { recipientRepository } from './store/recipient-repository.ts'
import { subscriberRepository } from './store/subscriber-repository.ts'
import {
  isMarketing,
  LETTER_RULES,
  type LetterContent,
  type LetterKind,
  preferenceOf,
  type RequestedKind,
} from './templates/letter-kinds.ts'

/** To whom a letter goes. */
export interface Addressee {
  /** In the form in which it is stored. */
  readonly to: string
  /** A BCP 47 tag. A language without texts gets English ones. */
  readonly locale: string
  /** The account whose letter it is; null for a person without one. */
  readonly accountId: string | null
  /** The form of the website that caused it. */
  readonly leadId?: string
}

export type Letters = ReturnType<typeof createLetters>

/** Writes letters in the transaction of their cause, so that neither exists without the other. `sending/` sends them. */
export function createLetters(deps: {
  ids: Ids
  clock: Clock
  contents: LetterContents
  limits: LetterLimits
  queue: Pick<Queue, 'lettersAdded'>
}) {
  const { ids, clock, contents, limits, queue } = deps

  const insert = async (
    tx: Db,
    to: Addressee,
    kind: LetterKind,
    { content, dueAt = clock.now() }: { content?: LetterContent; dueAt?: Date } = {},
  ): Promise<void> => {
    const id = ids.next('mail')
    const at = clock.now().toISOString()
    const { validMs, replacesEarlier } = LETTER_RULES[kind]
    const { accountId, leadId = null } = to
    if (replacesEarlier && (accountId ?? leadId) !== null)
      await letterRepository(tx).cancelWaiting({ accountId, leadId }, kind, at)
    await letterRepository(tx).insert({
      id,
      account_id: accountId,
      lead_id: leadId,
      recipient: to.to,
      kind,
      locale: to.locale,
      contents: content === undefined ? null : contents.seal(content, id),
      state: 'waiting',
      attempts: 0,
      next_attempt_at: dueAt.toISOString(),
      created_at: at,
      expires_at: validMs === undefined ? null : new Date(dueAt.getTime() + validMs).toISOString(),
    })
    await queue.lettersAdded(tx)
  }

  return {
    /**
     * Writes a letter to an address, whatever its owner's preferences. Marketing is not written to an address that has ended
     * it, and without an account only to one that has confirmed it; with one, the caller knows that its owner agreed to it.
     * A kind that strangers can cause is written within its limit.
     *
     * @param tx The transaction of its cause.
     * @param options.defers Whether a letter that follows another one of its kind too soon is sent later, instead of never.
     * @returns Whether it was written.
     * @example
     * await letters.write(tx, { to: email, locale: 'pt-BR', accountId: null }, { kind: 'account-deleted', values: {} })
     */
    async write(
      tx: Db,
      to: Addressee,
      content: LetterContent,
      options: { readonly defers?: boolean } = {},
    ): Promise<LetterTurn> {
      if (isMarketing(content) && !(await agrees(tx, to, content))) return { isWritten: false, at: clock.now() }
      const turn = await limits.take(tx, to.to, content.kind, options)
      if (turn.isWritten) await insert(tx, to, content.kind, { content, dueAt: turn.at })
      return turn
    },

    /**
     * Writes a letter to the owner of an account, in the language of the account, if its address is verified and the
     * preferences allow it. An unverified address may be that of a person who knows nothing of the account.
     *
     * @returns Whether it was written.
     * @example await letters.notify(tx, accountId, { kind: 'credits-low', values: { credits: 4, threshold: 5, billingUrl } })
     */
    async notify(tx: Db, accountId: string, content: LetterContent): Promise<boolean> {
      const owner = await recipientRepository(tx).find(accountId)
      if (!owner?.isVerified) return false
      const preference = preferenceOf(content)
      if (preference !== undefined) {
        const { preferences } = await preferenceRepository(tx).find(accountId)
        const agreed = preferences[preference] || (await agreedWithoutAccount(tx, owner.email, content))
        if (!agreed) return false
      }
      return (await this.write(tx, { to: owner.email, locale: owner.locale, accountId }, content)).isWritten
    },

    /** For an address whose reader has shown that they read the mail of this server. */
    noteReader: limits.noteReader,

    /**
     * Writes a letter that is decided when it is sent, by the `prepare` of its kind. The row is the same whether or not the
     * address has an account, and so is the time that it takes. Only a letter that is prepared counts against the limit of its kind.
     *
     * @param to.locale Without it, the letter is in the language of the account.
     */
    request: (
      tx: Db,
      { to, locale = '', leadId }: { to: string; locale?: string | undefined; leadId?: string },
      kind: RequestedKind,
    ): Promise<void> => insert(tx, { to, locale, accountId: null, ...(leadId !== undefined && { leadId }) }, kind),
  }
}

/** Whether the reader of an address agreed to marketing and has not ended it. With an account, the caller knows the former. */
async function agrees(tx: Db, { to, accountId }: Addressee, content: LetterContent): Promise<boolean> {
  if ((await mailAddressRepository(tx).unsubscribedAt(to)) !== null) return false
  return accountId !== null || agreedWithoutAccount(tx, to, content)
}

/** Whether the reader of an address has confirmed the list of a letter in a form of the website. */
async function agreedWithoutAccount(tx: Db, address: string, content: LetterContent): Promise<boolean> {
  const list = preferenceOf(content)
  if (list !== 'newsletter' && list !== 'offers') return false
  return (await subscriberRepository(tx).find(address))?.[list] ?? false
}
