import { randomUUID } from 'node:crypto'
import type { PhotoSource, RunTools } from '@platelight/sdk/folder-engine'
import { type Candidate, unchargedOf } from '@platelight/sdk/node'
import type { CatalogueEntry } from '../base/catalogue-entry.ts'
import { folderSettings } from '../config/folder-settings.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import { agreeOnPrice } from '../folder-run/price-agreement.ts'
import type { ReportProgress } from '../reporting/progress-tracker.ts'
import type { OperationFlags, OperationItem } from './operation-items.ts'
import type { OperationResult } from './operation-job.ts'
import { formatIn } from './operation-outputs.ts'
import { fieldsOf } from './operation-parameters.ts'
import { type SendOperation, sourceUrl } from './operation-request.ts'

/** The expected time is asked for only before work with a longer deadline. */
const USUAL_DEADLINE_SECONDS = 60

/** What the calls of one run share. */
export interface OperationCalls {
  readonly entry: CatalogueEntry
  readonly flags: OperationFlags
  readonly connection: Connection
  readonly context: Context
  /** The most that one call may cost. */
  readonly price: number | undefined
  readonly tools: RunTools
  readonly send: SendOperation
}

/** Uploads the photos of an item, then has the work done. @param onSent called when the request is sent */
export async function callOperation(
  { sources, words }: OperationItem,
  calls: OperationCalls,
  report: ReportProgress,
  onSent: () => void = () => undefined,
): Promise<OperationResult> {
  const { entry, flags, connection, context, price, tools, send } = calls
  const urls = await uploadSources(sources, calls, report)
  const fields = await fieldsOf(entry, withFormat(entry, flags, sources, context), {
    cwd: context.environment.cwd,
    upload: connection.client.uploads.create,
  })
  const body = {
    ...(entry.input === 'picture' && { image_url: urls[0] }),
    ...(entry.input === 'pictures' && { image_urls: urls }),
    ...(words !== undefined && { prompt: words }),
    ...fields,
  }
  if ((entry.deadlineSeconds ?? 0) > USUAL_DEADLINE_SECONDS) {
    // A time that is not known is not shown. A request that is refused here is refused by the call itself.
    const { signal } = tools
    const estimate = connection.client.service.estimate({ path: entry.path, body }, { signal, maxRetries: 0 })
    const { estimated_seconds } = await estimate.catch((): { estimated_seconds?: number } => ({}))
    if (estimated_seconds !== undefined) report({ estimatedSeconds: estimated_seconds })
  }
  // The same words make another picture each time: only a repeat of this very call is the same.
  const salt = entry.input === 'words' ? randomUUID() : ''
  return send({ body, salt, price, report, onSent })
}

async function uploadSources(
  sources: readonly PhotoSource[],
  { connection, tools }: Pick<OperationCalls, 'connection' | 'tools'>,
  report: ReportProgress,
): Promise<string[]> {
  const urls: string[] = []
  report({ stage: 'uploading' })
  for (const source of sources) {
    try {
      urls.push(await sourceUrl(source, connection, tools))
    } catch (error) {
      // One of several has to be named, because the line is about all of them.
      if (sources.length > 1 && error instanceof Error) error.message = `${source.name}: ${error.message}`
      throw error
    }
  }
  return urls
}

/** The format can also come from the name of the result, or from the project's settings for the photo's folder. */
function withFormat(
  entry: CatalogueEntry,
  flags: OperationFlags,
  [source]: readonly PhotoSource[],
  { settings: { config } }: Context,
): OperationFlags {
  if (!entry.parameters.some(({ name }) => name === 'format')) return flags
  const inName = formatIn(flags.out)
  if (inName !== undefined) return { ...flags, format: inName }
  if (flags.formatIsTyped) return flags
  const { output_format } = source?.kind === 'file' && config.project ? folderSettings(config.project, source.path) : {}
  return output_format === undefined ? flags : { ...flags, format: output_format }
}

/** The server's price of one call, to which somebody agreed. Each call is capped at it. The built-in server has no prices. */
export async function agreedPrice(
  entry: CatalogueEntry,
  flags: OperationFlags,
  items: readonly OperationItem[],
  connection: Connection,
  context: Context,
): Promise<number | undefined> {
  if (connection.embedded && flags.maxCredits === undefined) return undefined
  const { credits_each: price } = await quoteOf(entry, flags, items, connection, context)
  const photos = await chargedItems(items, connection)
  await agreeOnPrice({ photos, price, maxCredits: flags.maxCredits }, connection, context)
  return price
}

/** How many of these calls will be charged: not those of files that no server takes, and equal photos once. */
export async function chargedItems(
  items: readonly Pick<OperationItem, 'sources'>[],
  { client }: Pick<Connection, 'client'>,
): Promise<number> {
  // Photos that belong together are one call, whatever they are.
  if (items.some(({ sources }) => sources.length !== 1)) return items.length
  // What is on standard input is not judged before it is sent.
  const candidates = items
    .flatMap(({ sources }) => sources)
    .flatMap((source): Candidate[] => (source.kind === 'bytes' ? [] : [{ source, wish: '' }]))
  return items.length - (await unchargedOf(candidates, client.maxImageBytes)).size
}

/** What calls cost, by the server. No picture is sent. */
export async function quoteOf(
  { path, input, parameters }: CatalogueEntry,
  flags: OperationFlags,
  items: readonly Pick<OperationItem, 'sources'>[],
  connection: Connection,
  context: Context,
) {
  // The price does not depend on the pictures, so any address will do. It may depend on how many belong together.
  const anywhere = 'https://example.com/photo.jpg'
  const upload = async () => ({ url: anywhere })
  const fields = await fieldsOf({ parameters }, flags, { cwd: context.environment.cwd, upload })
  const body = {
    ...(input === 'picture' && { image_url: anywhere }),
    ...(input === 'pictures' && { image_urls: items[0]?.sources.map(() => anywhere) ?? [anywhere] }),
    ...(input === 'words' && { prompt: 'words' }),
    ...fields,
  }
  return connection.client.service.estimate({ path, body, quantity: items.length })
}
