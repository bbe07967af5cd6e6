import { ValidationError } from '@platelight/sdk'
import { estimateFolder, type FolderPlan, type FolderQuote } from '@platelight/sdk/node'
import { CliError } from '../base/cli-errors.ts'
import { didYouMean } from '../base/nearest-name.ts'
import { counted } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { askForAgreement } from '../folder-run/price-agreement.ts'
import type { EnhanceTask } from './enhance-task.ts'

/**
 * Asks for agreement to the price of a folder. Photos that an earlier run has paid for are not counted.
 *
 * @throws CliError as `askForAgreement`, and for an unknown preset
 */
export async function agreeOnFolderPrice(
  { inputs, options, plan }: EnhanceTask,
  maxCredits: number | undefined,
  connection: Connection,
  context: Context,
): Promise<void> {
  // One photo costs little, unless it is fitted to many platforms.
  const least = options.platforms === undefined ? 2 : 1
  if (connection.embedded || plan.due < least) return
  const quote = await quoteTask({ inputs, options, plan }, connection)
  const photos = quote.perFile.filter(({ credits }) => credits > 0).length
  if (photos < least) return
  const free = plan.due - photos
  if (free > 0)
    context.note(
      `${counted(free, 'more photo')} will not be charged, because they are not pictures, equal to others, or already paid.`,
    )
  await askForAgreement(
    { photos, price: quote.creditsEach, whole: quote.credits, maxCredits },
    quote.available ?? 0,
    connection,
    context,
  )
}

/** The server's price of a task. @throws CliError for an unknown preset; otherwise what the client throws */
export const quoteTask = (
  { inputs, options, plan }: Pick<EnhanceTask, 'inputs' | 'options' | 'plan'>,
  connection: Connection,
): Promise<FolderQuote> =>
  estimateFolder(connection.client, inputs, options).catch((error: unknown) =>
    explainUnknownPreset(error, plan, connection),
  )

/**
 * Throws the error again. For an unknown preset, throws an error that lists the presets instead.
 *
 * @throws always
 */
export async function explainUnknownPreset(error: unknown, plan: FolderPlan, { client }: Connection): Promise<never> {
  if (!(error instanceof ValidationError)) throw error
  const { presets } = await client.catalogs.presets().catch(() => Promise.reject(error))
  const known = presets.map(({ id }) => id as string)
  const unknown = plan.perFile.find(({ preset }) => !known.includes(preset))
  if (unknown)
    throw new CliError(
      `There is no preset "${unknown.preset}". There are: ${known.join(', ')}.${didYouMean(unknown.preset, known)}`,
    )
  throw error
}
