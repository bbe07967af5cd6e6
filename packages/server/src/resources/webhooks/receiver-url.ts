import { ServiceError } from '../../base/service-error.ts'
import { parseUrl } from '../../base/text/parse-url.ts'

export type CheckReceiverUrl = ReturnType<typeof createReceiverUrlCheck>

/**
 * Whether events may be sent to an address, judged by its spelling alone. The addresses of its host are checked when events
 * are sent.
 *
 * @param isRefused Whether a host may not be connected to, judged by its spelling.
 * @returns A check that returns the address in the form in which it is stored.
 * @example createReceiverUrlCheck({ production: true, isRefused })('https://example.com/hooks')
 */
export const createReceiverUrlCheck =
  ({ production, isRefused }: { production: boolean; isRefused: (host: string) => boolean }) =>
  /** @throws ServiceError `url_not_allowed` (400). */
  (text: string): string => {
    if (/[\s\p{Cc}]/u.test(text)) throw refuse('has a space, a line break or a control character in it; leave it out')
    const url = parseUrl(text)
    if (!url) throw refuse(`is not an address. It looks like ${EXAMPLE}`)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') {
      throw refuse(`starts with ${url.protocol}, to which no event can be sent. It looks like ${EXAMPLE}`)
    }
    if (url.username !== '' || url.password !== '') {
      throw refuse('has a user name or password in it; leave it out and check the signature of events instead')
    }
    if (text.includes('#')) throw refuse('has a fragment (#…), which is never sent; leave it out')
    if (production && url.protocol !== 'https:') throw refuse('must start with https:// on this server')
    if (url.port === '0') throw refuse('has port 0, on which nobody can listen')
    if (url.hostname.length > 253 || url.hostname.split('.').some(({ length }) => length > 63)) {
      throw refuse('has a host name that is too long: 63 characters between dots, 253 in all')
    }
    if (isRefused(url.hostname)) {
      throw refuse(
        `leads to ${url.hostname.replace(/^\[|\]$/g, '')}, which is not a public address. Give one that this server can reach on the internet`,
      )
    }
    // The spelling stays the same, because people compare it with what they typed. Text that is not ASCII could look like
    // another host, so it is normalized.
    return /^[\x21-\x7e]+$/.test(text) ? text : url.href
  }

const EXAMPLE = 'https://example.com/hooks/photos'

const refuse = (reason: string) => new ServiceError('url_not_allowed', `url ${reason}.`, { field: 'url' })
