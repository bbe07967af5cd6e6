import { errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { counted } from '../base/text-layout.ts'
import { type Context, withConnection } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { isEmbedded } from '../context/server-connection.ts'
import { offerText, usd } from '../enhance/price-agreement.ts'
import { unconnectedClient } from '../enhance/unconnected-client.ts'
import { escapeControls, shortPath } from '../reporting/run-wording.ts'
import { chargedOf } from './operation-call.ts'
import type { OperationItem } from './operation-items.ts'
import { existingAt, type Place } from './operation-outputs.ts'

/** What a run costs: of each photo, and what there is. */
export interface Quote {
  readonly credits_each: number
  readonly available_credits: number
}

export interface DryRun {
  readonly jobs: readonly OperationItem[]
  readonly due: readonly OperationItem[]
  readonly maxCredits: number | undefined
  /** Asks the server for the price. */
  readonly quote: (connection: Connection) => Promise<Quote>
}

/**
 * Shows what a run would do, and its price. Sends and writes nothing; the price is asked of a server that was chosen, and none
 * is started for it.
 */
export async function dryRun({ jobs, due, maxCredits, quote }: DryRun, context: Context): Promise<ExitCode> {
  const { settings, print, colorize, environment } = context
  const asks = due.length > 0 && !isEmbedded(settings)
  const price = asks
    ? await withConnection(context, quote).catch((error: unknown) => {
        context.note(`The price is not known: ${errorRecordOf(error).message}`)
        return undefined
      })
    : undefined
  const charged = price && (await chargedOf(due, { client: unconnectedClient() }))
  const credits = price && charged !== undefined ? price.credits_each * charged : undefined
  const isDue = new Set(due)
  const files = jobs.map((job) => ({
    file: job.name,
    status: isDue.has(job) ? ('due' as const) : ('skipped' as const),
    outputs: pathsOf(job.place),
  }))
  const summary = {
    ...{ type: 'estimate', photos: jobs.length, due: due.length },
    ...(price && {
      ...{ credits, creditsEach: price.credits_each, usd: usd(credits ?? 0), available: price.available_credits },
      affordable: (credits ?? 0) <= price.available_credits,
    }),
  }
  if (settings.mode === 'json') print(JSON.stringify({ schemaVersion: 1, files, summary }, null, 2))
  else if (settings.mode === 'ndjson') {
    for (const file of files) print(JSON.stringify({ schemaVersion: 1, type: 'plan', ...file }))
    print(JSON.stringify({ schemaVersion: 1, ...summary }))
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
        ? `${counted(jobs.length, 'photo')}, all there already.`
        : offer && offer.price > 0
          ? offerText(offer, price.available_credits)
          : `${counted(due.length, 'photo')} to do.`
    print(`${total} Nothing was sent, nothing written.`)
  }
  return EXIT.ok
}

/** Where results would be. What decides the extension is the result, so a name without one stands for any. */
function pathsOf(place: Place): string[] {
  const there = existingAt(place)
  if (there !== undefined) return [there]
  if (place.kind === 'each') return place.places.flatMap(pathsOf)
  if (place.kind === 'stdout') return ['-']
  if (place.kind === 'file') return [place.path]
  return place.parts ? place.parts.map((part) => `${place.stem}-${part}.png`) : [`${place.stem}.*`]
}
