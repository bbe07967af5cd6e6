import type { Platelight } from '../../client/platelight.ts'
import { removeLeftovers } from '../../files/temporary-files.ts'
import type { Meta } from '../../transport/response-meta.ts'
import { systemClock } from '../../transport/sdk-clock.ts'
import { APIError, PlatelightError } from '../../transport/sdk-errors.ts'
import type { PausedEvent, ResumedEvent } from '../folder-events.ts'
import { checkWritable } from '../outputs/writable-folders.ts'
import { createPauseGate } from './pause-gate.ts'
import { type Batch, type BatchOptions, type BatchSettings, runBatch } from './photo-batch.ts'
import { createRequestPacing, type RequestPacing } from './request-pacing.ts'

/** How a run works. */
export interface RunSettings
  extends Omit<BatchSettings, 'maxPauseMs' | 'clock'>,
    Partial<Pick<BatchSettings, 'maxPauseMs' | 'clock'>> {
  /** How many credits the whole run may cost. */
  readonly maxCredits: number | undefined
}

/** The longest single wait for a server that is busy or unreachable. */
const MAX_PAUSE_MS = 120_000

/** What all photos of a run share. */
export interface RunTools {
  readonly budget: CreditBudget
  /** Uploads and enhancement calls are paced separately, because the server counts them separately. */
  readonly pacing: { readonly upload: RequestPacing; readonly work: RequestPacing }
  readonly sentKeys: SentKeys
  /** Aborts when active photos are to be abandoned. */
  readonly signal: AbortSignal
}

export interface PhotosRun<Item, Result>
  extends Pick<BatchOptions<Item, Result>, 'items' | 'fail' | 'onSettled' | 'onRequeued' | 'onStopped'> {
  readonly client: Pick<Platelight, 'service'>
  readonly settings: RunSettings
  readonly onPause: (event: PausedEvent | ResumedEvent) => void
  /** Creates the function that does all the work for one photo, or throws the reason if it fails. */
  readonly createWorker: (tools: RunTools) => (item: Item) => Promise<Result>
}

/**
 * Call options for all work of a run. A rate limit or a busy server affects all photos, so the client must not wait for it
 * in one call. It throws at once, and the run pauses.
 */
export const WITHOUT_WAITING = { maxRetryAfterMs: 0 }

const HEALTH_TIMEOUT_MS = 5000

/** Checks that results can be written, and removes partial files that dead processes left behind. */
export async function prepareFolders(folders: readonly string[]): Promise<void> {
  await checkWritable(folders)
  for (const folder of folders) await removeLeftovers(folder)
}

/**
 * Does the work for each photo, a few at a time, within the rate limit and the credits. It waits for a server that is busy
 * or unreachable, and stops if every photo would fail for the same reason.
 */
export function runPhotos<Item, Result>(run: PhotosRun<Item, Result>): Promise<Batch<Result>> {
  const { client, settings, createWorker } = run
  const { concurrency, maxCredits, giveUp, maxPauseMs = MAX_PAUSE_MS, clock = systemClock } = settings
  const gate = createPauseGate(clock, run.onPause)
  const pacing = () => createRequestPacing({ clock, gate, low: 2 * concurrency, maxPauseMs })
  const tools: RunTools = {
    budget: createCreditBudget(maxCredits),
    pacing: { upload: pacing(), work: pacing() },
    sentKeys: createSentKeys(),
    signal: giveUp,
  }
  const isServerUp = async () => {
    const health = client.service.health({ signal: giveUp, maxRetries: 0, timeoutMs: HEALTH_TIMEOUT_MS })
    return health.then(
      () => true,
      () => false,
    )
  }
  return runBatch({
    ...run,
    settings: { ...settings, maxPauseMs, clock },
    gate,
    isServerUp,
    work: createWorker(tools),
  })
}

/** Keeps a run within its credits, also while several photos are active. */
interface CreditBudget {
  /**
   * Reserves the price of one photo. Later attempts of the same photo reserve nothing more.
   *
   * @throws PlatelightError `max_credits` when the price exceeds the limit. The photo must not be sent then.
   */
  reserve(key: string, price: number): void
  /** Replaces the reservation with the actual cost of the photo. A cost of 0 removes the reservation. */
  settle(key: string, credits: number): void
  /**
   * Records a failed request. A refused request costs nothing, and neither does one that was never sent. After a lost
   * connection the price stays reserved, because the server may have done the work.
   */
  fail(key: string, error: unknown, isSent: boolean): void
}

/** @param maxCredits how many credits the whole run may cost; undefined for no limit */
function createCreditBudget(maxCredits: number | undefined): CreditBudget {
  const committed = new Map<string, number>()
  let sum = 0
  const settle = (key: string, credits: number) => {
    sum += credits - (committed.get(key) ?? 0)
    if (credits === 0) committed.delete(key)
    else committed.set(key, credits)
  }
  return {
    reserve(key, price) {
      if (committed.has(key)) return
      if (maxCredits !== undefined && sum + price > maxCredits) {
        throw new PlatelightError('max_credits', `The limit of ${maxCredits} credits is reached.`)
      }
      settle(key, price)
    },
    settle,
    fail(key, error, isSent) {
      const isRefused = error instanceof APIError && error.code !== 'idempotency_in_flight'
      if (isRefused || !isSent) settle(key, 0)
    },
  }
}

/** Remembers which Idempotency-Keys this run has sent, to distinguish its own costs from those of earlier runs. */
interface SentKeys {
  has(key: string): boolean
  /**
   * Records that a request with this key is sent.
   *
   * @returns a function that gives the cost of the response for this run. It is 0 if the response is stored from an earlier
   *   run, or if this run has counted it already.
   */
  add(key: string): (meta: Meta, creditsUsed: number) => number
}

function createSentKeys(): SentKeys {
  const sent = new Set<string>()
  const counted = new Set<string>()
  return {
    has: (key) => sent.has(key),
    add(key) {
      const isNew = !sent.has(key)
      sent.add(key)
      return (meta, creditsUsed) => {
        // If this run sent the key before, a replayed response replaces one that was lost on its way, so it counts.
        const isKept = meta.replayed && (counted.has(key) || (isNew && meta.attempts === 1))
        counted.add(key)
        return isKept ? 0 : creditsUsed
      }
    },
  }
}
