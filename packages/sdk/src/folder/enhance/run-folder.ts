import type { Platelight } from '../../client/platelight.ts'
import { removeLeftovers } from '../../files/temporary-files.ts'
import { createCreditBudget } from '../engine/credit-budget.ts'
import { createFullDiskReport } from '../engine/full-disk.ts'
import { mergeSignals } from '../engine/merged-signal.ts'
import { createPauseGate } from '../engine/pause-gate.ts'
import { runBatch } from '../engine/photo-batch.ts'
import { createRequestPacing } from '../engine/request-pacing.ts'
import { type BatchEvent, SCHEMA_VERSION } from '../folder-events.ts'
import { type Ledger, memoryLedger, openLedger } from '../ledger/run-ledger.ts'
import type { PhotoItem } from '../outputs/output-paths.ts'
import { ledgerNameOf } from '../outputs/pending-outputs.ts'
import { checkWritable } from '../outputs/writable-folders.ts'
import { pricesOf } from './estimate-folder.ts'
import type { FolderSettings } from './folder-options.ts'
import { type FolderReport, reportOf } from './folder-report.ts'
import { createPhotoWorker } from './photo-worker.ts'
import { type FolderScan, isPayable, ledgerPath } from './scan-folder.ts'

/** Does what was planned, under the locks of its ledgers. */
export async function runFolder(client: Platelight, seen: FolderScan, given: FolderSettings): Promise<FolderReport> {
  const settings = { ...given, giveUp: mergeSignals(given.giveUp) }
  const listener = createListener(settings.onEvent)
  const dueItems = seen.items.filter(({ due }) => due)
  if (dueItems.length > 0) await checkWritable(seen.plan.folders)

  const ledgers = await openLedgers(dueItems.length > 0 ? seen.plan.items : [], settings)
  try {
    if (ledgers.size > 0) for (const folder of seen.plan.folders) await removeLeftovers(folder)
    const report = await run(client, seen, settings, ledgers, listener)
    listener.rethrow()
    return report
  } finally {
    for (const ledger of ledgers.values()) await ledger.close()
  }
}

async function run(
  client: Platelight,
  { plan, items, told }: FolderScan,
  settings: FolderSettings,
  ledgers: ReadonlyMap<string, Ledger>,
  { emit, failed }: Listener,
): Promise<FolderReport> {
  const { wish, clock, concurrency, maxPauseMs, maxCredits, giveUp } = settings
  const signal = mergeSignals(settings.signal, failed)
  const isIdle = told.due === 0 || signal.aborted || giveUp.aborted
  const photos = items.filter(isPayable).length
  const prices = await pricesOf(client, isIdle ? [] : items, giveUp)
  const { out } = told
  const { available } = prices.quote
  if (available !== null) emit({ schemaVersion: SCHEMA_VERSION, type: 'quote', photos, ...prices.quote, available })
  emit({ schemaVersion: SCHEMA_VERSION, type: 'start', total: told.photos, due: told.due, preset: wish.preset, out })

  const gate = createPauseGate(clock, emit)
  const pace = () => createRequestPacing({ clock, gate, low: 2 * concurrency, maxPauseMs })
  const space = createFullDiskReport()
  const forgetful = memoryLedger()
  const ledgerOf = (item: PhotoItem) => ledgers.get(ledgerPath(item, settings) ?? '') ?? forgetful
  let creditsUsed = 0
  const batch = await runBatch({
    items: plan.items,
    settings: { ...settings, signal },
    gate,
    emit,
    isUp: () => {
      const asked = client.service.health({ signal: giveUp, maxRetries: 0, timeoutMs: 5000 })
      return asked.then(
        () => true,
        () => false,
      )
    },
    worker: createPhotoWorker({
      client,
      settings,
      ledgerOf,
      budget: createCreditBudget(maxCredits),
      priceOf: prices.of,
      paces: { upload: pace(), enhance: pace() },
      signal: giveUp,
      onSpent: (credits) => {
        creditsUsed += credits
      },
      onSaved: space.saved,
    }),
    onFailed: async (item, error) => {
      const ledger = ledgerOf(item)
      // What went wrong is told anyway; not even a full disk makes it worse.
      await ledger.append({ type: 'failed', file: ledgerNameOf(item, ledger), ...error }).catch(() => undefined)
    },
  })
  const explained = await space.explain(batch, wish.formats.length, out)
  const report = reportOf(explained, told, creditsUsed)
  emit(report.summary)
  return report
}

/** One ledger for each place where results are written down. */
async function openLedgers(items: readonly PhotoItem[], settings: FolderSettings): Promise<Map<string, Ledger>> {
  const opened = new Map<string, Ledger>()
  try {
    for (const path of new Set(items.map((item) => ledgerPath(item, settings)))) {
      if (path !== null) opened.set(path, await openLedger(path, settings.fresh))
    }
    return opened
  } catch (error) {
    for (const ledger of opened.values()) await ledger.close()
    throw error
  }
}

interface Listener {
  readonly emit: (event: BatchEvent) => void
  /** Aborts when the listener has thrown. */
  readonly failed: AbortSignal
  rethrow(): void
}

/** Keeps what a listener throws out of the work: photos under way are finished, and then it is thrown. */
function createListener(onEvent: (event: BatchEvent) => void): Listener {
  const failed = new AbortController()
  let thrown: { readonly error: unknown } | undefined
  return {
    failed: failed.signal,
    emit(event) {
      if (thrown) return
      try {
        onEvent(event)
      } catch (error) {
        thrown = { error }
        failed.abort()
      }
    },
    rethrow() {
      if (thrown) throw thrown.error
    },
  }
}
