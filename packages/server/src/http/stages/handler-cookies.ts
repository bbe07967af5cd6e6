import { parse, serialize } from 'cookie'
import type { Request, Response } from 'express'
import type { Cookie, Cookies } from '../../contract/index.ts'

/**
 * The cookies of a handler: HttpOnly, `SameSite=Lax` or `Strict`, and sent to this host only. A secure cookie gets the prefix `__Host-`,
 * with which a browser takes it from nobody but this host over https, so that no neighbouring host can plant one.
 *
 * @param secure False when the server is reached on loopback without TLS, where not every browser keeps secure cookies.
 */
export function createCookies(req: Request, res: Response, secure: boolean): Cookies {
  const nameOf = ({ name, hasFixedName }: Cookie) => (secure && !hasFixedName ? `__Host-${name}` : name)
  return {
    read: (cookie) => parse(req.headers.cookie ?? '')[nameOf(cookie)],
    set: (cookie, value) => {
      const sameSite = cookie.isStrict ? 'strict' : 'lax'
      const rules = { path: '/', httpOnly: true, sameSite, secure, maxAge: cookie.lifetimeSeconds } as const
      res.appendHeader('Set-Cookie', serialize(nameOf(cookie), value, rules))
    },
  }
}
