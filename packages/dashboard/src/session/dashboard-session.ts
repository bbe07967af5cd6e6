import { APIError, Platelight, type User } from '@platelight/sdk'

export type SessionState =
  | { readonly is: 'unknown' | 'out' }
  | { readonly is: 'unreachable'; readonly message: string }
  | { readonly is: 'in'; readonly user: User }

/** Half of the life of a token, so that neither a slow request nor a clock that is off meets its end. */
const RENEW_AFTER_MS = 5 * 60_000
/** A page has no environment. */
const AT_HOME = { baseUrl: location.origin, logLevel: 'error' } as const

export const session = createDashboardSession()

/**
 * Who is signed in. The token lives in this memory alone and is renewed with a cookie that scripts cannot read.
 * `client` always sends the newest token.
 */
function createDashboardSession() {
  const visitor = new Platelight(AT_HOME)
  let state: SessionState = { is: 'unknown' }
  let token = ''
  let renewAt = 0
  let renewal: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const enders = new Set<() => void>()

  const become = (next: SessionState) => {
    if (state.is === 'in' && next.is === 'out') for (const ended of enders) ended()
    if (next.is === 'out') token = ''
    state = next
    for (const changed of listeners) changed()
  }

  const open = async (by: Platelight) => {
    const reply = await by.auth.browserSession()
    token = reply.access_token
    renewAt = Date.now() + RENEW_AFTER_MS
    become({ is: 'in', user: reply.user })
  }

  /** One request for however many ask. */
  const renew = () => {
    renewal ??= open(visitor)
      .catch((error: unknown) => {
        const isOver = error instanceof APIError && [401, 403].includes(error.status)
        if (isOver) become({ is: 'out' })
        else if (state.is !== 'in') become({ is: 'unreachable', message: messageOf(error) })
        else throw error
      })
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }

  const withToken = async (request: Request) => {
    if (Date.now() >= renewAt) await renew()
    request.headers.set('authorization', `Bearer ${token}`)
    // A deletion that is sent while the page is left arrives all the same.
    const reply = await fetch(request, { keepalive: request.method === 'DELETE' })
    // It was ended elsewhere. The cookie says whether the session is really over.
    if (reply.status === 401 && state.is === 'in') await renew()
    return reply
  }

  return {
    /** For what needs no account. */
    visitor,
    client: new Platelight({ ...AT_HOME, apiKey: 'in-memory', dangerouslyAllowBrowser: true, fetch: withToken }),
    current: () => state,
    subscribe(changed: () => void) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    onEnd: (ended: () => void) => enders.add(ended),
    resume: renew,

    async signIn(email: string, password: string) {
      const { access_token: apiKey } = await visitor.auth.login({ email, password })
      await open(new Platelight({ ...AT_HOME, apiKey, dangerouslyAllowBrowser: true }))
    },

    async signOut() {
      await new Platelight({ ...AT_HOME, ...(token && { apiKey: token, dangerouslyAllowBrowser: true }) }).auth.logout()
      become({ is: 'out' })
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
