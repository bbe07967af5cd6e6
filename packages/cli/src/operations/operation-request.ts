import { createHash } from 'node:crypto'
import type { SpendOptions } from '@platelight/sdk'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { Connection } from '../context/server-connection.ts'
import type { Source } from '../enhance/discover-photos.ts'
import type { ReportProgress } from '../reporting/progress-tracker.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { runAsJob } from './operation-job.ts'

/** The answer of an operation, as far as a command looks at it. */
export interface OperationReply {
  readonly id: string
  readonly credits_used: number
  readonly warnings?: readonly string[]
  readonly [field: string]: unknown
}

export interface OperationResult {
  readonly reply: OperationReply
  /** Credits spent just now: none where an earlier run paid, and this is its answer again. */
  readonly credits: number
}

/** Does the operation through the SDK, which knows its deadline and what may be repeated. */
export function createOperationRequest(entry: CatalogueEntry, connection: Connection, tell: ReportProgress) {
  const { client } = connection
  type Method = (
    body: object,
    options: SpendOptions,
  ) => { withResponse(): Promise<{ data: unknown; meta: { replayed: boolean } }> }
  const method = (client[entry.noun ?? 'images'] as unknown as Readonly<Record<string, Method | undefined>>)[
    entry.method
  ]
  if (!method)
    throw new CliError(`This version of the client cannot ${entry.name} yet.`, EXIT.unexpected, 'not_implemented')

  return async (
    body: object,
    salt: string,
    options: SpendOptions & { signal: AbortSignal },
  ): Promise<OperationResult> => {
    const { job } = entry
    if (job !== undefined && salt === '') return runAsJob({ ...entry, job }, connection, body, options, tell)
    tell({ stage: 'working' })
    // What is asked for in the same way has the same key in every run: a run that was cut off is paid once.
    const idempotencyKey = createHash('sha256')
      .update(JSON.stringify([entry.path, body, salt]))
      .digest('hex')
    const { data, meta } = await method(body, { ...options, idempotencyKey }).withResponse()
    const reply = data as OperationReply
    return { reply, credits: meta.replayed ? 0 : reply.credits_used }
  }
}

/** The address of a source. What is not on the web is sent first; equal content has one address there. */
export async function sourceUrl(
  source: Source,
  { client }: Connection,
  readStdin: () => Promise<Uint8Array>,
  signal: AbortSignal,
): Promise<string> {
  if (source.kind === 'url') return source.url
  const input = source.kind === 'file' ? { path: source.path } : await readStdin()
  return (await client.uploads.create(input, { signal })).url
}
