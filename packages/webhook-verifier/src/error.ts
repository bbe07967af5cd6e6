export type WebhookErrorCode =
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'payload_invalid'
  | 'outside_window'
  | 'body_too_large'
  | 'secret_invalid'
  | 'body_not_raw'
  | 'in_progress'
  | 'timeout'

/**
 * Why a delivery is not accepted. `message` may be shown to the sender. `hint` is for your log only, because it has
 * details that strangers should not see.
 *
 * @example if (error instanceof WebhookVerificationError) return new Response(error.code, { status: error.status })
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  /** The status to respond with: 400, 401, 413, 500 or 503. */
  declare readonly status: number
  /** A stable code for use in conditions. */
  declare readonly code: WebhookErrorCode
  /** What the operator of the receiver should check. */
  declare readonly hint: string | undefined

  constructor(status: number, code: WebhookErrorCode, message: string, hint?: string) {
    super(message)
    // Assigned together and declared above, to keep the package small.
    Object.assign(this, { status, code, hint })
  }
}
