import { isErrorCode, type SignInErrorCode } from '../../base/sign-in-error.ts'

/** A sign-in that ends with an error at the callback page. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed'
  /** @param reason For the log. */
  constructor(
    readonly code: SignInErrorCode | (string & {}),
    reason?: string,
  ) {
    super(reason ?? code)
  }
}

/** The error of a provider. Its code is passed on if it is one, and its explanation goes to the log only. */
export const refusedByProvider = (code: string, description: string): SignInFailed =>
  new SignInFailed(isErrorCode(code) ? code : 'provider_failed', `${code}: ${description}`.slice(0, 500))
