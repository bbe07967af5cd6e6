import type { CallOptions } from '../call.ts'
import type { Send } from '../operation.ts'

/** The account behind the key. */
export const account = (send: Send) => ({
  /** Balance after holds, plan, and the credits used this month (UTC). */
  credits: (options?: CallOptions) => send('GET', '/api/account/credits', {}, options),
})
