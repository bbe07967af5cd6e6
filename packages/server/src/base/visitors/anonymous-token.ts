import type { Cookie, Cookies } from '../../contract/index.ts'
import { DAY_SECONDS } from '../durations.ts'

/** The cookie with the token of an anonymous session. The contract gives its name. */
const COOKIE: Cookie = { name: 'pl_anon', lifetimeSeconds: DAY_SECONDS, hasFixedName: true }

/** Where the token of an anonymous session may come from. Bearer endpoints pass no cookies. */
export interface AnonymousTokenSources {
  readonly header: (name: string) => string | undefined
  readonly field?: string | undefined
  readonly cookies?: Pick<Cookies, 'read'>
}

/** The token that a request names: the header before the field, and the cookie, which a browser sends by itself, last. */
export const anonymousTokenOf = ({ header, field, cookies }: AnonymousTokenSources): string | undefined =>
  header('x-anonymous-session')?.trim() || field?.trim() || cookies?.read(COOKIE) || undefined

/** Gives a browser the token for as long as its session lasts. */
export const setAnonymousCookie = (cookies: Pick<Cookies, 'set'>, token: string, lifetimeSeconds: number): void =>
  cookies.set({ ...COOKIE, lifetimeSeconds }, token)
