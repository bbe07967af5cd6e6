import { EXIT } from '../base/exit-codes.ts'

/** Thrown where the next photo would cost more than `--max-credits` leaves. Nothing was sent for it. */
class BudgetReached extends Error {
  override readonly name = 'BudgetReached'
  readonly code = 'max_credits'
  readonly exitCode = EXIT.credits

  constructor(readonly maxCredits: number) {
    super(`--max-credits ${maxCredits} is reached.`)
  }
}

/** Keeps a run within its credits, also while several photos are under way. */
export interface Budget {
  /** Sets the price of one photo aside. @throws BudgetReached */
  reserve(): { settle(creditsUsed: number): void }
}

/**
 * @param price credits one photo is expected to cost
 * @param maxCredits credits the whole run may cost; undefined for no limit
 */
export function createBudget(price: number, maxCredits: number | undefined): Budget {
  let committed = 0
  return {
    reserve() {
      if (maxCredits !== undefined && committed + price > maxCredits) throw new BudgetReached(maxCredits)
      committed += price
      let open = true
      return {
        settle(creditsUsed) {
          if (open) committed += creditsUsed - price
          open = false
        },
      }
    },
  }
}
