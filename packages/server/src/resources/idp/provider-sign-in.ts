import { timingSafeEqual } from 'node:crypto'
import { accountRepository } from '../../accounts/account-repository.ts'
import type { IdentityProvider } from '../../accounts/identity/identity-provider.ts'
import { providerSignInRepository } from '../../accounts/identity/provider-sign-in-repository.ts'
import { secretHash } from '../../accounts/identity/secret-hash.ts'
import { MINUTE_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { notFound, ServiceError } from '../../base/service-error.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import type { Letters } from '../../mail/letters.ts'
import { createIdentityAccounts } from './identity-account.ts'
import type { SignInCodes } from './sign-in-codes.ts'
import { refusedByProvider, SignInFailed } from './sign-in-failed.ts'

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly providers: readonly IdentityProvider[]
  readonly codes: SignInCodes
  readonly publicUrl: () => string
  readonly markProven: (tx: Db, accountId: string) => Promise<unknown>
  readonly sendLink: (tx: Db, accountId: string) => Promise<unknown>
  readonly letters: Pick<Letters, 'notify'>
  /** Starts the removal of files that no row names any more. */
  readonly garbageAdded: () => void
  /** Whether an error means that the provider could not be reached, so that a later try may succeed. */
  readonly isOutage: (error: unknown) => boolean
  /** Logs why a provider could not be used, without secrets. */
  readonly onProblem: (provider: string, error: unknown) => void
}

export interface StartRequest {
  /** Empty for the first provider. */
  readonly provider: string
  readonly next: string
  readonly native: boolean
  readonly challenge: string | undefined
  /** The secret in the cookie of the browser. */
  readonly browser: string
}

export interface CallbackRequest {
  readonly code: string
  readonly state: string
  readonly error: string
  readonly description: string
  readonly issuer: string
  readonly browser: string | undefined
}

/** How a sign-in ended: with a code that opens a session, or with an error. */
export type SignInOutcome = { readonly native: boolean } & (
  | { readonly code: string; readonly error?: never }
  | { readonly error: string; readonly code?: never }
)

/** Ten minutes for signing in at the provider, with a password that has to be found first. */
export const SIGN_IN_MINUTES = 10
const RETRY_SECONDS = 10

/**
 * Sign-in through identity providers. It starts in a browser, goes to the provider and comes back to the callback. Each start has
 * a state of its own, which works once, and only together with the cookie of the browser that started.
 */
export function createProviderSignIn(dependencies: Dependencies) {
  const { db, ids, clock, providers, codes, publicUrl, garbageAdded, isOutage, onProblem } = dependencies
  const accountOf = createIdentityAccounts(dependencies)
  const redirectUri = () => `${publicUrl()}/api/auth/idp/callback`

  /** @throws SignInFailed */
  const identify = async (provider: IdentityProvider | undefined, kept: Kept, callback: CallbackRequest) => {
    if (!provider) throw new SignInFailed('provider_unavailable', `${kept.provider} is no longer in the settings`)
    const { code, state, issuer, error, description } = callback
    if (error !== '' || code === '') throw refusedByProvider(error || 'no code', description)
    const url = new URL(redirectUri())
    for (const [name, value] of Object.entries({ code, state, ...(issuer !== '' && { iss: issuer }) })) {
      url.searchParams.set(name, value)
    }
    const { nonce, verifier } = kept
    return provider.complete({ url, state, nonce, verifier }).catch((cause: unknown) => {
      onProblem(provider.id, cause)
      throw new SignInFailed(isOutage(cause) ? 'provider_unavailable' : 'provider_failed')
    })
  }

  /** @throws SignInFailed */
  const complete = async (kept: Kept, callback: CallbackRequest): Promise<string> => {
    if (kept.expires_at <= clock.now().toISOString()) throw new SignInFailed('sign_in_expired')
    if (!isSame(kept.browser_hash, secretHash(callback.browser ?? ''))) throw new SignInFailed('other_browser')
    const provider = providers.find(({ id }) => id === kept.provider)
    const identity = await identify(provider, kept, callback)
    const label = provider?.label ?? kept.provider
    const native = kept.native === 1
    const holder = native ? kept.challenge : kept.browser_hash
    const { code, isNew } = await inTransaction(db, async (tx) => {
      const { accountId, isNew } = await accountOf(tx, identity, label)
      if ((await accountRepository(tx).disabledAt(accountId)) !== null) throw new SignInFailed('account_disabled')
      return { code: await codes.issue(tx, { accountId, native, holder, next: kept.next }), isNew }
    })
    if (isNew) garbageAdded()
    return code
  }

  return {
    providers: providers.map(({ id, label }) => ({ id, label })),

    /**
     * Starts a sign-in.
     *
     * @returns The address at the provider.
     * @throws ServiceError `not_configured`, `provider_unavailable` (503), `not_found` (404).
     */
    async start({ provider: id, next, native, challenge, browser }: StartRequest): Promise<string> {
      if (providers.length === 0) throw notConfigured()
      const provider = id === '' ? providers[0] : providers.find((one) => one.id === id)
      if (!provider) throw notFound('identity provider')
      const state = ids.secret()
      const request = await provider.begin({ redirectUri: redirectUri(), state }).catch((error: unknown) => {
        onProblem(provider.id, error)
        throw unavailable(provider.label)
      })
      await providerSignInRepository(db).insert({
        state_hash: secretHash(state),
        provider: provider.id,
        browser_hash: secretHash(browser),
        next,
        nonce: request.nonce,
        verifier: request.verifier,
        native: native ? 1 : 0,
        challenge: challenge ?? null,
        expires_at: new Date(clock.now().getTime() + SIGN_IN_MINUTES * MINUTE_MS).toISOString(),
      })
      return request.location
    },

    /** Completes a sign-in. The state is used up, whatever comes of it. */
    async finish(callback: CallbackRequest): Promise<SignInOutcome> {
      const kept = await providerSignInRepository(db).take(secretHash(callback.state))
      const native = kept?.native === 1
      try {
        if (!kept) throw new SignInFailed('sign_in_expired')
        return { native, code: await complete(kept, callback) }
      } catch (error) {
        if (!(error instanceof SignInFailed)) throw error
        if (error.message !== error.code) onProblem(kept?.provider ?? '', error)
        return { native, error: error.code }
      }
    },

    /** Removes what has expired. */
    async expire(): Promise<void> {
      await providerSignInRepository(db).removeExpired(clock.now().toISOString())
      await codes.expire()
    },
  }
}

type Kept = NonNullable<Awaited<ReturnType<ReturnType<typeof providerSignInRepository>['take']>>>

const notConfigured = () =>
  new ServiceError('not_configured', 'Sign-in through an identity provider is not set up on this server.', {
    setting: 'PLATELIGHT_OIDC_<NAME>_ISSUER',
  })

const unavailable = (label: string) =>
  new ServiceError(
    'provider_unavailable',
    `The identity provider ${label} does not answer. Try again in a moment.`,
    {},
    RETRY_SECONDS,
  )

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other))
