import type { Connection } from '../connection.ts'
import type { Context } from '../context.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { counted } from '../paint.ts'
import { loadScreen } from '../screens/load.ts'
import type { EnhanceOptions } from './fingerprint.ts'

/** What removing the background adds to the price of a photo. */
const BACKGROUND_CREDITS = 1
/** What a credit costs about, as the service's price list says. */
const DOLLARS_PER_CREDIT = 0.05

/**
 * Credits one photo will cost, by the server's own list; each call is capped at it, so that nobody pays more than
 * was announced.
 *
 * @throws CliError when there is no such preset, naming those there are.
 */
export async function pricePerPhoto(
  { client }: Connection,
  { preset, removeBackground }: EnhanceOptions,
): Promise<number> {
  const { presets } = await client.catalogs.presets()
  const found = presets.find(({ id }) => id === preset)
  if (!found)
    throw new CliError(`There is no preset "${preset}". There are: ${presets.map(({ id }) => id).join(', ')}.`)
  return found.credits + (removeBackground ? BACKGROUND_CREDITS : 0)
}

export interface Offer {
  readonly photos: number
  /** Credits a photo. */
  readonly price: number
  readonly maxCredits: number | undefined
}

/**
 * Tells the price of a run over several photos and has it agreed to: by a person, by `--yes` or by `--max-credits`.
 * On the built-in server there is neither price nor question.
 *
 * @throws CliError when nobody agrees (usage), or not even one photo can be paid (credits). Nothing was sent.
 */
export async function agree(
  { photos, price, maxCredits }: Offer,
  connection: Connection,
  context: Context,
): Promise<void> {
  if (connection.embedded || price === 0 || photos < 2) return
  const { credits: balance } = await connection.client.account.credits()
  const sentence = offerSentence({ photos, price, maxCredits }, balance)
  if (balance < price) {
    throw new CliError(`${sentence} Not enough for one photo. Nothing was sent.`, EXIT.credits, 'insufficient_credits')
  }
  const { yes, canAsk } = context.settings
  if (yes || maxCredits !== undefined) return context.note(sentence)
  if (!canAsk) {
    throw new CliError(`${sentence} Nothing was sent. Add --yes to go ahead, or --max-credits N to set a limit.`)
  }
  const { confirm } = await loadScreen(context.settings, () => import('../screens/confirm.tsx'))
  if (!(await confirm(`${sentence} Continue?`, context))) {
    throw new CliError('Nothing was sent.', EXIT.interrupted, 'declined')
  }
}

/** `23 photos, 23 credits (≈ $1.15), balance 40 → 17.` */
export function offerSentence({ photos, price, maxCredits }: Offer, balance: number): string {
  const whole = photos * price
  const cost = Math.min(whole, maxCredits ?? whole)
  const affordable = Math.min(cost, balance)
  const enough = Math.floor(affordable / price)
  const most = cost < whole ? 'at most ' : ''
  const dollars = (cost * DOLLARS_PER_CREDIT).toFixed(2)
  const limit = enough < photos ? `: enough for ${enough} of them` : ''
  return `${counted(photos, 'photo')}, ${most}${counted(cost, 'credit')} (≈ $${dollars}), balance ${number(balance)} → ${number(balance - affordable)}${limit}.`
}

const number = (value: number): string => value.toLocaleString('en-US')
