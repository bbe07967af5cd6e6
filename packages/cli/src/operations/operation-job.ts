import { ConnectionError, type SpendOptions } from '@platelight/sdk'
import { idempotencyKey, type RunTools, WITHOUT_WAITING } from '@platelight/sdk/folder-engine'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { CatalogueEntry } from '../base/catalogue-entry.ts'
import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import type { Connection } from '../context/server-connection.ts'
import { followJob, jobError } from '../jobs/follow-job.ts'
import type { OperationReply } from '../reporting/item-events.ts'
import type { ReportProgress } from '../reporting/progress-tracker.ts'

/** The result of a call. */
export interface OperationResult {
  readonly reply: OperationReply
  /** Credits charged by this call; 0 if an earlier run paid and its reply is returned again. */
  readonly credits: number
}

export interface JobRequest {
  readonly connection: Connection
  readonly tools: Pick<RunTools, 'pacing' | 'sentKeys' | 'signal'>
  readonly body: object
  readonly options: Pick<SpendOptions, 'maxCredits'>
  readonly report: ReportProgress
  readonly onSent: () => void
  /** The jobs that this run waits for, shared by all its calls. */
  readonly activeJobs: Set<string>
}

/**
 * Runs an operation as a queue job, without the deadline of a direct call and with progress. Price, result and retries
 * are the same as for a direct call.
 *
 * @throws CliError with the error code of a failed job; what the client throws
 */
export async function runAsJob(
  { path, job }: Pick<CatalogueEntry, 'path'> & { readonly job: NonNullable<CatalogueEntry['job']> },
  { connection, tools, body, options, report, onSent, activeJobs }: JobRequest,
): Promise<OperationResult> {
  const { client } = connection
  const { pacing, sentKeys, signal } = tools
  let previousId = ''
  for (;;) {
    // The same request has the same key in every run, so a repeated run does not pay again.
    const key = idempotencyKey('job', path, body, previousId)
    const { id, isEarlier } = await pacing.work.within(async () => {
      const isNew = !sentKeys.has(key)
      sentKeys.add(key)
      onSent()
      const submitted = client.jobs.submit(job, body as never, {
        ...options,
        ...WITHOUT_WAITING,
        signal,
        idempotencyKey: key,
      })
      const { data, meta } = await submitted.withResponse()
      return { meta, id: String(data.id), isEarlier: isNew && meta.replayed && meta.attempts === 1 }
    }, signal)
    activeJobs.add(id)
    report({ stage: 'waiting' })
    const end = await followToEnd(connection, id, signal, report).catch((error: unknown) => {
      throw signal.aborted ? stoppedWaitingError(activeJobs, connection, signal) : lostConnection(error)
    })
    activeJobs.delete(id)
    if (end.state === 'succeeded') {
      const reply = end.result as OperationReply
      return { reply, credits: isEarlier ? 0 : reply.credits_used }
    }
    // A failed job of an earlier run is submitted again; a failed job of this run is not.
    if (!isEarlier || id === previousId) throw jobError(end.error)
    previousId = id
  }
}

/** Waits for the end of a job: by its event stream, and by polling if the stream ends early. */
async function followToEnd(connection: Connection, id: string, signal: AbortSignal, report: ReportProgress) {
  await followStream(connection, id, {
    signal,
    onUpdate({ status, progress }) {
      if (status === 'PROGRESS') report({ stage: 'working', ...(progress && { progress }) })
    },
  })
  return followJob(connection.client, id, {
    signal,
    onChange: ({ state, progress }) => {
      if (state === 'running') report({ stage: 'working', ...(progress && { progress }) })
    },
  })
}

/** Turns the error of an unreachable server into a ConnectionError, on which the engine stops or pauses the whole run. */
const lostConnection = (error: unknown): unknown =>
  error instanceof CliError && error.exitCode === EXIT.unreachable
    ? new ConnectionError(error.code, error.message, { cause: error })
    : error

/** The error of an interrupted wait. The built-in server stops with the command and continues with the next one. */
function stoppedWaitingError(ids: ReadonlySet<string>, { embedded }: Connection, signal: AbortSignal): CliError {
  const message = embedded
    ? 'Stopped. Run the same command again to continue the work.'
    : `Stopped waiting. The server continues the work and charges for it when it succeeds. To cancel it, run platelight jobs cancel ${[...ids].join(' ')}. To get the result, run the same command again.`
  return new CliError(message, signal.reason as ExitCode, 'aborted')
}

/** A status event of a running job. */
export interface JobUpdate {
  readonly status: string
  readonly progress?: {
    readonly current: number
    readonly total: number
    readonly percent: number
    readonly status: string
  }
}

/**
 * Follows a job by the server-sent events, which report progress and the end without polling delay. Resolves when the
 * job ends or the stream breaks off; the caller then polls for the result.
 */
export async function followStream(
  { client, secret, fetch }: Pick<Connection, 'client' | 'secret' | 'fetch'>,
  id: string,
  { signal, onUpdate }: { readonly signal: AbortSignal; readonly onUpdate: (update: JobUpdate) => void },
): Promise<void> {
  const headers = { accept: 'text/event-stream', ...(secret !== undefined && { authorization: `Bearer ${secret}` }) }
  const stop = new AbortController()
  const onAbort = () => stop.abort()
  signal.addEventListener('abort', onAbort)
  try {
    const response = await fetch(
      new Request(`${client.baseUrl}/api/jobs/${encodeURIComponent(id)}/events`, { headers, signal }),
    )
    if (!response.ok || !response.body) return void (await response.body?.cancel())
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    const reader = events.getReader()
    // The signal of the request has no effect once the request is garbage collected.
    stop.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    if (signal.aborted) stop.abort()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onUpdate(JSON.parse(next.value.data) as JobUpdate)
    }
  } catch {
    // The caller polls the job next and gets the error then.
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
