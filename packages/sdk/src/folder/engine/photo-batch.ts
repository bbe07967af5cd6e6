import { APIError, PlatelightError } from '../../transport/sdk-errors.ts'
import type { FolderSettings } from '../enhance/folder-options.ts'
import type { PhotoWorker } from '../enhance/photo-worker.ts'
import { type BatchEvent, type ErrorRecord, type FileEvent, SCHEMA_VERSION, type Stage } from '../folder-events.ts'
import type { PhotoItem } from '../outputs/output-paths.ts'
import { judgeFailure, type Stop } from './failure-verdict.ts'
import { mergeSignals } from './merged-signal.ts'
import type { PauseGate } from './pause-gate.ts'

export interface BatchOptions {
  readonly items: readonly PhotoItem[]
  readonly worker: PhotoWorker
  readonly gate: PauseGate
  /** Asks the server whether it is there. */
  readonly isUp: () => Promise<boolean>
  readonly emit: (event: BatchEvent) => void
  /** Told the code and sentence of every failure. */
  readonly onFailed: (item: PhotoItem, error: ErrorRecord) => Promise<void>
  readonly settings: Pick<FolderSettings, 'concurrency' | 'signal' | 'giveUp' | 'maxPauseMs' | 'clock'>
}

/** What a batch came to. `files` are in the order of the items, without those that were not looked at. */
export interface Batch {
  readonly files: readonly FileEvent[]
  readonly stop: Stop | undefined
  readonly remaining: number
  /** How many of the remaining were begun. */
  readonly unfinished: number
}

/** So many answers in a row that were none mean a server that is gone rather than one photo that is unlucky. */
const UNREACHABLE_AFTER = 3
/** So many pauses in a row that helped nothing before the run gives up. */
const POINTLESS_PAUSES = 10
/** So often a photo may lose its connection to a server that is there. */
const STRIKES = 5
const FIRST_ABSENCE_MS = 1000
const LONGEST_ABSENCE_MS = 15_000

