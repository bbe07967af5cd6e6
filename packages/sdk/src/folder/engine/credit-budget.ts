import { PlatelightError } from '../../transport/sdk-errors.ts'

/** Keeps a run within its credits, also while several photos are under way. */
export interface CreditBudget {
  /**
   * Sets the price of one photo aside, once, however often it is tried.
   *
   * @throws PlatelightError `max_credits`: nothing may be sent for it.
   */
  reserve(key: string, price: number): void
  /** What it really cost. A price whose outcome is not known stays set aside; one that cost nothing is free again. */
  settle(key: string, credits: number): void
}

/** @param maxCredits credits the whole run may cost; undefined for no limit */
export function createCreditBudget(maxCredits: number | undefined): CreditBudget {
  const committed = new Map<string, number>()
  let sum = 0
  const commit = (key: string, credits: number) => {
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
      commit(key, price)
    },
    settle: commit,
  }
}
