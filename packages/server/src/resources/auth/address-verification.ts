import { accountRepository } from '../../accounts/account-repository.ts'
import { type EmailTokens, invalidToken } from '../../accounts/email-tokens.ts'
import type { Account } from '../../base/account-plan.ts'
import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import { startWords } from '../../base/text/moment-words.ts'
import type { CreditLedger } from '../../credits/credit-ledger.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import type { LetterTurn } from '../../mail/letter-limits.ts'
import type { Letters } from '../../mail/letters.ts'
import { mailAddressRepository } from '../../mail/store/mail-address-repository.ts'
import { preferenceRepository } from '../../mail/store/preference-repository.ts'
import type { RevokeAccess } from './revoke-access.ts'

export type Verification = ReturnType<typeof createVerification>

export interface Verified {
  readonly status: 'verified' | 'already_verified'
  readonly email: string
  readonly credits: number
}

interface Dependencies {
  readonly db: Db
  readonly clock: Clock
  readonly ledger: CreditLedger
  readonly tokens: EmailTokens
  readonly letters: Letters
  readonly publicUrl: () => string
  readonly signupCredits: number
  readonly revokeAccess: RevokeAccess
  /** Starts the removal of files that no row names any more. */
  readonly garbageAdded: () => void
}

/** How a person showed that they read the mail of an address. */
type Proof = 'link' | 'password-reset' | 'identity-provider'

/** The state of the link of a verification e-mail. */
export type LinkState =
  | { readonly state: 'open' | 'already_verified'; readonly email: string; readonly signedUpAt: string }
  | { readonly state: 'unknown' | 'expired' | 'used' }

/** Verifies that the person behind an account reads the mailbox of its address. */
export function createVerification(dependencies: Dependencies) {
  const { db, clock, ledger, tokens, letters, publicUrl, signupCredits, revokeAccess, garbageAdded } = dependencies
  /**
   * Creates a link and writes the letter with it. An older link stops working.
   *
   * @param options.defers Whether a letter that follows another one too soon is sent later.
   */
  const sendLink = async (tx: Db, accountId: string, options: { defers?: boolean } = {}): Promise<LetterTurn> => {
    const token = await tokens.issue(tx, { accountId, purpose: 'verify' })
    const { email, locale, marketingConsentAt } = await accountRepository(tx).correspondent(accountId)
    const link = `${publicUrl()}/auth/verify?token=${token}&source=email`
    const values = { link, newsletter: marketingConsentAt !== null }
    return letters.write(tx, { to: email, locale, accountId }, { kind: 'verification', values }, options)
  }

  /**
   * The consent to marketing of the sign-up form. It counts if the address was verified with the link of the letter that
   * mentions it. A person who verified it in another way may not be the one who filled in the form.
   */
  const settleConsent = async (tx: Db, accountId: string, proof: Proof): Promise<void> => {
    await preferenceRepository(tx).remove(accountId)
    const { email, marketingConsentAt } = await accountRepository(tx).correspondent(accountId)
    if (marketingConsentAt === null) return
    if (proof !== 'link') return accountRepository(tx).withdrawConsent(accountId)
    await preferenceRepository(tx).change(accountId, { newsletter: true, offers: true }, clock.now().toISOString())
    await mailAddressRepository(tx).resubscribe(email)
  }

  /**
   * Marks the address as verified, revokes all earlier access, grants the sign-up credits, and writes the welcome. The
   * condition of `markVerified` and the reference of the grant make sure that this happens once.
   *
   * @returns The credits that this call granted.
   */
  const markProven = async (tx: Db, accountId: string, proof: Proof): Promise<number> => {
    if (!(await accountRepository(tx).markVerified(accountId, clock.now().toISOString()))) return 0
    // A person who opens the link confirms the sign-up of the letter, and so the password or the provider that it came with.
    await revokeAccess(tx, accountId, { keepsIdentities: proof === 'link' })
    await settleConsent(tx, accountId, proof)
    const grant = { accountId, credits: signupCredits, reference: `signup:${accountId}`, note: 'for signing up' }
    const isGranted = signupCredits > 0 && (await ledger.grant(tx, grant)) !== undefined
    const credits = isGranted ? signupCredits : 0
    await letters.noteReader(tx, (await accountRepository(tx).correspondent(accountId)).email)
    const serviceUrl = `${publicUrl()}/dashboard`
    await letters.notify(tx, accountId, { kind: 'welcome', values: { credits, serviceUrl } })
    return credits
  }

  return {
    sendLink,
    markProven,

    /**
     * Mails a new link, which replaces the older one, unless the address is already verified.
     *
     * @throws ServiceError `rate_limited` (429) less than a minute after the last link, or when the mailbox has had enough letters today.
     */
    async resend({ id, emailVerified }: Account): Promise<'verification_sent' | 'already_verified'> {
      if (emailVerified) return 'already_verified'
      await inTransaction(db, async (tx) => {
        await lock(tx, 'accounts', id)
        const { isWritten, at } = await sendLink(tx, id)
        if (isWritten) return
        const seconds = Math.ceil((at.getTime() - clock.now().getTime()) / 1000)
        const message = `Another link can be sent to this address from ${startWords(at)}. The last one works: look for it, also in the spam folder.`
        // What this has changed is undone, so that the last link works indeed.
        throw new ServiceError('rate_limited', message, {}, seconds)
      })
      return 'verification_sent'
    },

    /** What a link would do. It does not use the link. */
    async preview(token: string): Promise<LinkState> {
      const found = await tokens.state(db, 'verify', token)
      if (found.state === 'unknown') return found
      const account = await accountRepository(db).byId(found.accountId)
      if (!account) return { state: 'unknown' }
      if (!account.emailVerified && found.state !== 'good') return { state: found.state }
      const { createdAt: signedUpAt } = await accountRepository(db).profile(account.id)
      return { state: account.emailVerified ? 'already_verified' : 'open', email: account.email, signedUpAt }
    },

    /**
     * Uses the token of a link. Mail scanners open links before people do, so a used link is reported and not refused.
     *
     * @param source Where the link was sent from. It is stored with the token.
     * @throws ServiceError `token_invalid` (400) when it is unknown, was replaced, or has expired.
     */
    async verify(token: string, source: string): Promise<Verified> {
      const verified = await inTransaction(db, async (tx): Promise<Verified> => {
        const { accountId, used } = await tokens.read(tx, 'verify', token)
        await lock(tx, 'accounts', accountId)
        // Only the call that uses the token verifies. Another call at the same moment then finds the account verified.
        const usedNow = !used && (await tokens.use(tx, 'verify', token, source))
        const account = await accountRepository(tx).byId(accountId)
        if (!account || (!usedNow && !account.emailVerified)) throw invalidToken('was used before')
        if (!usedNow) return { status: 'already_verified', email: account.email, credits: 0 }
        const status = account.emailVerified ? 'already_verified' : 'verified'
        return { status, email: account.email, credits: await markProven(tx, accountId, 'link') }
      })
      garbageAdded()
      return verified
    },
  }
}