/** Works through all photos, a few at a time. One that fails never stops the others; some reasons stop all. */
export async function runBatch(options: BatchOptions): Promise<Batch> {
  const { items, worker, gate, emit, onFailed, settings } = options
  const { clock, signal, giveUp, maxPauseMs } = settings
  const ended = mergeSignals(signal, giveUp)
  const waiting = items.map((_, index) => index)
  const files: FileEvent[] = []
  const strikes = items.map(() => 0)
  /** Photos that were sent and have to be asked for again: they may have been paid for. */
  const begun = new Set<number>()
  /** Photos that something was done for. */
  const tried = new Set<number>()
  let underway = 0
  /** Who met the limit of credits while others were under way, and goes on when one of them has ended. */
  const held: (() => void)[] = []
  let stop: Stop | undefined
  let pauses = 0
  let unreachable = 0
  /** Since when nothing comes back from the server, and how often that was waited for. */
  let absence: { readonly since: number; waits: number } | undefined

  const report = (index: number, event: FileEvent) => {
    files[index] = event
    emit(event)
  }
  const progress = (item: PhotoItem, stage: Stage, percent: number) =>
    emit({ schemaVersion: SCHEMA_VERSION, type: 'progress', file: item.name, stage, percent })
  const stopRun = (reason: Stop) => {
    if (stop) return
    stop = reason
    const error = reason.error === undefined ? {} : { error: errorRecordOf(reason.error) }
    emit({ schemaVersion: SCHEMA_VERSION, type: 'stopped', reason: reason.reason, ...error })
  }

  /**
   * Nothing came back. True when the photo is to be tried again: its turn comes after the others', so that one which
   * brings every connection down holds nobody up.
   */
  async function isWorthAnotherTry(index: number, error: unknown): Promise<boolean> {
    const isUp = await options.isUp()
    if (isUp || absence === undefined) strikes[index] = (strikes[index] ?? 0) + 1
    if ((strikes[index] ?? 0) >= STRIKES) return false
    if (isUp) absence = undefined
    else absence ??= { since: clock.now(), waits: 0 }
    if (absence && clock.now() - absence.since >= maxPauseMs) stopRun({ reason: 'unreachable', error })
    // Photos that were under way together are lost together: that is one wait, not one for each.
    else if (!gate.isClosed()) {
      gate.close(Math.min(LONGEST_ABSENCE_MS, FIRST_ABSENCE_MS * 2 ** (absence?.waits ?? 0)), 'unreachable')
      if (absence) absence.waits++
    }
    return true
  }

  /** Tries one photo. What it gives is a limit of credits that left it untried. */
  async function take(index: number, item: PhotoItem): Promise<Stop | undefined> {
    const again = (first: boolean): undefined => {
      if (first) waiting.unshift(index)
      else waiting.push(index)
      begun.add(index)
      progress(item, 'waiting', 0)
    }
    tried.add(index)
    try {
      report(index, await worker(item, (stage, percent) => progress(item, stage, percent)))
      begun.delete(index)
      pauses = 0
      unreachable = 0
      absence = undefined
    } catch (error) {
      const verdict = judgeFailure(error)
      begun.delete(index)
      if (giveUp.aborted || verdict.kind === 'untried') {
        waiting.unshift(index)
        if (!giveUp.aborted) tried.delete(index)
        if (giveUp.aborted || verdict.kind !== 'untried') return
        if (verdict.stop.reason === 'max_credits') return verdict.stop
        stopRun(verdict.stop)
        return
      }
      if (verdict.kind === 'unreachable' && verdict.lost && (await isWorthAnotherTry(index, error))) return again(false)
      if (verdict.kind !== 'unreachable') absence = undefined
      if (verdict.kind === 'pause') {
        if (!gate.isClosed()) pauses++
        if (verdict.ms <= maxPauseMs && pauses <= POINTLESS_PAUSES) {
          gate.close(verdict.ms, verdict.reason)
          return again(true)
        }
        stopRun(verdict.stop)
      }
      unreachable = verdict.kind === 'unreachable' ? unreachable + 1 : 0
      if (unreachable >= UNREACHABLE_AFTER) stopRun({ reason: 'unreachable', error })
      if (verdict.kind === 'failed' && verdict.stop) stopRun(verdict.stop)
      const record = errorRecordOf(error)
      await onFailed(item, record)
      report(index, {
        schemaVersion: SCHEMA_VERSION,
        type: 'file',
        file: item.name,
        status: 'failed',
        outputs: [],
        error: record,
      })
    }
  }

  /** The next photo; where the limit of credits is reached, only one whose price is set aside already. */
  const next = (): number | undefined => {
    if (!stop) return waiting.shift()
    const place = stop.reason === 'max_credits' ? waiting.findIndex((index) => begun.has(index)) : -1
    return place < 0 ? undefined : waiting.splice(place, 1)[0]
  }

  async function work(): Promise<void> {
    for (;;) {
      await gate.pass(ended)
      if (ended.aborted) return
      const index = next()
      const item = index === undefined ? undefined : items[index]
      if (index === undefined || !item) return
      underway++
      const limit = await take(index, item)
      underway--
      if (limit && underway > 0) {
        // What is set aside for photos under way is free again where one of them is refused.
        progress(item, 'waiting', 0)
        await new Promise<void>((goOn) => held.push(goOn))
        continue
      }
      if (limit) stopRun(limit)
      for (const goOn of held.splice(0)) goOn()
    }
  }

  await Promise.all(Array.from({ length: Math.min(settings.concurrency, items.length) }, work))
  if (waiting.length > 0 && ended.aborted) stopRun({ reason: 'interrupted', error: undefined })
  return {
    files: files.filter(Boolean),
    stop,
    remaining: waiting.length,
    unfinished: waiting.filter((index) => tried.has(index)).length,
  }
}

/** The code and sentence of anything thrown. */
export function errorRecordOf(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { code: 'unexpected', message: String(error) }
  const code = error instanceof PlatelightError ? error.code : 'unexpected'
  const status = error instanceof APIError ? { status: error.status } : {}
  return { code, message: error.message || error.name, ...status }
}
