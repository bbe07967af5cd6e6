import { SESSION_SECONDS, type Sessions } from '../../accounts/session-tokens.ts'
import { ServiceError } from '../../base/service-error.ts'
import { parseUrl } from '../../base/text/parse-url.ts'
import type { Cookie, Cookies, RequestFacts } from '../../contract/index.ts'
import { bearerToken } from './sign-in-service.ts'

const COOKIE: Cookie = { name: 'pl_session', lifetimeSeconds: SESSION_SECONDS, isStrict: true }

interface BrowserCall {
  readonly cookies: Cookies
  readonly request: RequestFacts
}

/**
 * The session of a browser. A page holds a token for ten minutes in its memory, and the browser a cookie that no script can
 * read, and that only pages of this server can exchange for the next token. Both name the row of the session, so they end with it.
 */
export const createBrowserSession = ({ sessions, publicUrl }: { sessions: Sessions; publicUrl: () => string }) => {
  /** Browsers name the page that sends a POST, and no page can pretend to be another one. */
  const isFromOurPage = ({ header }: RequestFacts): boolean => {
    const { origin, protocol } = new URL(publicUrl())
    const from = parseUrl(header('origin') ?? '')
    return (
      from !== undefined && (from.origin === origin || (from.protocol === protocol && from.host === header('host')))
    )
  }

  const inCookie = async (cookies: Cookies) => {
    const value = cookies.read(COOKIE)
    return value === undefined ? undefined : sessions.ofCookie(value)
  }

  return {
    /**
     * A token for the session of the cookie. A session token in Authorization puts its session into the cookie first, in place of
     * the one that is there, which ends.
     *
     * @throws ServiceError `unauthorized` (401).
     */
    async open({ cookies, request }: BrowserCall) {
      if (!isFromOurPage(request)) throw refused('Only pages of this server have a session in the browser.')
      const given = bearerToken(request.header('authorization'))
      const before = await inCookie(cookies)
      const session = given === undefined ? before : await sessions.authenticate(given)
      if (!session) throw refused('This browser has no session, or it has ended. Sign in.')
      const { cookie, token, expiresAt } = await sessions.forBrowser(session)
      if (given !== undefined) cookies.set(COOKIE, cookie)
      if (before && before.sessionId !== session.sessionId) await sessions.revoke(before.sessionId)
      return { account: session.account, token, expiresAt }
    },

    /** Ends the session of the cookie, and removes the cookie. */
    async end({ cookies, request }: BrowserCall): Promise<void> {
      if (cookies.read(COOKIE) === undefined || !isFromOurPage(request)) return
      const session = await inCookie(cookies)
      if (session) await sessions.revoke(session.sessionId)
      cookies.set({ ...COOKIE, lifetimeSeconds: 0 }, '')
    },
  }
}

const refused = (message: string) => new ServiceError('unauthorized', message)
