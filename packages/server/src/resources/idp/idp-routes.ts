import { type UserFacts, userView } from '../../accounts/user-view.ts'
import type { Account } from '../../base/account-plan.ts'
import { MINUTE_SECONDS } from '../../base/durations.ts'
import { prefersPage } from '../../base/html/prefers-page.ts'
import type { Ids } from '../../base/random-ids.ts'
import { ServiceError } from '../../base/service-error.ts'
import { signInErrorSentence } from '../../base/sign-in-error.ts'
import { type Cookie, type Cookies, type Routes, SpecialReply } from '../../contract/index.ts'
import { nextPath } from './next-path.ts'
import { type ProviderSignIn, SIGN_IN_MINUTES, type SignInOutcome } from './provider-sign-in.ts'
import type { SignInCodes } from './sign-in-codes.ts'

interface Dependencies {
  readonly providerSignIn: ProviderSignIn
  readonly signInCodes: SignInCodes
  readonly ids: Ids
  readonly user: (account: Account) => Promise<UserFacts>
  /** Ends the session of an Authorization header, if it has one. */
  readonly endSession: (authorization: string | undefined) => Promise<void>
  readonly publicUrl: () => string
  /** The address of the app to which native sign-ins return. */
  readonly appCallback: string | undefined
}

/**
 * Binds sign-ins to a browser. It is not renamed by a second sign-in in another tab, so both can be completed. It
 * authenticates nobody.
 */
const BROWSER: Cookie = { name: 'pl_sign_in', lifetimeSeconds: SIGN_IN_MINUTES * MINUTE_SECONDS }
const BROWSER_SECRET = /^[0-9A-Za-z]{32}$/

export function idpRoutes(dependencies: Dependencies): Routes<'idp'> {
  const { providerSignIn, signInCodes, ids, user, endSession, publicUrl, appCallback } = dependencies
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

  return {
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

    exchange: async ({ body, cookies, request }) => {
      const secrets = [browserIn(cookies), body.code_verifier].filter((secret) => secret !== undefined)
      const { account, token, expiresAt, next } = await signInCodes.exchange(
        body.code,
        secrets,
        request.header('user-agent'),
      )
      await endSession(request.header('authorization'))
      const shown = userView(await user(account))
      return { access_token: token, token_type: 'bearer', expires_at: expiresAt, user: shown, next }
    },
  }
}

const noApp = () =>
  new ServiceError('not_configured', 'Sign-in cannot return to an app: this server knows no app.', {
    setting: 'PLATELIGHT_APP_CALLBACK',
  })
