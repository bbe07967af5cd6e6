import type { Clock } from '../../transport/sdk-clock.ts'
import { judgeFailure, type Stop } from './failure-verdict.ts'
import { mergeSignals } from './merged-signal.ts'
import type { PauseGate } from './pause-gate.ts'

/** How a batch runs. */
export interface BatchSettings {
  /** How many photos are worked on at the same time. */
  readonly concurrency: number
  /** When aborted, no further photo is started. */
  readonly signal: AbortSignal
  /** When aborted, active photos are abandoned as well. */
  readonly giveUp: AbortSignal
  /** The longest wait for the server, in milliseconds. A longer one stops the run. */
  readonly maxPauseMs: number
  readonly clock: Clock
}

export interface BatchOptions<Item, Result> {
  readonly items: readonly Item[]
  /** Does all the work for one photo. @throws the reason if it fails */
  readonly work: (item: Item) => Promise<Result>
  /** Turns a failure into the result of its photo. */
  readonly fail: (item: Item, error: unknown) => Promise<Result>
  readonly onSettled: (result: Result) => void
  /** Called when a photo goes back into the queue. */
  readonly onRequeued: (item: Item) => void
  readonly onStopped: (stop: Stop) => void
  readonly isServerUp: () => Promise<boolean>
  readonly gate: PauseGate
  readonly settings: BatchSettings
}

/** The outcome of a batch. `results` are in the order of the items and leave out unfinished items. */
export interface Batch<Result> {
  readonly results: readonly Result[]
  readonly stop: Stop | undefined
  readonly remaining: number
  /** How many of the remaining photos were started. */
  readonly unfinished: number
}

/** After this many unusable answers in a row the server counts as gone. Fewer may be caused by a single photo. */
const MAX_UNUSABLE_ANSWERS = 3
/** After this many pauses in a row without a result the run stops. */
const MAX_POINTLESS_PAUSES = 10

/** Works through all photos, a few at a time. A failed photo does not stop the others, unless the reason affects all photos. */
export async function runBatch<Item, Result>(options: BatchOptions<Item, Result>): Promise<Batch<Result>> {
  const { items, gate, settings } = options
  const { clock, signal, giveUp, maxPauseMs, concurrency } = settings
  const ended = mergeSignals(signal, giveUp)
  const queue = createPhotoQueue(items.length)
  const absence = createServerAbsence({ gate, clock, maxPauseMs, isServerUp: options.isServerUp })
  const results: Result[] = []
  /** Workers that hit the credit limit while others were active. They resume when one of the others has finished. */
  const heldWorkers: (() => void)[] = []
  let active = 0
  let stop: Stop | undefined
  let pauses = 0
  let unusableAnswers = 0

  const stopRun = (reason: Stop) => {
    if (stop) return
    stop = reason
    options.onStopped(reason)
  }
  const settle = (index: number, result: Result) => {
    results[index] = result
    queue.settle(index)
    options.onSettled(result)
  }
  const requeue = (index: number, item: Item, where: 'first' | 'last') => {
    queue.retry(index, where)
    options.onRequeued(item)
  }

  /** Tries one photo. Returns the stop if the credit limit prevented the attempt. */
  async function tryPhoto(index: number, item: Item): Promise<Stop | undefined> {
    try {
      settle(index, await options.work(item))
      pauses = 0
      unusableAnswers = 0
      absence.end()
      return undefined
    } catch (error) {
      return onFailure(index, item, error)
    }
  }

  async function onFailure(index: number, item: Item, error: unknown): Promise<Stop | undefined> {
    const verdict = judgeFailure(error)
    if (giveUp.aborted || verdict.kind === 'untried') {
      queue.putBack(index, giveUp.aborted)
      if (giveUp.aborted || verdict.kind !== 'untried') return undefined
      if (verdict.stop.reason === 'max_credits') return verdict.stop
      stopRun(verdict.stop)
      return undefined
    }
    if (verdict.kind === 'unreachable' && verdict.isLost) {
      const loss = await absence.lose(index)
      if (loss === 'gone') stopRun({ reason: 'unreachable', error })
      // The photo goes to the end of the queue, so that one that breaks every connection does not block the others.
      if (loss !== 'failed') return void requeue(index, item, 'last')
    }
    if (verdict.kind !== 'unreachable') absence.end()
    if (verdict.kind === 'pause') {
      if (!gate.isClosed()) pauses++
      if (verdict.ms <= maxPauseMs && pauses <= MAX_POINTLESS_PAUSES) {
        gate.close(verdict.ms, verdict.reason)
        return void requeue(index, item, 'first')
      }
      stopRun(verdict.stop)
    }
    unusableAnswers = verdict.kind === 'unreachable' ? unusableAnswers + 1 : 0
    if (unusableAnswers >= MAX_UNUSABLE_ANSWERS) stopRun({ reason: 'unreachable', error })
    if (verdict.kind === 'failed' && verdict.stop) stopRun(verdict.stop)
    settle(index, await options.fail(item, error))
    return undefined
  }

  async function worker(): Promise<void> {
    for (;;) {
      await gate.pass(ended)
      if (ended.aborted || (stop && stop.reason !== 'max_credits')) return
      // At the credit limit, only photos with a reserved price continue.
      const index = queue.take(stop !== undefined)
      const item = index === undefined ? undefined : items[index]
      if (index === undefined || item === undefined) return
      active++
      const limit = await tryPhoto(index, item)
      active--
      if (limit && active > 0) {
        // If an active photo is refused, its reserved credits become available again.
        options.onRequeued(item)
        await new Promise<void>((resume) => heldWorkers.push(resume))
        continue
      }
      if (limit) stopRun(limit)
      for (const resume of heldWorkers.splice(0)) resume()
    }
  }

  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  if (queue.remaining() > 0 && ended.aborted) stopRun({ reason: 'interrupted', error: undefined })
  return {
    results: Object.values(results),
    stop,
    remaining: queue.remaining(),
    unfinished: queue.unfinished(),
  }
}

