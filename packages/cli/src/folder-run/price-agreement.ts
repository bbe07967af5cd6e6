import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import { counted } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { loadScreen } from '../screens/load-screen.ts'
import { creditsLink } from './credits-link.ts'

/** Approximate price of a credit, from the service's price list. */
const DOLLARS_PER_CREDIT = 0.05

export interface PriceOffer {
  readonly photos: number
  /** Credits per photo; the highest price if they differ. */
  readonly price: number
  /** Credits for all photos. Default: `photos` times `price`. */
  readonly whole?: number
  readonly maxCredits: number | undefined
}

/**
 * Shows the price of a run over several photos and asks for agreement; `--yes` and `--max-credits` agree in advance. The
 * built-in server has no prices, so there is no question.
 *
 * @throws CliError without agreement (usage), or if the balance is below the price of one photo (credits). Nothing was
 *   sent.
 */
export async function agreeOnPrice(offer: PriceOffer, connection: Connection, context: Context): Promise<void> {
  if (connection.embedded || offer.price === 0 || offer.photos < 2) return
  const { credits: balance } = await connection.client.account.credits()
  await askForAgreement(offer, balance, connection, context)
}

/** @throws CliError as `agreeOnPrice` */
export async function askForAgreement(
  offer: PriceOffer,
  balance: number,
  connection: Pick<Connection, 'client'>,
  context: Context,
): Promise<void> {
  const { price, maxCredits } = offer
  const sentence = offerText(offer, balance)
  if (balance < price) {
    throw new CliError(
      `${sentence} The balance is not enough for one photo. Nothing was sent.\nBuy credits here: ${creditsLink(undefined, connection)}\nThen type: ${context.typed.again()}`,
      EXIT.credits,
      'insufficient_credits',
    )
  }
  const { yes, canAsk } = context.settings
  if (yes || maxCredits !== undefined) return context.note(sentence)
  if (!canAsk) {
    throw new CliError(`${sentence} Nothing was sent. Add --yes to agree, or --max-credits N to set a limit.`)
  }
  const { confirm } = await loadScreen(context.settings, () => import('../screens/confirm-question.tsx'))
  if (!(await confirm(`${sentence} Continue?`, context))) {
    throw new CliError('Nothing was sent.', EXIT.interrupted, 'declined')
  }
}

/** `23 photos, 23 credits (≈ $1.15), balance 40 → 17.` */
export function offerText({ photos, price, whole = photos * price, maxCredits }: PriceOffer, balance: number): string {
  const cost = Math.min(whole, maxCredits ?? whole)
  const affordable = Math.min(cost, balance)
  const enough = affordable >= whole ? photos : Math.floor(affordable / price)
  const atMost = cost < whole ? 'at most ' : ''
  const dollars = inDollars(cost)
  const limit = enough < photos ? `: enough for ${enough} of them` : ''
  return `${counted(photos, 'photo')}, ${atMost}${counted(cost, 'credit')} (≈ ${dollars}), balance ${number(balance)} → ${number(balance - affordable)}${limit}.`
}

/** The approximate price in US dollars. */
export const usd = (credits: number): number => Math.round(credits * DOLLARS_PER_CREDIT * 100) / 100

/** `$1.15` */
export const inDollars = (credits: number): string => `$${(credits * DOLLARS_PER_CREDIT).toFixed(2)}`

const number = (value: number): string => value.toLocaleString('en-US')
