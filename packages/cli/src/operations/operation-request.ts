import type { SpendOptions, WithResponse } from '@platelight/sdk'
import { idempotencyKey, type PhotoSource, type RunTools, WITHOUT_WAITING } from '@platelight/sdk/folder-engine'
import type { CatalogueEntry } from '../base/catalogue-entry.ts'
import { CliError } from '../base/cli-errors.ts'
import { EXIT } from '../base/exit-codes.ts'
import type { Connection } from '../context/server-connection.ts'
import type { OperationReply } from '../reporting/item-events.ts'
import type { ReportProgress } from '../reporting/progress-tracker.ts'
import { type OperationResult, runAsJob } from './operation-job.ts'

/** One request of an operation. */
export interface OperationRequest {
  readonly body: object
  /** Distinguishes this request from an equal one. Empty if equal requests should share one reply. */
  readonly salt: string
  /** Maximum price. */
  readonly price: number | undefined
  readonly report: ReportProgress
  /** Called when the request is sent and may be charged. */
  readonly onSent: () => void
}

export type SendOperation = (request: OperationRequest) => Promise<OperationResult>

/**
 * Sends operations through the SDK, which applies deadlines and retries. The same request has the same key in every run,
 * so a repeated run does not pay again; within a run it is sent once.
 */
export function createSendOperation(entry: CatalogueEntry, connection: Connection, tools: RunTools): SendOperation {
  type Method = (body: object, options: SpendOptions) => { withResponse(): Promise<WithResponse<unknown>> }
  const noun = connection.client[entry.noun ?? 'images'] as unknown as Readonly<Record<string, Method | undefined>>
  const method = noun[entry.method]
  const { pacing, sentKeys, signal } = tools
  const activeJobs = new Set<string>()
  const active = new Map<string, Promise<OperationResult>>()

  async function send(key: string, { body, salt, price, report, onSent }: OperationRequest): Promise<OperationResult> {
    const { job } = entry
    const limit = price === undefined ? {} : { maxCredits: price }
    if (job !== undefined && salt === '') {
      return runAsJob({ ...entry, job }, { connection, tools, body, options: limit, report, onSent, activeJobs })
    }
    if (!method)
      throw new CliError(`This version of the client cannot ${entry.name} yet.`, EXIT.unexpected, 'not_implemented')
    report({ stage: 'working' })
    const { result } = await pacing.work.within(async () => {
      const creditsOf = sentKeys.add(key)
      onSent()
      const options = { ...WITHOUT_WAITING, ...limit, signal, idempotencyKey: key }
      const { data, meta } = await method(body, options).withResponse()
      const reply = data as OperationReply
      return { meta, result: { reply, credits: creditsOf(meta, reply.credits_used) } }
    }, signal)
    return result
  }

  return async (request) => {
    const key = idempotencyKey(entry.path, request.body, request.salt)
    const first = active.get(key)
    if (first) return { ...(await first), credits: 0 }
    const result = send(key, request)
    active.set(key, result)
    // Failures are not remembered, so that the photo can be tried again after a pause.
    result.catch(() => active.delete(key))
    return result
  }
}

/** The URL of a photo. Local photos are uploaded first; equal content has the same URL on the server. */
export async function sourceUrl(
  source: PhotoSource,
  { client }: Pick<Connection, 'client'>,
  { pacing, signal }: Pick<RunTools, 'pacing' | 'signal'>,
): Promise<string> {
  if (source.kind === 'url') return source.url
  const input = source.kind === 'file' ? { path: source.path } : source.bytes
  const upload = () => client.uploads.create(input, { signal, ...WITHOUT_WAITING }).withResponse()
  return (await pacing.upload.within(upload, signal)).data.url
}
