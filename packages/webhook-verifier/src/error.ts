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
 * Why a delivery is not accepted. `message` may be shown to the sender; `hint` is for your log only, because it says
 * more than a stranger should know.
 *
 * @example if (error instanceof WebhookVerificationError) return new Response(error.code, { status: error.status })
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  /** What to answer: 401, 400, 413, 500 or 503. Never 2xx. */
  declare readonly status: number
  /** Made for branching; stable. */
  declare readonly code: WebhookErrorCode
  /** What whoever runs the receiver should look at. */
  declare readonly hint: string | undefined

  constructor(status: number, code: WebhookErrorCode, message: string, hint?: string) {
    super(message)
    // In one go, and declared above, because every byte of this package counts.
    Object.assign(this, { status, code, hint })
  }
}
