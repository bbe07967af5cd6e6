import type { Platelight } from '@platelight/sdk'
import { CliError, type ErrorRecord, errorRecordOf } from '../../base/cli-errors.ts'
import { EXIT, type ExitCode, exitCodeOf } from '../../base/exit-codes.ts'
import { type Interrupts, onInterrupt } from '../../base/interrupts.ts'
import { columns, duration } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'
import { AWAY, BACK, createAbsenceWait } from '../../jobs/absence-wait.ts'
import { followJob, itemsOf, type JobItem, type JobSnapshot, jobOf } from '../../jobs/follow-job.ts'
import { openProgressLine } from '../../reporting/progress-line.ts'
import { escapeControls } from '../../reporting/run-wording.ts'
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

/** `platelight jobs wait`: exits with 9 if a job failed, and with 3 if items of a batch failed. */
export const waitForJobs = (ids: readonly string[], flags: WaitFlags, context: Context): Promise<ExitCode> =>
  withConnection(context, ({ client }) => waitUntilEnded(client, ids, flags, context))

/**
 * Waits for jobs, one after the other, and shows the result of each. An unknown job does not stop the others.
 *
 * @throws what the client throws; CliError when the wait is interrupted or its deadline passes.
 */
export async function waitUntilEnded(
  client: Platelight,
  ids: readonly string[],
  { deadline }: WaitFlags,
  context: Context,
): Promise<ExitCode> {
  const interrupts = onInterrupt(() => undefined)
  const deadlineAt = deadline === undefined ? undefined : Date.now() + deadline * 1000
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
      const remaining = deadlineAt === undefined ? {} : { deadlineMs: Math.max(1, deadlineAt - Date.now()) }
      try {
        const options = { signal: interrupts.finish, patience, ...remaining }
        ended.push(await followJob(client, id, { ...options, onChange: (now) => void onChange(now) }))
      } catch (error) {
        if (ids.length === 1 || exitCodeOf(error) !== EXIT.rejected) throw error
        ended.push({ jobId: id, missing: errorRecordOf(error) })
      }
      line.clear()
      if (ids.length === 1 || context.settings.mode !== 'json') show(ended.at(-1) as JobSnapshot | Missing, context)
    }
    if (ids.length > 1 && context.settings.mode === 'json') context.show({ jobs: ended.map(dataOf) }, () => '')
    return exitCodeOfJobs(ended)
  } catch (error) {
    const results = ids.length > 1 ? { jobs: ended.map(dataOf) } : {}
    throw stoppedWaiting(error, interrupts, deadline, ids.length - ended.length, results)
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

/** The exit code of several jobs: a failed job outranks an unknown one, and that outranks a failed batch item. */
function exitCodeOfJobs(ended: readonly (JobSnapshot | Missing)[]): ExitCode {
  const codes = ended.map((end): ExitCode => {
    if ('missing' in end) return EXIT.rejected
    if (end.error) return EXIT.jobFailed
    return itemsOf(end)?.some(({ status }) => status === 'failed') ? EXIT.partial : EXIT.ok
  })
  return [EXIT.jobFailed, EXIT.rejected, EXIT.partial].find((code) => codes.includes(code)) ?? EXIT.ok
}

/**
 * The error to report if waiting ends before the job does. The job continues.
 *
 * @param results The jobs that have ended. JSON output shows them beside the error.
 */
export function stoppedWaiting(
  error: unknown,
  { finish }: Interrupts,
  deadline: number | undefined,
  remaining: number,
  results: Readonly<Record<string, unknown>> = {},
): unknown {
  const continues = remaining > 1 ? 'jobs continue' : 'job continues'
  if (finish.aborted)
    return new CliError(`Stopped waiting; the ${continues}.`, finish.reason as ExitCode, 'aborted', results)
  if ((error as Error).name !== 'JobTimeoutError') return error
  const message = `${remaining > 1 ? `${remaining} jobs have` : 'The job has'} not ended within ${duration(1000 * (deadline ?? 0))}; the ${continues}.`
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

type QueueStatus = Awaited<ReturnType<Platelight['jobs']['queueStatus']>>

/** `platelight jobs queue`: the load of the server, over all accounts. */
export const showQueue = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const status = await client.jobs.queueStatus()
    context.show(status, () => textOf(status))
    return EXIT.ok
  })

function textOf({ queue, operations, last_hour, workers, engines }: QueueStatus): string {
  const { per_minute, wait_seconds, run_seconds } = last_hour
  const tables = [
    [
      ['QUEUE', 'WAITING', 'RUNNING', 'OLDEST'],
      ['all', String(queue.pending), String(queue.running), seconds(queue.oldest_pending_seconds)],
      ...operations.map(({ operation, pending, running, oldest_pending_seconds }) => [
        operation,
        String(pending),
        String(running),
        seconds(oldest_pending_seconds),
      ]),
    ],
    [
      ['LAST HOUR', 'SUCCEEDED', 'FAILED', 'A MINUTE'],
      ['', String(queue.succeeded_last_hour), String(queue.failed_last_hour), String(per_minute)],
    ],
    [
      ['TIMES', 'MEDIAN', '95TH PERCENTILE'],
      ['waiting', seconds(wait_seconds.p50), seconds(wait_seconds.p95)],
      ['running', seconds(run_seconds.p50), seconds(run_seconds.p95)],
    ],
    [
      ['WORKER', 'STATUS', 'BUSY', 'IDLE', 'SEEN'],
      ...workers.map(({ id, name, status, busy, idle, last_seen_at }) => [
        name ?? id,
        status,
        String(busy),
        String(idle),
        last_seen_at,
      ]),
    ],
    [
      ['CAPABILITY', 'ENGINE', 'MODEL'],
      ...engines.map(({ capability, engine, model }) => [capability, engine, model?.replace('_', ' ') ?? '']),
    ],
  ]
  return tables.map(columns).join('\n\n')
}

const seconds = (value: number | null): string =>
  value === null ? '-' : value < 10 ? `${Number(value.toFixed(2))} s` : `${Math.round(value)} s`

/** Describes a job as text, one line per detail. */
function jobText(snapshot: JobSnapshot): string {
  const { jobId, rawStatus, progress, error, result } = snapshot
  const items = itemsOf(snapshot)
  return columns([
    ['id', String(jobId)],
    ['status', escapeControls(rawStatus)],
    ...(progress ? [['progress', `${escapeControls(progress.status)} (${progress.percent} %)`]] : []),
    ...(error ? [['error', `${escapeControls(error.message)} (${error.code})`]] : []),
    ...(items ? items.map(itemRow) : addressesIn(result)),
  ])
}

const itemRow = ({ index, status, result, error }: JobItem): string[] => [
  String(index),
  error
    ? `${status}: ${escapeControls(error.message)} (${error.code})`
    : `${status}  ${addressesIn(result)[0]?.[1] ?? ''}`,
]

/** The URL of the result picture; the name of its field depends on the operation. */
function addressesIn(result: unknown): string[][] {
  const { result_url, enhanced_url } = (result ?? {}) as { result_url?: string; enhanced_url?: string }
  const url = result_url ?? enhanced_url
  return url === undefined ? [] : [['result', url]]
}
