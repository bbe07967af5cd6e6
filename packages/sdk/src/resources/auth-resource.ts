import type { Login } from '../generated/schema.d.ts'
import type { CallOptions, WriteOptions } from '../transport/api-call.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Sign-in with e-mail and password. A session token works wherever an API key does: give it as `apiKey`. */
export const auth = ({ get, post, send }: ResourceMethods) => ({
  /**
   * Registers a user and mails a link that proves the address. Answers the same whether or not it is known.
   *
   * @throws BadRequestError `password_weak` when the password is common or too close to the address; ValidationError
   *   for what can be no address.
   */
  signup: post('/api/auth/signup'),

  /**
   * Logs in and answers a session token with the time it ends.
   *
   * @throws AuthenticationError for a wrong password and an unknown address alike.
   * @throws RateLimitError after several failures in a row.
   *
   * @example
   * const { access_token } = await client.auth.login({ email, password })
   * const mine = new Platelight({ apiKey: access_token })
   */
  // Sent once: a wrong password sent again is another failure, and the wait grows with each.
  login: (body: Login, options?: WriteOptions) =>
    send('POST', '/api/auth/login', { json: body, replayable: false }, options),

  /** Ends the session whose token this client carries, if it carries one. */
  logout: (options?: CallOptions) => send('POST', '/api/auth/logout', {}, options),

  /** The signed-in user, with plan and balance. */
  me: get('/api/auth/me'),

  /** What the credential is: its kind, scopes and end. @throws AuthenticationError when it is not valid. */
  session: get('/api/auth/session'),

  /** The same as `session`, under its other name. */
  status: get('/api/auth/status'),

  /** Judges the spelling of an e-mail address, with a guess at a typing error. Needs no key. */
  validateEmail: post('/api/auth/validate-email'),

  /** Mails a fresh verification link; the older one stops working. */
  resendVerification: (options?: CallOptions) => send('POST', '/api/auth/resend-verification', {}, options),

  /**
   * Uses the token of a verification link. The first proof of an address ends every session and key from before: log in
   * again.
   *
   * @throws BadRequestError `token_invalid`
   */
  verifyEmail: (token: string, options?: CallOptions) =>
    send('GET', '/api/auth/verify-email', { query: { token } }, options),

  /** Mails a token for a new password, if the address has an account; the answer does not tell. */
  forgotPassword: post('/api/auth/forgot-password'),

  /**
   * Sets a new password with the token of that e-mail, and ends every session.
   *
   * @throws BadRequestError `token_invalid`, `password_weak`
   */
  resetPassword: post('/api/auth/reset-password'),
})
