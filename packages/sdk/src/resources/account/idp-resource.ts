import type { IdpExchange } from '../../generated/schema.d.ts'
import type { CallOptions } from '../../transport/api-call.ts'
import type { ResourceMethods } from '../resource-methods.ts'

/** Sign-in through an identity provider, in a browser. */
export const idp = ({ get, send }: ResourceMethods) => ({
  /** Returns the providers and the URLs that start sign-in. Open one of them in a browser. */
  config: get('/api/auth/idp/config'),

  /**
   * Exchanges the one-time code of the callback for a session token. A code of a browser needs the cookie of that
   * browser; a code of a native app needs the `code_verifier` if sign-in was started with a `code_challenge`.
   *
   * @throws BadRequestError `token_invalid` if the code was used, has expired, or belongs elsewhere.
   *
   * @example
   * const { access_token, next } = await client.idp.exchange({ code, code_verifier })
   */
  // Sent once: the first attempt uses the code up, and a repeat could only fail.
  exchange: (body: IdpExchange, options?: CallOptions) =>
    send('POST', '/api/auth/idp/exchange', { json: body, replayable: false }, options),
})
