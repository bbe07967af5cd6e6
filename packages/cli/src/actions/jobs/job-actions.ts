import type { Platelight } from '@platelight/sdk'
import { CliError, type ErrorRecord, errorRecordOf } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode, exitCodeOf } from '../../base/exit-codes.ts'
import { type Interrupts, onInterrupt } from '../../base/interrupts.ts'
import { duration } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { AWAY, BACK, createAbsenceWait } from '../../jobs/absence-wait.ts'
import { followJob, itemsOf, type JobSnapshot, jobOf } from '../../jobs/follow-job.ts'
import { jobText } from '../../jobs/job-wording.ts'
import { openProgressLine } from '../../reporting/progress-line.ts'
import { forEachId } from '../for-each-id.ts'

/** `platelight jobs status`. */
export const jobStatus = (id: string, context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const now = await jobOf(client, id).status()
    context.show(now.body, () => jobText(now))
    return EXIT.ok
  })

export interface WaitFlags {
  /** Seconds. */
  readonly deadline?: number
}

/** `platelight jobs wait`: 9 where a job failed, 3 for a batch of which some items did. */
export const waitForJobs = (ids: readonly string[], flags: WaitFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client }) => untilEnded(client, ids, flags, context))

/**
 * Waits for jobs, one after the other, and shows what came of each. One that is not there stops none of the others.
 *
 * @throws what the client throws; CliError when the wait is interrupted or its deadline passes.
 */
export async function untilEnded(
  client: Platelight,
  ids: readonly string[],
  { deadline }: WaitFlags,
  context: Context,
): Promise<ExitCode> {
  const interrupts = onInterrupt(() => undefined)
  const ends = deadline === undefined ? undefined : Date.now() + deadline * 1000
  const line = openProgressLine(context)
  const ended: (JobSnapshot | Missing)[] = []
  const patience = createAbsenceWait(interrupts.finish, (isAway) => {
    line.clear()
    context.note(isAway ? AWAY : BACK)
  })
  try {
    for (const id of ids) {
      const onChange = ({ progress }: JobSnapshot) =>
        progress && line.show(progress.current, progress.total, progress.percent)
      const left = ends === undefined ? {} : { deadlineMs: Math.max(1, ends - Date.now()) }
      try {
        const following = { signal: interrupts.finish, patience, ...left }
        ended.push(await followJob(client, id, { ...following, onChange: (now) => void onChange(now) }))
      } catch (error) {
        if (ids.length === 1 || exitCodeOf(error) !== EXIT.rejected) throw error
        ended.push({ jobId: id, missing: errorRecordOf(error) })
      }
      line.clear()
      if (ids.length === 1 || context.settings.mode !== 'json') show(ended.at(-1) as JobSnapshot | Missing, context)
    }
    if (ids.length > 1 && context.settings.mode === 'json') context.show({ jobs: ended.map(dataOf) }, () => '')
    return worst(ended)
  } catch (error) {
    throw stoppedWaiting(error, interrupts, deadline, ids.length - ended.length, { jobs: ended.map(dataOf) })
  } finally {
    line.clear()
    interrupts.release()
  }
}

/** A job that the server does not know. */
interface Missing {
  readonly jobId: string
  readonly missing: ErrorRecord
}

const dataOf = (end: JobSnapshot | Missing): object =>
  'missing' in end ? { job_id: end.jobId, error: end.missing } : end.body

function show(end: JobSnapshot | Missing, context: Context): void {
  context.show(dataOf(end), () =>
    'missing' in end ? `${context.colorize('red', 'failed')}  ${end.jobId}: ${end.missing.message}` : jobText(end),
  )
}

/** A job that failed counts for more than one that is not there, and that for more than an item of a batch. */
function worst(ended: readonly (JobSnapshot | Missing)[]): ExitCode {
  const codes = ended.map((end): ExitCode => {
    if ('missing' in end) return EXIT.rejected
    if (end.error) return EXIT.jobFailed
    return itemsOf(end)?.some(({ status }) => status === 'failed') ? EXIT.partial : EXIT.ok
  })
  return [EXIT.jobFailed, EXIT.rejected, EXIT.partial].find((code) => codes.includes(code)) ?? EXIT.ok
}

/** @param results The jobs that have ended, which JSON output shows beside the error. @returns What to throw. */
export function stoppedWaiting(
  error: unknown,
  { finish }: Interrupts,
  deadline: number | undefined,
  left: number,
  results: Readonly<Record<string, unknown>> = {},
): unknown {
  const what = left > 1 ? 'jobs go on' : 'job goes on'
  if (finish.aborted)
    return new CliError(`Stopped waiting; the ${what}.`, finish.reason as ExitCode, 'aborted', results)
  if ((error as Error).name !== 'JobTimeoutError') return error
  const message = `${left > 1 ? `${left} jobs have` : 'The job has'} not ended within ${duration(1000 * (deadline ?? 0))}; the ${what}.`
  return new CliError(message, EXIT.jobFailed, 'job_timeout', results)
}

/** `platelight jobs cancel`. */
export const cancelJobs = (ids: readonly string[], context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client }) =>
    forEachId(
      ids,
      'revoked',
      async (id) => {
        const { message } = await jobOf(client, id).cancel()
        context.note(message)
      },
      context,
    ),
  )
