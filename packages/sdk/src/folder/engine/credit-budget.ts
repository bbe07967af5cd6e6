import { APIError, PlatelightError } from '../../transport/sdk-errors.ts'

/** Keeps a run within its credits, also while several photos are active. */
export interface CreditBudget {
  /**
   * Reserves the price of one photo. Later attempts of the same photo reserve nothing more.
   *
   * @throws PlatelightError `max_credits` when the price exceeds the limit. The photo must not be sent then.
   */
  reserve(key: string, price: number): void
  /** Replaces the reservation with the actual cost of the photo. A cost of 0 removes the reservation. */
  settle(key: string, credits: number): void
  /**
   * Records a failed request. A refused request costs nothing, and neither does one that was never sent. After a lost
   * connection the price stays reserved, because the server may have done the work.
   */
  fail(key: string, error: unknown, isSent: boolean): void
}

/** @param maxCredits how many credits the whole run may cost; undefined for no limit */
export function createCreditBudget(maxCredits: number | undefined): CreditBudget {
  const committed = new Map<string, number>()
  let sum = 0
  const settle = (key: string, credits: number) => {
    sum += credits - (committed.get(key) ?? 0)
    if (credits === 0) committed.delete(key)
    else committed.set(key, credits)
  }
  return {
    reserve(key, price) {
      if (committed.has(key)) return
      if (maxCredits !== undefined && sum + price > maxCredits) {
        throw new PlatelightError('max_credits', `The limit of ${maxCredits} credits is reached.`)
      }
      settle(key, price)
    },
    settle,
    fail(key, error, isSent) {
      const isRefused = error instanceof APIError && error.code !== 'idempotency_in_flight'
      if (isRefused || !isSent) settle(key, 0)
    },
  }
}
