import type { Provider } from '../../base/engine-capability.ts'

/**
 * What went wrong at a provider.
 *
 * - `refused`: its rules forbid the prompt or the picture
 * - `key`, `quota`, `busy`, `rejected`, `outage`: it did not take the order
 * - `failed`: it took the order and reported that it failed, which providers do not charge
 * - `unknown`: nobody can say whether it took the order
 * - `interrupted`: the order stands, and its result can be fetched later
 * - `unusable`: the result is gone, too large or no picture
 */
export type ProviderFailure =
  | 'refused'
  | 'key'
  | 'quota'
  | 'busy'
  | 'rejected'
  | 'outage'
  | 'failed'
  | 'unknown'
  | 'interrupted'
  | 'unusable'

/** Failures after which nothing is owed, so that the picture may be ordered again or elsewhere. */
const UNPAID: ReadonlySet<ProviderFailure> = new Set(['key', 'quota', 'busy', 'rejected', 'outage', 'failed'])

/** An error of a provider. Its message is for the log: it may quote the provider, and never reaches a caller. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  constructor(
    readonly provider: Provider,
    readonly failure: ProviderFailure,
    message: string,
    /** After how many seconds the provider takes orders again, if it said so. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message)
  }

  get isUnpaid(): boolean {
    return UNPAID.has(this.failure)
  }
}

/** The error of a provider among the causes of an error. Libraries wrap it. */
export function providerErrorIn(error: unknown): ProviderError | undefined {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof ProviderError) return cause
  }
  return undefined
}
