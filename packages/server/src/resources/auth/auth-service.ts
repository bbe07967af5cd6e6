import { accountRepository } from '../../accounts/account-repository.ts'
import { createEmailTokens } from '../../accounts/email-tokens.ts'
import { createPasswords, type PasswordCost } from '../../accounts/passwords/password-hashing.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import { createSetupLinks } from '../../accounts/setup/setup-links.ts'
import { createSignInThrottle } from '../../accounts/sign-in-throttle.ts'
import type { Account } from '../../base/account-plan.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { Principal } from '../../contract/index.ts'
import type { CreditLedger } from '../../credits/credit-ledger.ts'
import type { Db } from '../../database/open-database.ts'
import type { Keys } from '../../keys/key-service.ts'
import type { Letters } from '../../mail/letters.ts'
import { createVerification } from './address-verification.ts'
import { createPasswordChange } from './password-change.ts'
import { createPasswordReset } from './password-reset.ts'
import { createRevokeAccess } from './revoke-access.ts'
import { accountSubject, createSignIn } from './sign-in-service.ts'
import { createSignUp } from './sign-up-service.ts'

export type AuthService = ReturnType<typeof createAuthService>

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly ledger: CreditLedger
  readonly sessions: Sessions
  readonly letters: Letters
  readonly keys: Pick<Keys, 'create' | 'expiryOf' | 'revokeAll'>
  /** Starts the removal of files that no row names any more. */
  readonly garbageAdded: () => void
  readonly publicUrl: () => string
  readonly settings: {
    readonly signupCredits: number
    readonly passwordResetUrl: string | undefined
    /** The number of passwords hashed at the same time. */
    readonly hashing: number
    readonly passwordCost: PasswordCost | undefined
  }
}

/** Everything from sign-up to password reset. */
export function createAuthService(dependencies: Dependencies) {
  const { db, ids, clock, ledger, sessions, letters, keys, garbageAdded, publicUrl, settings } = dependencies
  const signInThrottle = createSignInThrottle({ db, clock })
  const tokens = createEmailTokens({ ids, clock })
  const passwords = createPasswords({ parallel: settings.hashing, cost: settings.passwordCost })
  const revokeAccess = createRevokeAccess({ clock, sessions, keys })
  const verification = createVerification({
    db,
    clock,
    ledger,
    tokens,
    letters,
    publicUrl,
    revokeAccess,
    garbageAdded,
    signupCredits: settings.signupCredits,
  })
  const shared = {
    db,
    ids,
    clock,
    throttle: signInThrottle,
    tokens,
    passwords,
    verification,
    sessions,
    letters,
    publicUrl,
  }

  return {
    ...createSignIn(shared),
    ...createPasswordReset({
      ...shared,
      revokeAccess,
      garbageAdded,
      page: () => settings.passwordResetUrl ?? `${publicUrl()}/auth/reset-password`,
    }),
    changePassword: createPasswordChange(shared),
    ...createSetupLinks({ db, ids, clock, passwords, keys }),
    signup: createSignUp(shared),
    verify: verification.verify,
    previewLink: verification.preview,
    resend: verification.resend,
    /** For another proof of an address than a link, such as the word of an identity provider. */
    markProven: verification.markProven,
    sendLink: verification.sendLink,

    /** The data of the signed-in person that apps show. */
    async user(account: Account) {
      return { account, ...(await accountRepository(db).profile(account.id)) }
    },

    /** When a credential expires; null when it never does. */
    expiryOf: ({ kind, account, credentialId }: Principal): Promise<string | null> =>
      kind === 'key' ? keys.expiryOf(account.id, credentialId) : sessions.expiryOf(credentialId),

    /** Forgets failures to sign in with an address. */
    forgetFailures: (email: string): Promise<void> => signInThrottle.clear(db, accountSubject(email)),

    /** Removes what has expired. */
    async expire(): Promise<void> {
      await sessions.expire()
      await tokens.expire(db)
      await signInThrottle.expire()
    },
  }
}
