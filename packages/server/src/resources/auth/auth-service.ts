import { accountRepository } from '../../accounts/account-repository.ts'
import { createEmailTokens } from '../../accounts/email-tokens.ts'
import { createPasswords } from '../../accounts/password-hashing.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import { createAttempts } from '../../accounts/sign-in-throttle.ts'
import type { Account } from '../../base/account-plan.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { Principal } from '../../contract/index.ts'
import type { Ledger } from '../../credits/credit-ledger.ts'
import type { Db } from '../../database/open-database.ts'
import type { Post } from '../../mail/background-mail.ts'
import { createVerification } from './address-verification.ts'
import { createMailings } from './auth-mail.ts'
import { createPasswordReset } from './password-reset.ts'
import { createRevokeAccess } from './revoke-access.ts'
import { createSignIn } from './sign-in-service.ts'
import { createSignUp } from './sign-up-service.ts'

export type SignIn = ReturnType<typeof createSignInService>

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly ledger: Ledger
  readonly sessions: Sessions
  readonly post: Post
  /** What else knows keys: whose ends when, and ending all of an account. */
  readonly keys: {
    endOf(accountId: string, keyId: string): Promise<string | null>
    revokeAll(tx: Db, accountId: string, before?: string): Promise<void>
  }
  /** Has files removed that nothing names any more. */
  readonly swept: () => void
  readonly publicUrl: () => string
  readonly settings: {
    readonly signupCredits: number
    readonly passwordResetUrl: string | undefined
    /** How many passwords are hashed at once. */
    readonly hashing: number
  }
}

/** Everything from signing up to a forgotten password. */
export function createSignInService(dependencies: Dependencies) {
  const { db, ids, clock, ledger, sessions, post, keys, swept, publicUrl, settings } = dependencies
  const { signupCredits, passwordResetUrl: page } = settings
  const attempts = createAttempts({ db, clock })
  const tokens = createEmailTokens({ ids, clock })
  const passwords = createPasswords({ parallel: settings.hashing })
  const mailings = createMailings({ db, clock })
  const revokeAccess = createRevokeAccess({ clock, sessions, keys })
  const verification = createVerification({
    ...{ db, clock, ledger, tokens, mailings, post, publicUrl, signupCredits, revokeAccess, swept },
  })
  const shared = { db, ids, clock, attempts, tokens, passwords, mailings, verification, sessions, post, publicUrl }

  return {
    ...createSignIn(shared),
    ...createPasswordReset({ ...shared, page, revokeAccess, swept }),
    signup: createSignUp(shared),
    verify: verification.verify,
    lookAtLink: verification.look,
    resend: verification.resend,

    /** What an app shows of the owner of an account. */
    async user(account: Account) {
      return { account, ...(await accountRepository(db).profile(account.id)) }
    },

    /** When a credential ends by itself; null when never. */
    endOf: ({ kind, account, credentialId }: Principal): Promise<string | null> =>
      kind === 'key' ? keys.endOf(account.id, credentialId) : sessions.endOf(credentialId),

    /** Forgets what has run out. */
    async expire(): Promise<void> {
      await sessions.expire()
      await tokens.expire(db)
      await attempts.expire()
    },
  }
}
