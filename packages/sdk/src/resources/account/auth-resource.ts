import type { ChangePassword, Login } from '../../generated/schema.d.ts'
import type { CallOptions, WriteOptions } from '../../transport/api-call.ts'
import type { ResourceMethods } from '../resource-methods.ts'

/** Sign-in with e-mail and password. A session token works wherever an API key does: pass it as `apiKey`. */
export const auth = ({ get, post, send }: ResourceMethods) => ({
  /**
   * Registers a user and sends a verification link. The response is the same whether or not the address is registered.
   *
   * @throws BadRequestError `password_weak` if the password is common or too similar to the address; ValidationError
   *   for an invalid address.
   */
  signup: post('/api/auth/signup'),

  /**
   * Logs in and returns a session token with its expiry. A client whose `apiKey` is a session token gets another session in
   * place of it.
   *
   * @throws AuthenticationError for a wrong password and for an unknown address.
   * @throws RateLimitError after several failures in a row.
   *
   * @example
   * const { access_token } = await client.auth.login({ email, password })
   * const mine = new Platelight({ apiKey: access_token })
   */
  // Sent once: repeating a wrong password counts as another failure, and each failure lengthens the wait.
  login: (body: Login, options?: WriteOptions) =>
    send('POST', '/api/auth/login', { json: body, replayable: false }, options),

  /**
   * For pages that the server itself serves: returns a token of ten minutes for the session of this browser. With a session
   * token as `apiKey`, that session is kept in a cookie that no script can read.
   *
   * @throws AuthenticationError if the browser has no session, or the page is not one of the server.
   */
  browserSession: (options?: CallOptions) => send('POST', '/api/auth/browser-session', {}, options),

  /** Ends the session of this client's token, if it has one, and that of this browser. */
  logout: (options?: CallOptions) => send('POST', '/api/auth/logout', {}, options),

  /** Returns the signed-in user with plan and balance. */
  me: get('/api/auth/me'),

  /** Returns the kind, scopes and expiry of the credential. @throws AuthenticationError if it is invalid. */
  session: get('/api/auth/session'),

  /** Alias of `session`. */
  status: get('/api/auth/status'),

  /** Checks the syntax of an e-mail address and suggests a correction of a typing error. Requires no key. */
  validateEmail: post('/api/auth/validate-email'),

  /** Sends a new verification link. The previous one stops working. */
  resendVerification: (options?: CallOptions) => send('POST', '/api/auth/resend-verification', {}, options),

  /**
   * Verifies an address with the token of a verification link. The first verification ends all earlier sessions and
   * keys: log in again.
   *
   * @throws BadRequestError `token_invalid`
   */
  verifyEmail: (token: string, options?: CallOptions) =>
    send('GET', '/api/auth/verify-email', { query: { token } }, options),

  /** Verifies an address like `verifyEmail`, as the page of the link does. @throws BadRequestError `token_invalid` */
  confirmEmail: post('/api/auth/verify-email'),

  /**
   * Creates the first administrator of a server, with the token of the link in its log.
   *
   * @throws BadRequestError `token_invalid`, `password_weak`, or `bad_request` for an address that has an account.
   *
   * @example
   * await client.auth.setup({ token, email: 'chef@example.com', password })
   */
  setup: post('/api/auth/setup'),

  /** Sends a password reset link if the address has an account. The response does not reveal whether it has one. */
  forgotPassword: post('/api/auth/forgot-password'),

  /**
   * Sets a new password with the token from the e-mail, and ends every session.
   *
   * @throws BadRequestError `token_invalid`, `password_weak`
   */
  resetPassword: post('/api/auth/reset-password'),

  /**
   * Replaces the password with a new one, and ends every session, also that of this client. Keys stay.
   *
   * @throws BadRequestError `password_wrong` for a wrong current password, `password_weak`
   * @throws RateLimitError after several wrong passwords in a row.
   */
  // Sent once, like `login`.
  changePassword: (body: ChangePassword, options?: WriteOptions) =>
    send('POST', '/api/auth/change-password', { json: body, replayable: false }, options),
})
