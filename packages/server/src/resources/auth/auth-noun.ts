import { parseEmail, requireEmail } from '../../accounts/email-address.ts'
import { suggestEmail } from '../../accounts/email-suggestion.ts'
import { invalidToken } from '../../accounts/email-tokens.ts'
import type { PasswordCost } from '../../accounts/passwords/password-hashing.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import { userView } from '../../accounts/user-view.ts'
import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import { prefersPage } from '../../base/html/prefers-page.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { ServiceError } from '../../base/service-error.ts'
import { type Principal, type Reply, type RequestFacts, type Routes, SpecialReply } from '../../contract/index.ts'
import type { CreditLedger } from '../../credits/credit-ledger.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import type { Keys } from '../../keys/key-service.ts'
import type { Letters } from '../../mail/letters.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { authFormRoutes } from './auth-form-routes.ts'
import { linkPage, refusedPage, verifiedPage } from './auth-pages.ts'
import { createAuthService } from './auth-service.ts'
import { createBrowserSession } from './browser-session.ts'

/** The number of passwords hashed at the same time: at most half of the processors, and half of the four threads of Node's pool. */
const MAX_HASHING = 2

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly ledger: CreditLedger
  readonly sessions: Sessions
  readonly keys: Keys
  readonly passwordCost: PasswordCost | undefined
  readonly letters: Letters
  readonly queue: Pick<Queue, 'garbageAdded'>
  readonly publicUrl: () => string
}

/** Sign-in with a password, and what is needed for it: sign-up, verified addresses, forgotten passwords. */
export const authNoun = part((needs: Needs) => {
  const { sales, passwordResetUrl, appCallback, threads } = needs.config
  const hashing = Math.max(1, Math.min(MAX_HASHING, Math.floor(threads / 2)))
  const { passwordCost, queue } = needs
  const auth = createAuthService({
    ...needs,
    garbageAdded: queue.garbageAdded,
    settings: { signupCredits: sales.signupCredits, passwordResetUrl, hashing, passwordCost },
  })

  const browser = createBrowserSession(needs)

  const session = async ({ user }: { user: Principal }): Promise<Reply<'auth.session'>> => ({
    valid: true,
    credential: user.kind === 'key' ? 'api_key' : 'session',
    expires_at: await auth.expiryOf(user),
    scopes: [...user.scopes],
    user: userView(await auth.user(user.account)),
  })

  /**
   * Uses the token of a link. The form of the reply depends on the caller: a program, a person with a browser, or the app.
   */
  const verify = async (token: string, source: string, request: RequestFacts) => {
    const forApp = source === 'app' ? appCallback : undefined
    try {
      const verified = await auth.verify(token, source)
      if (forApp) return backToApp(forApp, verified.status)
      if (prefersPage(request)) return new SpecialReply({ kind: 'page', page: verifiedPage(verified) })
      const { status, email, credits } = verified
      return { status, email, credits_granted: credits }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'token_invalid') throw error
      if (forApp) return backToApp(forApp, error.code)
      if (!prefersPage(request)) throw error
      return new SpecialReply({ kind: 'page', page: refusedPage(await auth.previewLink(token)) })
    }
  }

  const routes: Routes<'auth'> = {
    signup: async ({ body }) => {
      const email = requireEmail(body.email)
      const { password, name, business_name: businessName, marketing_consent: marketingConsent, locale } = body
      await auth.signup({ email, password, name, businessName, marketingConsent, locale })
      return { status: 'verification_sent', email }
    },

    login: async ({ body, request }) => {
      const credentials = { email: requireEmail(body.email), password: body.password }
      const caller = { address: request.caller, userAgent: request.header('user-agent') }
      const { account, token, expiresAt } = await auth.login(credentials, caller)
      // The program that signs in again replaces its session, and nobody can use the one from before.
      await auth.logout(request.header('authorization'))
      const user = userView(await auth.user(account))
      return { access_token: token, token_type: 'bearer', expires_at: expiresAt, user }
    },

    browserSession: async (call) => {
      const { account, token, expiresAt } = await browser.open(call)
      const user = userView(await auth.user(account))
      return { access_token: token, token_type: 'bearer', expires_at: expiresAt, user }
    },

    logout: async (call) => {
      await auth.logout(call.request.header('authorization'))
      await browser.end(call)
      return { status: 'logged_out' }
    },

    me: async ({ user }) => userView(await auth.user(user.account)),
    session,
    status: session,

    validateEmail: async ({ body }) => {
      const { address, flaw } = parseEmail(body.email)
      const suggestion = flaw === null ? suggestEmail(address) : null
      return { email: address, valid: flaw === null, reason: flaw, suggestion }
    },

    resendVerification: async ({ user }) => ({
      status: await auth.resend(user.account),
      email: user.account.email,
    }),

    verifyEmail: ({ query, request }) => verify(query.token, query.source, request),
    confirmEmail: ({ body, request }) => verify(body.token, body.source, request),

    checkVerificationLink: async ({ query }) => {
      const { state } = await auth.previewLink(query.token)
      if (state !== 'open' && state !== 'already_verified') throw invalidToken('does not work')
      return new SpecialReply({ kind: 'nothing' })
    },

    verifyPage: async ({ query: { token, source } }) => {
      const leadsTo = source === 'app' ? appCallback : undefined
      const page = linkPage(await auth.previewLink(token), { token, source, leadsTo })
      return new SpecialReply({ kind: 'page', page })
    },

    changePassword: async ({ user, body, request }) => {
      const { current_password: current, new_password: next } = body
      await auth.changePassword(user.account, { current, next }, request.caller)
      return { status: 'password_changed' }
    },

    ...authFormRoutes(auth, needs.publicUrl),
  }

  return {
    provides: { auth },
    routes: { auth: routes },
    owns: ownedTables({
      sessions: { key: 'id', file: 'sessions' },
      email_tokens: { key: 'hash', file: null },
    }),
    erase: ({ email }) => auth.forgetFailures(email),
    prepares: { 'password-reset': auth.prepareReset },
    timetable: [
      {
        name: 'expire-sign-in',
        every: 'hour',
        work: auth.expire,
        failure: 'expired sessions, tokens and failures were not removed',
      },
    ],
  }
})

/** The app gets the status, and no credential. */
function backToApp(callback: string, status: string): SpecialReply {
  const url = new URL(callback)
  url.searchParams.set('status', status)
  return new SpecialReply({ kind: 'redirect', location: url.href })
}
