import { randomUUID } from 'node:crypto'
import { type Candidate, unchargedOf } from '@platelight/sdk/node'
import { folderSettings } from '../config/folder-settings.ts'
import type { Context } from '../context/command-context.ts'
import type { Connection } from '../context/server-connection.ts'
import type { Source } from '../enhance/discover-photos.ts'
import { agreeOnPrice } from '../enhance/price-agreement.ts'
import type { ReportProgress } from '../reporting/progress-tracker.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import type { OperationFlags, OperationItem } from './operation-items.ts'
import { formatIn } from './operation-outputs.ts'
import { fieldsOf } from './operation-parameters.ts'
import { createOperationRequest, type OperationResult, sourceUrl } from './operation-request.ts'

/** Work with a longer deadline may take long: how long is asked before it begins. */
const USUAL_DEADLINE_SECONDS = 60

export interface OperationRun {
  readonly connection: Connection
  readonly context: Context
  readonly signal: AbortSignal
  readonly tell: ReportProgress
}

/** Sends what has to be sent, then asks for the work. */
export async function callOperation(
  entry: CatalogueEntry,
  { sources, words }: OperationItem,
  flags: OperationFlags,
  { connection, context, signal, tell, price }: OperationRun & { readonly price: number | undefined },
): Promise<OperationResult> {
  const { stdin, cwd } = context.environment
  const readStdin = async () => Buffer.concat(await stdin.toArray())
  const urls: string[] = []
  tell({ stage: 'uploading' })
  for (const source of sources) {
    try {
      urls.push(await sourceUrl(source, connection, readStdin, signal))
    } catch (error) {
      // One of several has to be named: the line is about all of them.
      if (sources.length > 1 && error instanceof Error) error.message = `${source.name}: ${error.message}`
      throw error
    }
  }
  const send = connection.client.uploads.create
  const fields = await fieldsOf(entry, withFormat(entry, flags, sources, context), { cwd, send })
  const body = {
    ...(entry.input === 'picture' && { image_url: urls[0] }),
    ...(entry.input === 'pictures' && { image_urls: urls }),
    ...(words !== undefined && { prompt: words }),
    ...fields,
  }
  if ((entry.deadlineSeconds ?? 0) > USUAL_DEADLINE_SECONDS) {
    // What is not known is not told, and what is refused is refused by the call itself.
    const asked = connection.client.service.estimate({ path: entry.path, body }, { signal, maxRetries: 0 })
    const { estimated_seconds } = await asked.catch((): { estimated_seconds?: number } => ({}))
    if (estimated_seconds !== undefined) tell({ estimatedSeconds: estimated_seconds })
  }
  // Words make another picture each time they are asked: only a repeat of this very call is the same.
  const salt = entry.input === 'words' ? randomUUID() : ''
  return createOperationRequest(entry, connection, tell)(body, salt, {
    signal,
    ...(price !== undefined && { maxCredits: price }),
  })
}

/** The name of the result says which format is wanted as well as `--format` does, and a project may say it by folder. */
function withFormat(
  entry: CatalogueEntry,
  flags: OperationFlags,
  [source]: readonly Source[],
  { settings: { config } }: Context,
): OperationFlags {
  if (!entry.parameters.some(({ name }) => name === 'format')) return flags
  const inName = formatIn(flags.out)
  if (inName !== undefined) return { ...flags, format: inName }
  if (flags.formatIsTyped) return flags
  const { output_format } = source?.kind === 'file' && config.project ? folderSettings(config.project, source.path) : {}
  return output_format === undefined ? flags : { ...flags, format: output_format }
}

/** The price of one call by the server itself; each call is capped at it. Nothing is rationed on the built-in one. */
export async function priceOf(
  entry: CatalogueEntry,
  flags: OperationFlags,
  jobs: readonly Pick<OperationItem, 'sources'>[],
  connection: Connection,
  context: Context,
): Promise<number | undefined> {
  if (connection.embedded && flags.maxCredits === undefined) return undefined
  const { credits_each: price } = await quoteOf(entry, flags, jobs, connection, context)
  await agreeOnPrice(
    { photos: await chargedOf(jobs, connection), price, maxCredits: flags.maxCredits },
    connection,
    context,
  )
  return price
}

/** How many of these calls will be charged: not what is no picture, and what is the same as another once. */
export async function chargedOf(
  jobs: readonly Pick<OperationItem, 'sources'>[],
  { client }: Pick<Connection, 'client'>,
): Promise<number> {
  // Photos that belong together are one call, whatever they are.
  if (jobs.some(({ sources }) => sources.length !== 1)) return jobs.length
  const candidates = jobs.flatMap(({ sources }) => sources).flatMap(candidateOf)
  return jobs.length - (await unchargedOf(candidates, client.maxImageBytes)).size
}

/** What is on standard input is not looked at before it is sent. */
const candidateOf = (source: Source): Candidate[] =>
  source.kind === 'file'
    ? [
        {
          wish: '',
          source: { kind: 'file', name: source.name, path: source.path, real: source.path, root: '', through: 'file' },
        },
      ]
    : source.kind === 'url'
      ? [{ wish: '', source: { kind: 'url', name: source.url, url: source.url } }]
      : []

/** What calls cost, by the server. Sends no picture. */
export async function quoteOf(
  { path, input, parameters }: CatalogueEntry,
  flags: OperationFlags,
  jobs: readonly Pick<OperationItem, 'sources'>[],
  connection: Connection,
  context: Context,
) {
  // Which pictures they are does not change a price, so any address will do; how many of them belong together may.
  const anywhere = 'https://example.com/photo.jpg'
  const send = async () => ({ url: anywhere })
  const fields = await fieldsOf({ parameters } as CatalogueEntry, flags, {
    cwd: context.environment.cwd,
    send: send as never,
  })
  const body = {
    ...(input === 'picture' && { image_url: anywhere }),
    ...(input === 'pictures' && { image_urls: jobs[0]?.sources.map(() => anywhere) ?? [anywhere] }),
    ...(input === 'words' && { prompt: 'words' }),
    ...fields,
  }
  return connection.client.service.estimate({ path, body, quantity: jobs.length })
}
