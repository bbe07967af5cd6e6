import type { Account } from '../../base/account-plan.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { UncheckedCall } from '../../contract/index.ts'
import type { Channel } from '../run.ts'

/** What a call says about a run, apart from the work itself. */
export interface RunRequest {
  readonly account: Account
  readonly channel: Channel
  /** Idempotency-Key: repeats under the same key get the same run, also after a crash. */
  readonly requestKey: string | undefined
  /** The most that the run may cost. A request that would cost more is refused. */
  readonly maxCredits: number | undefined
  /** About values of the request that have no effect. The run keeps them for its result. */
  readonly warnings: readonly Warning[]
}

export const runRequestOf = (
  { user, request }: Pick<UncheckedCall, 'user' | 'request'>,
  channel: Channel,
): RunRequest => ({
  account: user.account,
  channel,
  requestKey: request.idempotencyKey,
  maxCredits: request.maxCredits,
  warnings: request.warnings,
})
