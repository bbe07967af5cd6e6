import { type ErrorRecord, errorRecordOf } from '../base/cli-errors.ts'
import { EXIT, type ExitCode, exitCodeOf, exitCodeOfRun } from '../base/exit-codes.ts'
import type { Interrupts } from '../base/interrupts.ts'
import type { OperationReply } from './operation-request.ts'

/** What became of one task. */
export interface TaskEvent {
  readonly schemaVersion: 1
  readonly type: 'file'
  readonly file: string
  readonly status: 'done' | 'failed' | 'skipped'
  /** Paths are absolute, or "-" for standard output. */
  readonly outputs: readonly { readonly path: string }[]
  readonly credits?: number
  readonly warnings?: readonly string[]
  /** What the server answered, whole: what it measured and did, beside the addresses. */
  readonly reply?: OperationReply
  /** The same for people, in sentences. */
  readonly told?: readonly string[]
  readonly error?: ErrorRecord
}

/** Something to do for one file. */
export interface Task {
  readonly name: string
  work(signal: AbortSignal): Promise<Omit<TaskEvent, 'schemaVersion' | 'type' | 'file'>>
}

export interface PoolResult {
  readonly files: readonly TaskEvent[]
  readonly summary: {
    readonly schemaVersion: 1
    readonly type: 'summary'
    readonly done: number
    readonly failed: number
    readonly skipped: number
    /** What ended the run before its last file. */
    readonly error?: ErrorRecord
    /** How many files nothing was done to because the run stopped. */
    readonly remaining?: number
  }
  readonly exitCode: ExitCode
}

/** What is wrong with one file; anything else would meet the others too. */
const OWN_FAULT = new Set<ExitCode>([EXIT.rejected, EXIT.unexpected, EXIT.jobFailed])

/** Nothing was done to the file, or what was begun was given up: it is none that failed. */
const UNTRIED = new Set(['max_credits', 'aborted'])

/**
 * Does the tasks, several at a time. A failure that is a file's own stops none of the others; one that would meet all
 * of them, such as credits that are used up, lets what is under way end and begins nothing further.
 */
export async function runTasks(
  tasks: readonly Task[],
  concurrency: number,
  { finish, abort }: Interrupts,
  tell: (event: TaskEvent) => void,
): Promise<PoolResult> {
  const files: TaskEvent[] = []
  const failures: ExitCode[] = []
  let next = 0
  let untried = 0
  let stopped: { readonly code: ExitCode; readonly error: unknown } | undefined
  const settle = (event: TaskEvent) => {
    files.push(event)
    tell(event)
  }

  async function lane(): Promise<void> {
    while (!stopped && !finish.aborted && next < tasks.length) {
      const task = tasks[next++]
      if (!task) return
      const head = { schemaVersion: 1, type: 'file', file: task.name } as const
      try {
        settle({ ...head, ...(await task.work(abort)) })
      } catch (error) {
        const code = exitCodeOf(error)
        const record = errorRecordOf(error)
        const isOwn = OWN_FAULT.has(code) || record.code === 'file_unreadable'
        if (!isOwn) stopped ??= { code, error }
        if (UNTRIED.has(record.code)) {
          untried++
          continue
        }
        failures.push(code)
        settle({ ...head, status: 'failed', outputs: [], error: record })
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, lane))
  const count = (status: TaskEvent['status']) => files.filter((file) => file.status === status).length
  const ended = finish.aborted && next < tasks.length ? (finish.reason as ExitCode) : undefined
  const code = stopped?.code ?? (abort.aborted ? (abort.reason as ExitCode) : ended)
  const remaining = tasks.length - next + untried
  const [done, failed, skipped] = [count('done'), count('failed'), count('skipped')]
  return {
    files,
    summary: {
      schemaVersion: 1,
      type: 'summary',
      done,
      failed,
      skipped,
      ...(stopped && { error: errorRecordOf(stopped.error) }),
      ...(remaining > 0 && { remaining }),
    },
    exitCode: exitCodeOfRun({ done, skipped, failures, stopped: tasks.length === 1 ? (code ?? failures[0]) : code }),
  }
}
