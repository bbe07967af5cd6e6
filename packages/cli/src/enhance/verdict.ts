import type { StopReason } from './events.ts'

/** Why nothing further is begun. */
export interface Stop {
  readonly reason: StopReason
  readonly error: unknown
}

/** What one photo's failure means for the others. */
export type Verdict =
  /** The photo's own trouble, or, with `stop`, everybody's. */
  | { readonly kind: 'failed'; readonly stop?: Stop }
  | { readonly kind: 'unreachable'; readonly stop?: undefined }
  /** The server is busy: all wait, then the photo is tried again. `stop` is for when waiting has not helped. */
  | { readonly kind: 'pause'; readonly ms: number; readonly stop: Stop }
  /** Nothing was sent for it. */
  | { readonly kind: 'untried'; readonly stop: Stop }

/** A pause the server asks for is waited out up to this; beyond it the run ends and says how to go on. */
const LONGEST_PAUSE_MS = 120_000

interface Thrown {
  readonly name?: string
  readonly status?: number
  readonly code?: string
  readonly retryAfterMs?: number | null
}

/** Reads a failure. Refusals of the key, the credits or the whole operation will meet every photo, so they stop the run. */
export function judge(error: unknown): Verdict {
  const { name, status, code, retryAfterMs } = (typeof error === 'object' && error !== null ? error : {}) as Thrown
  const stopFor = (reason: StopReason): Stop => ({ reason, error })

  if (name === 'BudgetReached') return { kind: 'untried', stop: stopFor('max_credits') }
  if (name === 'AbortError') return { kind: 'untried', stop: stopFor('interrupted') }
  if (status === 401 || status === 403) return { kind: 'failed', stop: stopFor('auth') }
  if (status === 402) return { kind: 'failed', stop: stopFor(code === 'over_budget' ? 'max_credits' : 'credits') }
  if (status === 429 || (status === 503 && typeof retryAfterMs === 'number')) {
    const ms = retryAfterMs ?? 0
    const stop = stopFor(status === 429 ? 'rate_limit' : 'unavailable')
    // Without a time to wait for, or with one too long, trying on is hammering.
    return ms > 0 && ms <= LONGEST_PAUSE_MS ? { kind: 'pause', ms, stop } : { kind: 'failed', stop }
  }
  if (status === 501 || code === 'engine_unavailable') return { kind: 'failed', stop: stopFor('unavailable') }
  if (code === 'file_unwritable' || code === 'output_unwritable') return { kind: 'failed', stop: stopFor('output') }
  if (name === 'ConnectionError') return { kind: 'unreachable' }
  return { kind: 'failed' }
}
