import type { CallOptions, WriteOptions } from '../../transport/api-call.ts'
import type { ResourceMethods } from '../resource-methods.ts'

/** Which e-mails an account receives. */
export const email = ({ get, post, send }: ResourceMethods) => ({
  /** Returns which e-mails the account receives. */
  preferences: get('/api/email/preferences'),

  /** Changes which e-mails the account receives. Preferences that are left out stay unchanged. */
  updatePreferences: post('/api/email/preferences'),

  /**
   * Ends marketing e-mail to the address of an unsubscribe link. Requires no key.
   *
   * @throws BadRequestError `token_invalid`
   */
  unsubscribe: (token: string, options?: CallOptions) => send('GET', '/api/unsubscribe', { query: { token } }, options),

  /**
   * The same with one request, as e-mail programs send it for the header `List-Unsubscribe-Post`. Requires no key.
   *
   * @throws BadRequestError `token_invalid`
   */
  oneClickUnsubscribe: (token: string, options?: WriteOptions) => {
    const form = async () => {
      const body = new FormData()
      body.append('List-Unsubscribe', 'One-Click')
      return { body }
    }
    return send('POST', '/api/unsubscribe', { query: { token }, form }, options)
  },
})
