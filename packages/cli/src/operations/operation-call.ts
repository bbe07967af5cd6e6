import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
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

/** The expected time is requested only for operations with a longer deadline. */
const USUAL_DEADLINE_SECONDS = 60

/** The shared dependencies of the calls of one run. */
export interface OperationCalls {
  readonly entry: CatalogueEntry
  readonly flags: OperationFlags
  readonly connection: Connection
  readonly context: Context
  /** Maximum price of one call. */
  readonly price: number | undefined
  readonly tools: RunTools
  readonly send: SendOperation
}

/** Uploads the photos of an item and calls the operation. @param onSent called when the request is sent */
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
    ...(entry.parameters.some(({ name }) => name === 'names') && { names: sources.map(({ name }) => basename(name)) }),
    ...fields,
  }
  if ((entry.deadlineSeconds ?? 0) > USUAL_DEADLINE_SECONDS) {
    // An unknown time is not shown. If this request is refused, the call itself is refused too and reports why.
    const { signal } = tools
    const estimate = connection.client.service.estimate({ path: entry.path, body }, { signal, maxRetries: 0 })
    const { estimated_seconds } = await estimate.catch((): { estimated_seconds?: number } => ({}))
    if (estimated_seconds !== undefined) report({ estimatedSeconds: estimated_seconds })
  }
  // The same words produce a different picture each time, so only retries of this call share a key.
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
      // Name the faulty photo, because the output line is about all photos of the call.
      if (sources.length > 1 && error instanceof Error) error.message = `${source.name}: ${error.message}`
      throw error
    }
  }
  return urls
}

/** Adds the format from the name of the result, or from the project's settings for the photo's folder. */
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

/** The agreed price of one call, which limits each call. Undefined for the built-in server, which has no prices. */
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

/** The number of calls that will be charged: unusable files are free, and equal photos count once. */
export async function chargedItems(
  items: readonly Pick<OperationItem, 'sources'>[],
  { client }: Pick<Connection, 'client'>,
): Promise<number> {
  // A call with several photos is always charged once.
  if (items.some(({ sources }) => sources.length !== 1)) return items.length
  // A photo from standard input is not checked before it is sent.
  const candidates = items
    .flatMap(({ sources }) => sources)
    .flatMap((source): Candidate[] => (source.kind === 'bytes' ? [] : [{ source, requestKey: '' }]))
  return items.length - (await unchargedOf(candidates, client.maxImageBytes)).size
}

/** The server's price of the calls. No picture is sent. */
export async function quoteOf(
  { path, input, parameters }: CatalogueEntry,
  flags: OperationFlags,
  items: readonly Pick<OperationItem, 'sources'>[],
  connection: Connection,
  context: Context,
) {
  // The price does not depend on the pictures, so any URL will do. It may depend on the number of pictures per call.
  const placeholder = 'https://example.com/photo.jpg'
  const upload = async () => ({ url: placeholder })
  const fields = await fieldsOf({ parameters }, flags, { cwd: context.environment.cwd, upload })
  const body = {
    ...(input === 'picture' && { image_url: placeholder }),
    ...(input === 'pictures' && { image_urls: items[0]?.sources.map(() => placeholder) ?? [placeholder] }),
    ...(input === 'words' && { prompt: 'words' }),
    ...fields,
  }
  return connection.client.service.estimate({ path, body, quantity: items.length })
}
