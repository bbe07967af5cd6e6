import { type Context, withConnection } from '../context.ts'
import { CliError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { onInterrupt } from '../interrupts.ts'
import { followJob, itemsOf, type JobItem, type JobStatus } from '../jobs/follow.ts'
import { columns } from '../paint.ts'
import { progressLine } from '../process/progress-line.ts'
import { visible } from '../reporters/wording.ts'
import { each } from './each.ts'

/** `platelight jobs status`. */
export const jobStatus = (id: string, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const status = await client.jobs.status(id)
    context.show(status, () => textOf(status))
    return EXIT.ok
  })

export interface WaitFlags {
  /** Seconds. */
  readonly deadline?: number
}

/** `platelight jobs wait`: 9 for a job that failed, 3 for a batch of which some items did. */
export const waitForJob = (id: string, { deadline }: WaitFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const interrupts = onInterrupt(() => undefined)
    const late = deadline === undefined ? undefined : AbortSignal.timeout(deadline * 1000)
    const signal = AbortSignal.any([interrupts.finish, interrupts.abort, ...(late ? [late] : [])])
    const line = progressLine(context)
    try {
      const onProgress = ({ progress }: JobStatus) => progress && line.show(progress.current, progress.total)
      const status = await followJob(client, id, { signal, onProgress: (now) => void onProgress(now) })
      line.clear()
      context.show(status, () => textOf(status))
      if (status.status === 'FAILURE') return EXIT.jobFailed
      return itemsOf(status)?.some((item) => item.status === 'failed') ? EXIT.partial : EXIT.ok
    } catch (error) {
      if (interrupts.finish.aborted) {
        throw new CliError('Stopped waiting; the job goes on.', interrupts.finish.reason as ExitCode, 'aborted')
      }
      if (!late?.aborted) throw error
      throw new CliError(`The job has not ended within ${deadline} seconds; it goes on.`, EXIT.jobFailed, 'job_timeout')
    } finally {
      line.clear()
      interrupts.release()
    }
  })

/** `platelight jobs cancel`. */
export const cancelJobs = (ids: readonly string[], context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client }) =>
    each(
      ids,
      'revoked',
      async (id) => {
        const { message } = await client.jobs.delete(id)
        context.note(message)
      },
      context,
    ),
  )

function textOf(status: JobStatus): string {
  const { job_id, status: state, progress, error, error_code, result } = status
  const items = itemsOf(status)
  const rows = [
    ['id', job_id],
    ['status', state],
    ...(progress ? [['progress', `${progress.status} (${progress.percent} %)`]] : []),
    ...(error ? [['error', `${visible(error)} (${error_code})`]] : []),
    ...(items ? items.map(rowOf) : addressesIn(result)),
  ]
  return columns(rows)
}

const rowOf = ({ index, status, result, error }: JobItem): string[] => [
  String(index),
  error ? `${status}: ${visible(error.message)} (${error.code})` : `${status}  ${addressesIn(result)[0]?.[1] ?? ''}`,
]

/** Where the picture of a reply is, whatever its operation calls it. */
function addressesIn(result: unknown): string[][] {
  const { result_url, enhanced_url } = (result ?? {}) as { result_url?: string; enhanced_url?: string }
  const url = result_url ?? enhanced_url
  return url === undefined ? [] : [['result', url]]
}
