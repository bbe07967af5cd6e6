import { APIError, ConnectionError, PlatelightError } from '../../transport/sdk-errors.ts'
import type { ErrorRecord, PauseReason, StopReason } from '../folder-events.ts'

/** Why the run starts no further photo. */
export interface Stop {
  readonly reason: StopReason
  readonly error: unknown
}

/** What the failure of one photo means for the other photos. */
export type Verdict =
  /** The photo fails. With `stop`, the others would fail for the same reason. */
  | { readonly kind: 'failed'; readonly stop?: Stop }
  /** The server gave no usable answer. `isLost`: it gave no answer at all, so the photo may be tried again. */
  | { readonly kind: 'unreachable'; readonly isLost: boolean }
  /** The server asks for a pause. All photos wait, then this one is tried again. `stop` applies if the pause is too long. */
  | { readonly kind: 'pause'; readonly ms: number; readonly reason: PauseReason; readonly stop: Stop }
  /** No request was sent for the photo. */
  | { readonly kind: 'untried'; readonly stop: Stop }

/** System errors that affect every file, unlike those caused by one file name. */
const NO_WRITING = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR', 'EMFILE', 'ENFILE'])

/** Classifies a failure. A refused key, missing credits or an unavailable operation affects every photo, so it stops the run. */
export function judgeFailure(error: unknown): Verdict {
  const stop = (reason: StopReason): Stop => ({ reason, error })
  const { code } = error instanceof PlatelightError ? error : { code: '' }

  if (code === 'max_credits') return { kind: 'untried', stop: stop('max_credits') }
  if (code === 'aborted') return { kind: 'untried', stop: stop('interrupted') }
  if (code === 'state_unwritable' || (code === 'file_unwritable' && NO_WRITING.has(systemCode(error)))) {
    return { kind: 'failed', stop: stop('output') }
  }
  if (error instanceof ConnectionError) return { kind: 'unreachable', isLost: code === 'connection_failed' }
  if (!(error instanceof APIError)) return { kind: 'failed' }

  const { status, retryAfterMs } = error
  // Work that exceeded its deadline would exceed it again, so only this photo fails.
  if (status >= 500 && error.details.retryable === false) return { kind: 'failed' }
  if (status === 401 || status === 403) return { kind: 'failed', stop: stop('auth') }
  if (status === 402) return { kind: 'failed', stop: stop(code === 'over_budget' ? 'max_credits' : 'credits') }
  if (status === 429) return pause('rate_limit', retryAfterMs)
  if (code === 'idempotency_in_flight' || (status >= 500 && retryAfterMs !== null))
    return pause('unavailable', retryAfterMs)
  if (status === 501 || code === 'engine_unavailable') return { kind: 'failed', stop: stop('unavailable') }
  return { kind: 'failed' }

  function pause(reason: 'rate_limit' | 'unavailable', ms: number | null): Verdict {
    // If the server names no time to wait, a retry would only add to its load.
    return ms ? { kind: 'pause', ms, reason, stop: stop(reason) } : { kind: 'failed', stop: stop(reason) }
  }
}

/** The system error code that caused an error, such as ENOSPC. Empty if there is none. */
export function systemCode(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : ''
}

/** The code and message of any thrown value, and the HTTP status if the server answered. */
export function errorRecordOf(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { code: 'unexpected', message: String(error) }
  const code = error instanceof PlatelightError ? error.code : 'unexpected'
  const status = error instanceof APIError ? { status: error.status } : {}
  return { code, message: error.message || error.name, ...status }
}
