import type { Platelight } from '../../client/platelight.ts'
import { removeLeftovers } from '../../files/temporary-files.ts'
import { systemClock } from '../../transport/sdk-clock.ts'
import type { PausedEvent, ResumedEvent } from '../folder-events.ts'
import { checkWritable } from '../outputs/writable-folders.ts'
import { type CreditBudget, createCreditBudget } from './credit-budget.ts'
import { createPauseGate } from './pause-gate.ts'
import { type Batch, type BatchOptions, type BatchSettings, runBatch } from './photo-batch.ts'
import { createRequestPacing, type RequestPacing } from './request-pacing.ts'
import { createSentKeys, type SentKeys } from './sent-keys.ts'

/** How a run goes on. */
export interface RunSettings
  extends Omit<BatchSettings, 'maxPauseMs' | 'clock'>,
    Partial<Pick<BatchSettings, 'maxPauseMs' | 'clock'>> {
  /** Credits the whole run may cost. */
  readonly maxCredits: number | undefined
}

/** The longest wait in one go for a server that is busy or away. */
const MAX_PAUSE_MS = 120_000

/** What the work on one photo shares with that on the others. */
export interface RunTools {
  readonly budget: CreditBudget
  /** Of uploads and of the calls that do the work: the server counts them apart. */
  readonly pacing: { readonly upload: RequestPacing; readonly work: RequestPacing }
  readonly sentKeys: SentKeys
  /** Aborts when active photos are to be given up. */
  readonly signal: AbortSignal
}

export interface PhotosRun<Item, Result>
  extends Pick<BatchOptions<Item, Result>, 'items' | 'fail' | 'onSettled' | 'onRequeued' | 'onStopped'> {
  readonly client: Pick<Platelight, 'service'>
  readonly settings: RunSettings
  readonly onPause: (event: PausedEvent | ResumedEvent) => void
  /** Makes what does everything for one photo, or throws why it cannot be done. */
  readonly createWorker: (tools: RunTools) => (item: Item) => Promise<Result>
}

/**
 * A rate limit or a busy server concerns all photos, so the client hands it to the run instead of waiting by itself: give
 * this to every call of the work.
 */
export const WITHOUT_WAITING = { maxRetryAfterMs: 0 }

const HEALTH_TIMEOUT_MS = 5000

/** Makes sure that results can be written, and removes what dead processes left half-written. */
export async function prepareFolders(folders: readonly string[]): Promise<void> {
  await checkWritable(folders)
  for (const folder of folders) await removeLeftovers(folder)
}

/**
 * Does the work for each photo, a few at a time, within the rate limit and the credits. It waits for a server that is busy
 * or away, and stops where every photo would fail for the same reason.
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
