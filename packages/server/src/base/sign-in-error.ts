/** Why a sign-in through a provider failed, in words for the person. A provider's own error codes are passed on as they are. */
const SENTENCES = {
  access_denied: 'The provider did not let you in, or you cancelled the sign-in.',
  temporarily_unavailable: 'The provider is too busy at the moment. Try again a little later.',
  server_error: 'The provider had an error of its own. Try again a little later.',
  sign_in_expired: 'This sign-in was completed before, or it took longer than ten minutes. Start again.',
  other_browser: 'The sign-in was started in another browser, or this browser keeps no cookies. Start again here.',
  provider_unavailable: 'The provider does not answer at the moment. Try again a little later.',
  provider_failed: 'The provider did not confirm the sign-in. If it happens again, tell the operator of this server.',
  email_not_verified:
    'The provider has not verified an e-mail address of yours. Verify it there, or sign in with e-mail and password.',
  account_disabled: 'The operator of this server has disabled your account. Ask there to enable it.',
  other_identity:
    'The account with your e-mail address belongs to another identity of this provider. Sign in as that one, or with e-mail and password.',
} as const

/** The codes that are ours, not the provider's. */
export type SignInErrorCode = Exclude<
  keyof typeof SENTENCES,
  'access_denied' | 'temporarily_unavailable' | 'server_error'
>

/**
 * The sentence about an error code. A code that nobody knows is quoted, and one that is no code is not: it may be a text that a
 * stranger put into a link.
 *
 * @example signInErrorSentence('access_denied') // The provider did not let you in, or you cancelled the sign-in.
 */
export function signInErrorSentence(code: string): string {
  if (Object.hasOwn(SENTENCES, code)) return SENTENCES[code as keyof typeof SENTENCES]
  return isErrorCode(code) ? `The provider refused the sign-in: ${code}.` : 'The provider refused the sign-in.'
}

/** Whether a text has the form of an OAuth error code, so that it may be shown and passed on. */
export const isErrorCode = (text: string): boolean => /^[a-z][a-z_]{0,63}$/.test(text)
