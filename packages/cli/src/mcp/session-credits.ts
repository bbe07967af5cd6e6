import { APIError } from '@platelight/sdk'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'

/** The credits that the assistant may spend until the process ends. */
export interface SessionCredits {
  readonly spent: number
  readonly left: number
  /**
   * Performs work of a known price, which is set aside meanwhile.
   *
   * @param work gives what it has cost
   * @throws CliError `max_credits` if the price is above what is left; then nothing is done
   */
  spend<T extends { readonly cost: number }>(price: number, work: (limit: number) => Promise<T>): Promise<T>
}

export function createSessionCredits(cap: number): SessionCredits {
  let spent = 0
  return {
    get spent() {
      return spent
    },
    get left() {
      return cap - spent
    },
    async spend(price, work) {
      if (price > cap - spent) {
        throw new CliError(
          `This costs ${counted(price)}, and this session may spend ${cap - spent} more: ${spent} of ${counted(cap)} are spent. Nothing was done. Whoever started platelight mcp can raise the limit with --max-credits.`,
          EXIT.credits,
          'max_credits',
        )
      }
      spent += price
      try {
        const done = await work(price)
        spent += done.cost - price
        return done
      } catch (error) {
        // A refusal costs nothing. After a lost connection the work may have been done, so it counts.
        if (error instanceof APIError && error.status < 500) spent -= price
        throw error
      }
    },
  }
}

export const counted = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'}`
