import { accountRepository } from '../../accounts/account-repository.ts'
import { parseEmail } from '../../accounts/email-address.ts'
import type { ProviderIdentity } from '../../accounts/identity/identity-provider.ts'
import { identityRepository } from '../../accounts/identity/identity-repository.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import type { Letters } from '../../mail/letters.ts'
import { SignInFailed } from './sign-in-failed.ts'

interface Dependencies {
  readonly ids: Ids
  readonly clock: Clock
  /** Marks the address of an account as verified, revokes all earlier access, and grants the sign-up credits. */
  readonly markProven: (tx: Db, accountId: string) => Promise<unknown>
  /** Mails a link that verifies the address of an account. */
  readonly sendLink: (tx: Db, accountId: string) => Promise<unknown>
  readonly letters: Pick<Letters, 'notify'>
}

/**
 * Finds or creates the account of an identity. Issuer and subject decide; the e-mail address counts only the first time. If the
 * provider does not say whether it has verified the address, the address opens no account that exists. It becomes that of a
 * new account, which is unverified like one of the sign-up form.
 */
export const createIdentityAccounts =
  ({ ids, clock, markProven, sendLink, letters }: Dependencies) =>
  /**
   * @param provider The label of the provider, for letters.
   * @throws SignInFailed `email_not_verified`, `other_identity`
   */
  async (tx: Db, identity: ProviderIdentity, provider: string): Promise<{ accountId: string; isNew: boolean }> => {
    const { issuer, subject } = identity
    const at = clock.now().toISOString()
    const known = await identityRepository(tx).use(issuer, subject, at)
    if (known !== undefined) return { accountId: known, isNew: false }

    // Otherwise the reply would reveal whether an address has an account to a person who does not read its mail.
    if (identity.emailVerified === false) throw new SignInFailed('email_not_verified')
    const { address: email, flaw } = parseEmail(identity.email ?? '')
    if (flaw !== null) throw new SignInFailed('email_not_verified', `the e-mail address is not valid (${flaw})`)

    const request = { id: ids.next('acc'), email, at, name: nameOf(identity.name), businessName: null }
    const { account, created } = await accountRepository(tx).register({
      ...request,
      passwordHash: null,
      marketingConsent: false,
    })
    await lock(tx, 'accounts', account.id)
    const isProven = (await accountRepository(tx).verifiedAt(account.id)) !== null
    const isVouched = identity.emailVerified === true
    if (isVouched && !isProven) {
      // A stranger may have signed up with the address and may know the password.
      const hadPassword = await accountRepository(tx).hasPassword(account.id)
      await accountRepository(tx).setPassword(account.id, null)
      await markProven(tx, account.id)
      if (hadPassword) await letters.notify(tx, account.id, { kind: 'password-removed', values: { provider } })
    }
    // After the time at which the address was verified: what was linked before ends with the first reset.
    const link = { issuer, subject, accountId: account.id, at: clock.now().toISOString() }
    if ((isVouched || created) && (await identityRepository(tx).add(link))) {
      if (!isVouched) await sendLink(tx, account.id)
      if (isProven) await letters.notify(tx, account.id, { kind: 'provider-linked', values: { provider } })
      return { accountId: account.id, isNew: !isProven }
    }
    // Another sign-in has just linked the identity, or the account has another one of the issuer.
    const linked = await identityRepository(tx).use(issuer, subject, at)
    if (linked === undefined) throw new SignInFailed(isVouched ? 'other_identity' : 'email_not_verified')
    return { accountId: linked, isNew: false }
  }

const MAX_NAME = 100

/** A name in the form in which it is stored. A provider may send anything. */
const nameOf = (text: string | undefined): string | null =>
  (text ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME) || null
