import { recordOf } from '../errors.ts'
import { exitCodeOf, exitCodeOfRun } from '../exit-codes.ts'
import { type FileEvent, type RunOutcome, SCHEMA_VERSION, type Stage, type StopReason } from './events.ts'
import type { PhotoWorker } from './photo.ts'
import type { Item } from './plan.ts'
import { judge, type Stop } from './verdict.ts'

export interface BatchOptions {
  readonly items: readonly Item[]
  readonly concurrency: number
  readonly worker: PhotoWorker
  /** Aborted: no further photo is begun; those under way are finished. */
  readonly finish: AbortSignal
  /** Aborted: photos under way are given up too. Its reason is the exit code. */
  readonly abort: AbortSignal
  readonly out: string | null
  readonly onStage: (item: Item, stage: Stage) => void
  readonly onFile: (event: FileEvent) => void
  /** The server asked for a pause of this many milliseconds. */
  readonly onPause: (ms: number) => void
}

/** So many connections fail in a row before the server counts as gone rather than one photo as unlucky. */
const UNREACHABLE_AFTER = 3
/** So many pauses in a row that helped nothing before the run gives up. */
const POINTLESS_PAUSES = 10

/** Works through all photos, a few at a time. One that fails never stops the others; some reasons stop all. */
export async function runBatch(options: BatchOptions): Promise<RunOutcome> {
  const { items, worker, finish, abort } = options
  const waiting = items.map((item, index) => ({ item, index }))
  const events: FileEvent[] = []
  const failures: ReturnType<typeof exitCodeOf>[] = []
  let stop: Stop | undefined
  let unreachable = 0
  let pauses = 0
  let pausedUntil = 0

  const tell = (index: number, event: FileEvent) => {
    events[index] = event
    options.onFile(event)
  }

  async function take(item: Item, index: number): Promise<void> {
    try {
      tell(index, await worker(item, (stage) => options.onStage(item, stage), abort))
      unreachable = 0
      pauses = 0
    } catch (error) {
      const verdict = judge(error)
      if (verdict.kind === 'untried' || abort.aborted) {
        stop ??= verdict.stop
        waiting.unshift({ item, index })
        return
      }
      if (verdict.kind === 'pause' && ++pauses <= POINTLESS_PAUSES) {
        pausedUntil = Math.max(pausedUntil, Date.now() + verdict.ms)
        waiting.unshift({ item, index })
        options.onStage(item, 'waiting')
        options.onPause(verdict.ms)
        return
      }
      unreachable = verdict.kind === 'unreachable' ? unreachable + 1 : 0
      if (unreachable >= UNREACHABLE_AFTER) stop ??= { reason: 'unreachable', error }
      stop ??= verdict.stop
      failures.push(exitCodeOf(error))
      tell(index, { ...failed(item.name), error: recordOf(error) })
    }
  }

  async function work(): Promise<void> {
    while (!stop && !finish.aborted && !abort.aborted) {
      const pauseMs = pausedUntil - Date.now()
      if (pauseMs > 0) {
        await sleep(pauseMs, finish)
        continue
      }
      const next = waiting.shift()
      if (!next) return
      await take(next.item, next.index)
    }
  }

  await Promise.all(Array.from({ length: Math.min(options.concurrency, items.length) }, work))
  if (waiting.length > 0 && (abort.aborted || finish.aborted)) stop = { reason: 'interrupted', error: undefined }
  return outcome(events.filter(Boolean), failures, stop, waiting.length, options)
}

function outcome(
  files: readonly FileEvent[],
  failures: readonly ReturnType<typeof exitCodeOf>[],
  stop: Stop | undefined,
  remaining: number,
  { out, abort, finish }: BatchOptions,
): RunOutcome {
  const count = (status: FileEvent['status']) => files.filter((file) => file.status === status).length
  const [done, failed, skipped] = [count('done'), count('failed'), count('skipped')]
  const interrupt = abort.aborted ? abort.reason : finish.reason
  const stopped = stop && (stop.reason === 'interrupted' ? exitCodeOf({ exitCode: interrupt }) : exitCodeOf(stop.error))
  return {
    files,
    exitCode: exitCodeOfRun({ done, skipped, failures, stopped }),
    summary: {
      schemaVersion: SCHEMA_VERSION,
      type: 'summary',
      done,
      failed,
      skipped,
      out,
      ...(stop && { stopped: stop.reason satisfies StopReason, remaining }),
      ...(stop?.error !== undefined && { error: recordOf(stop.error) }),
    },
  }
}

const failed = (file: string) =>
  ({ schemaVersion: SCHEMA_VERSION, type: 'file', file, status: 'failed', outputs: [] }) as const

/** Resolves after the time, or as soon as the signal aborts. */
const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
