import { statfs } from 'node:fs/promises'
import type { Platelight } from '../../client/platelight.ts'
import { removeLeftovers } from '../../files/temporary-files.ts'
import { PlatelightError } from '../../transport/sdk-errors.ts'
import { errorRecordOf, type Stop, systemCode } from '../engine/failure-verdict.ts'
import { mergeSignals } from '../engine/merged-signal.ts'
import { runPhotos } from '../engine/run-photos.ts'
import { type BatchEvent, type FileEvent, SCHEMA_VERSION, type Stage } from '../folder-events.ts'
import { type Ledger, memoryLedger, openLedger } from '../ledger/run-ledger.ts'
import { checkWritable } from '../outputs/writable-folders.ts'
import { pricesOf } from './estimate-folder.ts'
import type { FolderSettings } from './folder-options.ts'
import { type FolderReport, folderReport } from './folder-report.ts'
import { ledgerNameOf } from './pending-outputs.ts'
import type { PhotoItem } from './photo-items.ts'
import { createPhotoWorker } from './photo-worker.ts'
import { type FolderScan, isPayable, ledgerPath } from './scan-folder.ts'

/** Runs the plan while it holds the locks of its ledgers. */
export async function runFolder(client: Platelight, scan: FolderScan, given: FolderSettings): Promise<FolderReport> {
  const settings = { ...given, giveUp: mergeSignals(given.giveUp) }
  const listener = createListener(settings.onEvent)
  const isIdle = scan.plan.due === 0
  const { items, folders } = scan.outputs
  if (!isIdle) await checkWritable(folders)

  const ledgers = await openLedgers(isIdle ? [] : items, settings)
  try {
    if (ledgers.size > 0) for (const folder of folders) await removeLeftovers(folder)
    const report = await run(client, scan, settings, ledgers, listener)
    listener.rethrow()
    return report
  } finally {
    for (const ledger of ledgers.values()) await ledger.close()
  }
}

async function run(
  client: Platelight,
  { outputs: { items }, photos, plan }: FolderScan,
  settings: FolderSettings,
  ledgers: ReadonlyMap<string, Ledger>,
  { emit, failed }: Listener,
): Promise<FolderReport> {
  const { preset, giveUp } = settings
  const signal = mergeSignals(settings.signal, failed)
  const isIdle = plan.due === 0 || signal.aborted || giveUp.aborted
  const prices = await pricesOf(client, isIdle ? [] : photos, giveUp)
  const { out } = plan
  const { available } = prices.quote
  if (available !== null) {
    const quantity = photos.filter(isPayable).length
    emit({ schemaVersion: SCHEMA_VERSION, type: 'quote', photos: quantity, ...prices.quote, available })
  }
  emit({ schemaVersion: SCHEMA_VERSION, type: 'start', total: plan.photos, due: plan.due, preset, out })

  const progress = ({ name: file }: PhotoItem, stage: Stage, percent: number) =>
    emit({ schemaVersion: SCHEMA_VERSION, type: 'progress', file, stage, percent })
  const disk = createFullDiskReport()
  const unsaved = memoryLedger()
  const ledgerOf = (item: PhotoItem) => ledgers.get(ledgerPath(item, settings) ?? '') ?? unsaved
  let creditsUsed = 0
  const batch = await runPhotos<PhotoItem, FileEvent>({
    client,
    items,
    settings: { ...settings, signal },
    onPause: emit,
    onSettled: emit,
    onRequeued: (item) => progress(item, 'waiting', 0),
    onStopped: ({ reason, error }) =>
      emit({
        schemaVersion: SCHEMA_VERSION,
        type: 'stopped',
        reason,
        ...(error !== undefined && { error: errorRecordOf(error) }),
      }),
    createWorker: (tools) =>
      createPhotoWorker(
        {
          client,
          settings,
          ledgerOf,
          priceOf: prices.of,
          onProgress: progress,
          onSpent: (credits) => {
            creditsUsed += credits
          },
          onSaved: disk.saved,
        },
        tools,
      ),
    async fail(item, error) {
      const ledger = ledgerOf(item)
      const record = errorRecordOf(error)
      // The failure is reported in any case, so the run continues even if the ledger cannot be written.
      await ledger.append({ type: 'failed', file: ledgerNameOf(item, ledger), ...record }).catch(() => undefined)
      const { name: file } = item
      return { schemaVersion: SCHEMA_VERSION, type: 'file', file, status: 'failed', outputs: [], error: record }
    },
  })
  const failures = batch.results.filter(({ status }) => status === 'failed').length
  const stop =
    batch.stop &&
    (await disk.explain(
      batch.stop,
      batch.remaining + failures,
      items[0]?.parts.flatMap(({ targets }) => targets).length ?? 1,
      out,
    ))
  const report = folderReport({ ...batch, stop }, plan, creditsUsed)
  emit(report.summary)
  return report
}

/** Opens one ledger per results folder. */
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
  /** Aborts when the listener throws. */
  readonly failed: AbortSignal
  rethrow(): void
}

/** Catches an error of the listener, so that active photos can finish first. `rethrow` throws it then. */
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

/** Estimates how much disk space is missing when a disk is full, from the average size of the results saved so far. */
function createFullDiskReport() {
  let results = 0
  let sizeBytes = 0
  return {
    saved(bytes: number): void {
      results++
      sizeBytes += bytes
    },

    /**
     * Adds the free and the needed space to the error if a full disk stopped the run.
     *
     * @param photos how many photos are left
     * @param formats how many results each photo has
     * @param folder where results are written; null if unknown
     */
    async explain(stop: Stop, photos: number, formats: number, folder: string | null): Promise<Stop> {
      const { error } = stop
      if (!(error instanceof PlatelightError) || !['ENOSPC', 'EDQUOT'].includes(systemCode(error))) return stop
      const free = folder === null ? null : await statfs(folder).catch(() => null)
      const needed = results > 0 ? (sizeBytes / results) * formats * photos : null
      const message = [
        'The disk is full',
        free ? `: ${inMegabytes(free.bavail * free.bsize)} are free` : '',
        needed === null ? '' : `, and about ${inMegabytes(needed)} are needed for the ${photos} photos that are left`,
        `. ${error.message}`,
      ].join('')
      return { ...stop, error: new PlatelightError(error.code, message, { cause: error }) }
    },
  }
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`