/** The photos of a run that are not finished yet, identified by their position among all photos. */
interface PhotoQueue {
  /** Takes the next photo. @param onlySent takes only a photo that was sent before and has its price reserved */
  take(onlySent: boolean): number | undefined
  /** Marks a photo as finished, whether it succeeded or failed. */
  settle(index: number): void
  /** Puts back a photo that was sent and has to be sent again, at the front or the end of the queue. */
  retry(index: number, where: 'first' | 'last'): void
  /** Puts back a photo that was not sent. @param isStarted whether work on it had started */
  putBack(index: number, isStarted: boolean): void
  remaining(): number
  /** How many of the remaining photos were started. */
  unfinished(): number
}

function createPhotoQueue(size: number): PhotoQueue {
  const waiting = Array.from({ length: size }, (_, index) => index)
  /** Photos that have to be sent again. They may have been charged already. */
  const sent = new Set<number>()
  const started = new Set<number>()
  return {
    take(onlySent) {
      const position = onlySent ? waiting.findIndex((index) => sent.has(index)) : 0
      const index = position < 0 ? undefined : waiting.splice(position, 1)[0]
      if (index !== undefined) started.add(index)
      return index
    },
    settle: (index) => void sent.delete(index),
    retry(index, where) {
      sent.add(index)
      if (where === 'first') waiting.unshift(index)
      else waiting.push(index)
    },
    putBack(index, isStarted) {
      sent.delete(index)
      if (!isStarted) started.delete(index)
      waiting.unshift(index)
    },
    remaining: () => waiting.length,
    unfinished: () => waiting.filter((index) => started.has(index)).length,
  }
}

/** A photo fails after it lost this many connections to a server that is up. */
const MAX_LOSSES = 5
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

interface ServerAbsenceOptions {
  readonly gate: PauseGate
  readonly clock: Clock
  /** A server that is unreachable for longer than this counts as gone. In milliseconds. */
  readonly maxPauseMs: number
  readonly isServerUp: () => Promise<boolean>
}

/** What a lost connection means: try the photo again, count it as failed, or stop because the server is gone. */
type LossVerdict = 'retry' | 'failed' | 'gone'

/** Distinguishes an unreachable server from a photo that breaks its own connections. Pauses the run for the server. */
function createServerAbsence({ gate, clock, maxPauseMs, isServerUp }: ServerAbsenceOptions) {
  const losses = new Map<number, number>()
  /** When the server became unreachable, and how many pauses there were since. */
  let absence: { readonly since: number; pauses: number } | undefined

  return {
    /** The server answered. */
    end(): void {
      absence = undefined
    },

    /** The connection broke before the server answered. */
    async lose(index: number): Promise<LossVerdict> {
      const isUp = await isServerUp()
      const count = (losses.get(index) ?? 0) + (isUp || !absence ? 1 : 0)
      losses.set(index, count)
      if (count >= MAX_LOSSES) return 'failed'
      if (isUp) absence = undefined
      else absence ??= { since: clock.now(), pauses: 0 }
      if (absence && clock.now() - absence.since >= maxPauseMs) return 'gone'
      // Photos that are active together lose their connections together. That causes one pause, not one per photo.
      if (!gate.isClosed()) {
        gate.close(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (absence?.pauses ?? 0)), 'unreachable')
        if (absence) absence.pauses++
      }
      return 'retry'
    },
  }
}
