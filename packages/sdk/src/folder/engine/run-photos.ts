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
