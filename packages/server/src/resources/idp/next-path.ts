import { ServiceError } from '../../base/service-error.ts'
import { parseUrl } from '../../base/text/parse-url.ts'

/** Any address serves, because only whether it stays the same counts. */
const BASE = 'http://here.invalid'

/**
 * The path to open after a sign-in, in the form in which a browser reads it.
 *
 * @throws ServiceError `url_not_allowed` (400) when it leads to another host.
 * @example nextPath('/m') // '/m'
 */
export function nextPath(text: string): string {
  const url = text.startsWith('/') ? parseUrl(text, BASE) : undefined
  const path = url?.origin === BASE ? `${url.pathname}${url.search}${url.hash}` : ''
  // `/.//host` has this host and the path `//host`, which would be another host.
  if (/^\/(?!\/)/.test(path)) return path
  throw new ServiceError('url_not_allowed', 'next must be a path of this server, such as /m.', { field: 'next' })
}
