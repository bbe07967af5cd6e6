import type { CallOptions } from '../../transport/api-call.ts'
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
})
