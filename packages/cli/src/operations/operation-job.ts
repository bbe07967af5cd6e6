import { createHash } from 'node:crypto'
import type { SpendOptions } from '@platelight/sdk'
import { CliError } from '../base/cli-errors.ts'
import type { ExitCode } from '../base/exit-codes.ts'
import type { Connection } from '../context/server-connection.ts'
import { followJob } from '../jobs/follow-job.ts'
import { followStream } from '../jobs/job-event-stream.ts'
import { jobError } from '../jobs/job-failure.ts'
import type { ReportProgress } from '../reporting/progress-tracker.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import type { OperationReply, OperationResult } from './operation-request.ts'

/**
 * Does an operation as a queue job: no deadline of a call ends it, and the server tells how far it is. Price, result and
 * what is repeated are those of the call.
 *
 * @throws CliError with the job's own code where it failed; what the client throws.
 */
export async function runAsJob(
  { path, job }: Pick<CatalogueEntry, 'path'> & { readonly job: NonNullable<CatalogueEntry['job']> },
  connection: Connection,
  body: object,
  options: SpendOptions & { readonly signal: AbortSignal },
  tell: ReportProgress,
): Promise<OperationResult> {
  const { client } = connection
  const { signal } = options
  let before = ''
  for (;;) {
    // What is asked for in the same way has the same key in every run: a run that was cut off is paid once.
    const asked = JSON.stringify(['job', path, body, before])
    const idempotencyKey = createHash('sha256').update(asked).digest('hex')
    const { data, meta } = await client.jobs.submit(job, body as never, { ...options, idempotencyKey }).withResponse()
    const id = String(data.id)
    const isEarlier = meta.replayed && meta.attempts === 1
    tell({ stage: 'waiting' })
    const end = await followed(connection, id, signal, tell).catch((error: unknown) => {
      throw signal.aborted ? stoppedWaitingError(id, connection, signal) : error
    })
    if (end.state === 'succeeded') {
      const reply = end.result as OperationReply
      return { reply, credits: isEarlier ? 0 : reply.credits_used }
    }
    // One of an earlier run that came to nothing is ordered anew; one of this run is not.
    if (!isEarlier || id === before) throw jobError(end.error)
    before = id
  }
}

/** Waits for a job's end: by its events, and by asking where these end early. */
async function followed(connection: Connection, id: string, signal: AbortSignal, tell: ReportProgress) {
  await followStream(connection, id, {
    signal,
    onUpdate({ status, progress }) {
      if (status === 'PROGRESS') tell({ stage: 'working', ...(progress && { progress }) })
    },
  })
  return followJob(connection.client, id, {
    signal,
    onChange: ({ state, progress }) => {
      if (state === 'running') tell({ stage: 'working', ...(progress && { progress }) })
    },
  })
}

/** What becomes of a job that is no longer waited for. The built-in server ends with the command, and takes it up again. */
function stoppedWaitingError(id: string, { embedded }: Connection, signal: AbortSignal): CliError {
  const message = embedded
    ? 'Stopped. The same command takes the work up again.'
    : `Stopped waiting. The server works on, and charges when it succeeds: platelight jobs cancel ${id} ends it, the same command again takes up its result.`
  return new CliError(message, signal.reason as ExitCode, 'aborted')
}
