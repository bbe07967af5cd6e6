import type { Logger } from 'pino'
import type { Sessions } from '../../accounts/session-tokens.ts'
import { type UserFacts, userView } from '../../accounts/user-view.ts'
import type { Account } from '../../base/account-plan.ts'
import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import { MINUTE_SECONDS } from '../../base/durations.ts'
import { prefersPage } from '../../base/html/prefers-page.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { ServiceError } from '../../base/service-error.ts'
import { signInErrorSentence } from '../../base/sign-in-error.ts'
import { type Cookie, type Cookies, type Routes, SpecialReply } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import type { Letters } from '../../mail/letters.ts'
import { ApiClientError, withoutSecrets } from '../../net/api/api-client-error.ts'
import type { Net } from '../../net/net-part.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { nextPath } from './next-path.ts'
import { openIdentityProviders } from './open-identity-providers.ts'
import { createProviderSignIn, SIGN_IN_MINUTES, type SignInOutcome } from './provider-sign-in.ts'
import { createSignInCodes } from './sign-in-codes.ts'

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly sessions: Sessions
  readonly net: Pick<Net, 'forApis'>
  readonly queue: Pick<Queue, 'garbageAdded'>
  readonly letters: Letters
  readonly logger: Logger
  readonly publicUrl: () => string
  readonly auth: {
    user(account: Account): Promise<UserFacts>
    /** Ends the session of an Authorization header, if it has one. */
    logout(authorization: string | undefined): Promise<void>
    markProven(tx: Db, accountId: string, by: 'identity-provider'): Promise<unknown>
    sendLink(tx: Db, accountId: string, options: { defers: boolean }): Promise<unknown>
  }
}

/**
 * Binds sign-ins to a browser. It is not renamed by a second sign-in in another tab, so both can be completed. It
 * authenticates nobody.
 */
const BROWSER: Cookie = { name: 'pl_sign_in', lifetimeSeconds: SIGN_IN_MINUTES * MINUTE_SECONDS }
const BROWSER_SECRET = /^[0-9A-Za-z]{32}$/

/** Sign-in through identity providers. */
export const idpNoun = part(async (needs: Needs) => {
  const { config, db, ids, clock, sessions, net, queue, letters, logger, publicUrl, auth } = needs
  const { appCallback } = config
  const secrets = config.identityProviders.flatMap(({ clientSecret }) => clientSecret ?? [])
  const { providers, close } = await openIdentityProviders(config, net, secrets)
  const signInCodes = createSignInCodes({ db, ids, clock, sessions })
  const providerSignIn = createProviderSignIn({
    db,
    ids,
    clock,
    providers,
    codes: signInCodes,
    letters,
    publicUrl,
    markProven: (tx, accountId) => auth.markProven(tx, accountId, 'identity-provider'),
    sendLink: (tx, accountId) => auth.sendLink(tx, accountId, { defers: true }),
    garbageAdded: queue.garbageAdded,
    isOutage: (error) => causesOf(error).some((cause) => cause instanceof ApiClientError && cause.isOutage),
    onProblem: (provider, error) =>
      logger.warn({ provider, reason: withoutSecrets(reasonOf(error), secrets) }, 'a sign-in at a provider failed'),
  })

  const startUrl = (id: string) => `${publicUrl()}/api/auth/idp/mobile/start?provider=${id}`
  const browserIn = (cookies: Cookies) => {
    const secret = cookies.read(BROWSER)
    return secret !== undefined && BROWSER_SECRET.test(secret) ? secret : undefined
  }

  const ended = ({ native, code, error }: SignInOutcome): SpecialReply => {
    const url = new URL(native && appCallback !== undefined ? appCallback : `${publicUrl()}/auth/callback`)
    if (code !== undefined) url.searchParams.set('code', code)
    else {
      url.searchParams.set('error', error)
      url.searchParams.set('error_description', signInErrorSentence(error))
    }
    return new SpecialReply({ kind: 'redirect', location: url.href })
  }

  const idp: Routes<'idp'> = {
    config: async () => {
      const providers = providerSignIn.providers.map(({ id, label }) => ({ id, name: label, start_url: startUrl(id) }))
      const [first] = providers
      return {
        enabled: first !== undefined,
        provider_name: first?.name ?? null,
        native_enabled: first !== undefined && appCallback !== undefined,
        start_url: first?.start_url ?? null,
        providers,
      }
    },

    start: async ({ query, cookies, request }) => {
      const { native, provider, code_challenge: challenge } = query
      const next = nextPath(query.next)
      if (native && appCallback === undefined) throw noApp()
      const browser = browserIn(cookies) ?? ids.secret()
      try {
        const wish = { provider, next, native, challenge: challenge || undefined, browser }
        const location = await providerSignIn.start(wish)
        cookies.set(BROWSER, browser)
        return new SpecialReply({ kind: 'redirect', location })
      } catch (error) {
        if (!prefersPage(request) || !(error instanceof ServiceError) || error.code !== 'provider_unavailable')
          throw error
        return ended({ native, error: error.code })
      }
    },

    callback: async ({ query, cookies }) => {
      const { code, state, error, error_description: description, iss: issuer } = query
      return ended(
        await providerSignIn.finish({ code, state, error, description, issuer, browser: browserIn(cookies) }),
      )
    },

    callbackForm: async ({ body }) => {
      const url = new URL(`${publicUrl()}/api/auth/idp/callback`)
      for (const name of ['code', 'state', 'error', 'error_description', 'iss'] as const) {
        if (body[name]) url.searchParams.set(name, body[name])
      }
      return new SpecialReply({ kind: 'redirect', location: url.href })
    },

    exchange: async ({ body, cookies, request }) => {
      const secrets = [browserIn(cookies), body.code_verifier].filter((secret) => secret !== undefined)
      const { account, token, expiresAt, next } = await signInCodes.exchange(
        body.code,
        secrets,
        request.header('user-agent'),
      )
      await auth.logout(request.header('authorization'))
      const shown = userView(await auth.user(account))
      return { access_token: token, token_type: 'bearer', expires_at: expiresAt, user: shown, next }
    },
  }

  return {
    routes: { idp },
    owns: ownedTables({
      identities: { key: 'issuer', file: 'identities' },
      sign_in_codes: { key: 'hash', file: null },
    }),
    timetable: [
      {
        name: 'expire-provider-sign-in',
        every: 'hour',
        work: providerSignIn.expire,
        failure: 'expired sign-ins at providers were not removed',
      },
    ],
    close,
  }
})

const noApp = () =>
  new ServiceError('not_configured', 'Sign-in cannot return to an app: this server knows no app.', {
    setting: 'PLATELIGHT_APP_CALLBACK',
  })

/** An error with its causes. A library's error has the true reason in its cause. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) causes.push(cause)
  return causes
}

const MAX_CAUSES = 5

const reasonOf = (error: unknown): string =>
  causesOf(error)
    .map(({ message }) => message)
    .join(': ')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 1_000)
