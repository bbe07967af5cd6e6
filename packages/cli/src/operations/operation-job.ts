import { ConnectionError, type SpendOptions } from '@platelight/sdk'
import { idempotencyKey, type RunTools, WITHOUT_WAITING } from '@platelight/sdk/folder-engine'
import type { CatalogueEntry } from '../base/catalogue-entry.ts'
import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import type { Connection } from '../context/server-connection.ts'
import { followJob } from '../jobs/follow-job.ts'
import { followStream } from '../jobs/job-event-stream.ts'
import { jobError } from '../jobs/job-failure.ts'
import type { OperationReply } from '../reporting/item-events.ts'
import type { ReportProgress } from '../reporting/progress-tracker.ts'

/** What a call gave. */
export interface OperationResult {
  readonly reply: OperationReply
  /** Credits spent just now: none where an earlier run paid, and this is its answer again. */
  readonly credits: number
}

export interface JobRequest {
  readonly connection: Connection
  readonly tools: Pick<RunTools, 'pacing' | 'sentKeys' | 'signal'>
  readonly body: object
  readonly options: Pick<SpendOptions, 'maxCredits'>
  readonly report: ReportProgress
  readonly onSent: () => void
  /** The jobs that this run waits for. It is shared by all its calls. */
  readonly activeJobs: Set<string>
}

/**
 * Does an operation as a queue job: no deadline of a call ends it, and the server reports its progress. Price, result and
 * what is repeated are those of the call.
 *
 * @throws CliError with the job's own code where it failed; what the client throws.
 */
export async function runAsJob(
  { path, job }: Pick<CatalogueEntry, 'path'> & { readonly job: NonNullable<CatalogueEntry['job']> },
  { connection, tools, body, options, report, onSent, activeJobs }: JobRequest,
): Promise<OperationResult> {
  const { client } = connection
  const { pacing, sentKeys, signal } = tools
  let previousId = ''
  for (;;) {
    // The same request has the same key in every run, so a run that was interrupted is paid for once.
    const key = idempotencyKey('job', path, body, previousId)
    const { id, isEarlier } = await pacing.work.within(async () => {
      const isNew = !sentKeys.has(key)
      sentKeys.add(key)
      onSent()
      const submitted = client.jobs.submit(job, body as never, {
        ...{ ...options, ...WITHOUT_WAITING, signal, idempotencyKey: key },
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
    // A job of an earlier run that failed is submitted anew; a job of this run is not.
    if (!isEarlier || id === previousId) throw jobError(end.error)
    previousId = id
  }
}

/** Waits for a job's end: by its events, and by polling where these end early. */
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

/** A server that stayed away is a lost connection to the run, which then decides for all photos. */
const lostConnection = (error: unknown): unknown =>
  error instanceof CliError && error.exitCode === EXIT.unreachable
    ? new ConnectionError(error.code, error.message, { cause: error })
    : error

/** What becomes of jobs that are no longer waited for. The built-in server ends with the command and continues later. */
function stoppedWaitingError(ids: ReadonlySet<string>, { embedded }: Connection, signal: AbortSignal): CliError {
  const message = embedded
    ? 'Stopped. Run the same command again to continue the work.'
    : `Stopped waiting. The server continues the work and charges for it when it succeeds. To cancel it, run platelight jobs cancel ${[...ids].join(' ')}. To get the result, run the same command again.`
  return new CliError(message, signal.reason as ExitCode, 'aborted')
}
