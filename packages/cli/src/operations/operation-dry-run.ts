import { existingOutputs, freeTargets, type OutputTarget, pathOf } from '@platelight/sdk/folder-engine'
import { errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { counted } from '../base/text-layout.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { isEmbedded } from '../context/server-connection.ts'
import { offerText, usd } from '../folder-run/price-agreement.ts'
import { unconnectedClient } from '../folder-run/unconnected-client.ts'
import type { OnExisting } from '../reporting/run-events.ts'
import { escapeControls, shortPath } from '../reporting/run-wording.ts'
import { chargedItems } from './operation-call.ts'
import type { OperationItem } from './operation-items.ts'

/** The price per photo, and the balance. */
export interface Quote {
  readonly credits_each: number
  readonly available_credits: number
}

export interface DryRun {
  readonly items: readonly OperationItem[]
  readonly due: readonly OperationItem[]
  readonly maxCredits: number | undefined
  readonly onExisting: OnExisting
  /** What there is one of for each item. */
  readonly noun: 'photo' | 'picture'
  /** Asks the server for the price. */
  readonly quote: (connection: Connection) => Promise<Quote>
}

/**
 * Shows the plan and the price of a run. Sends and writes nothing. A configured server is asked for the price; the
 * built-in server is not started for it.
 */
export async function operationDryRun(
  { items, due, maxCredits, onExisting, noun, quote }: DryRun,
  context: Context,
): Promise<ExitCode> {
  const { settings, print, colorize, environment } = context
  const needsPrice = due.length > 0 && !isEmbedded(settings)
  const price = needsPrice
    ? await withConnection(context, quote).catch((error: unknown) => {
        context.note(`The price is not known: ${errorRecordOf(error).message}`)
        return undefined
      })
    : undefined
  const charged = price && (await chargedItems(due, { client: unconnectedClient() }))
  const credits = price && charged !== undefined ? price.credits_each * charged : undefined
  const isDue = new Set(due)
  const files = await Promise.all(
    items.map(async (item) => ({
      file: item.name,
      status: isDue.has(item) ? ('due' as const) : ('skipped' as const),
      outputs:
        item.output.kind === 'stdout'
          ? ['-']
          : await Promise.all(planned(item.output.targets, onExisting).map(plannedPath)),
    })),
  )
  const summary = {
    type: 'estimate',
    photos: items.length,
    due: due.length,
    ...(price && {
      credits,
      creditsEach: price.credits_each,
      usd: usd(credits ?? 0),
      available: price.available_credits,
      affordable: (credits ?? 0) <= price.available_credits,
    }),
  }
  if (settings.mode === 'json') print(JSON.stringify({ schemaVersion: 2, files, summary }, null, 2))
  else if (settings.mode === 'ndjson') {
    for (const file of files) print(JSON.stringify({ schemaVersion: 2, type: 'plan', ...file }))
    print(JSON.stringify({ schemaVersion: 2, ...summary }))
  } else {
    for (const { file, status, outputs } of files) {
      const paths = outputs.map((path) =>
        path === '-' ? 'standard output' : escapeControls(shortPath(path, environment.cwd)),
      )
      if (status === 'due') print(`${colorize('green', 'new    ')}  ${escapeControls(file)} -> ${paths.join(', ')}`)
      else print(`${colorize('dim', 'skipped')}  ${escapeControls(file)}: already there`)
    }
    const offer = price && { photos: charged ?? due.length, price: price.credits_each, maxCredits }
    const total =
      due.length === 0
        ? `${counted(items.length, noun)}, all done already.`
        : offer && offer.price > 0
          ? offerText(offer, price.available_credits)
          : `${counted(due.length, noun)} to do${offer ? ', free' : ''}.`
    print(`${total} Nothing was sent or written.`)
  }
  return EXIT.ok
}

/** The destinations of results, beside those that exist already if they get other names. */
const planned = (targets: readonly OutputTarget[], onExisting: OnExisting): readonly OutputTarget[] =>
  onExisting === 'rename' ? freeTargets(targets) : targets

/** The path of an existing or future result. The extension may only be known later; then it is `.*`. */
async function plannedPath(target: OutputTarget): Promise<string> {
  const { present } = await existingOutputs([target], 'skip')
  return present[0]?.path ?? pathOf(target, target.kind === 'stem' && target.suffix ? '.png' : '.*')
}
