import { ServiceError } from '../../base/service-error.ts'

export type CheckReceiverUrl = ReturnType<typeof createReceiverUrlCheck>

/**
 * Where events may be sent, as far as an address tells by itself. What a name leads to is looked at when it is sent to.
 *
 * @param isRefused Whether a host may not be connected to, as far as it tells by itself.
 * @returns A check that answers the address as it is kept.
 * @example receiverUrl({ production: true, isRefused })('https://example.com/hooks')
 */
export const createReceiverUrlCheck =
  ({ production, isRefused }: { production: boolean; isRefused: (host: string) => boolean }) =>
  /** @throws ServiceError `url_not_allowed` (400). */
  (text: string): string => {
    if (/[\s\p{Cc}]/u.test(text)) throw refuse('has a blank, a line break or a control character in it; leave it out')
    if (!URL.canParse(text)) throw refuse(`is no address. It looks like ${EXAMPLE}`)
    const url = new URL(text)
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
    // What people compare with what they gave stays as it is; what is not ASCII could look like another host.
    return /^[\x21-\x7e]+$/.test(text) ? text : url.href
  }

const EXAMPLE = 'https://example.com/hooks/photos'

const refuse = (reason: string) => new ServiceError('url_not_allowed', `url ${reason}.`, { field: 'url' })
