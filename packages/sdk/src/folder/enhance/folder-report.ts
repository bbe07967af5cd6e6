import { errorRecordOf } from '../engine/error-record.ts'
import type { Batch } from '../engine/photo-batch.ts'
import {
  type ErrorRecord,
  type FileEvent,
  type Output,
  SCHEMA_VERSION,
  type StopReason,
  type Summary,
} from '../folder-events.ts'
import type { Uncharged } from '../scan/uncharged-photos.ts'

/** Where one format of a photo is, or will be: as a PNG instead of a JPEG where something is transparent. */
export interface PlannedOutput extends Output {
  readonly exists: boolean
}

/** What a run means for one photo. */
export interface PlannedFile {
  readonly file: string
  /** Whether a result is missing. */
  readonly due: boolean
  readonly preset: string
  readonly outputs: readonly PlannedOutput[]
}

/** What is known of a run before anything is sent. Made without a server. */
export interface FolderPlan {
  /** Photos found. */
  readonly photos: number
  /** Photos that lack a result: what a run would work on. */
  readonly due: number
  readonly perFile: readonly PlannedFile[]
  /** The place that holds all results, absolute; null where there are none. */
  readonly out: string | null
  /** The folders a user will look into, absolute: one, unless inputs are scattered and no `outDir` was given. */
  readonly roots: readonly string[]
  /** Every folder that is written to, absolute. */
  readonly folders: readonly string[]
  /** Sentences about what was left out, such as folders below or results of earlier runs. */
  readonly notes: readonly string[]
}

/** What a run would cost. Asking spends nothing. */
export interface FolderQuote extends FolderPlan {
  /** What will be charged: photos with equal content once, and neither photos that were paid before nor files that are not pictures. */
  readonly credits: number
  /** Credits one photo costs, or the dearest where they differ; 0 where nothing is due. */
  readonly creditsEach: number
  /** Credits there are; null where nothing is due, because then the server is not asked. */
  readonly available: number | null
  readonly affordable: boolean
  /** `free` says why a photo that is due costs 0: `paid` before, `duplicate` of another, or `refused`, being no picture that is taken. */
  readonly perFile: readonly (PlannedFile & { readonly credits: number; readonly free?: 'paid' | Uncharged })[]
}

/** How a run went. `files` has every photo that was done, in their order. */
export interface FolderReport {
  readonly done: readonly FileEvent[]
  readonly failed: readonly (FileEvent & { readonly error: ErrorRecord })[]
  readonly skipped: readonly FileEvent[]
  readonly files: readonly FileEvent[]
  /** Why it ended before the last photo; absent when it did not. The same call again goes on. */
  readonly stopped?: StopReason
  /** What stopped it, as it was thrown. */
  readonly cause?: unknown
  /** Photos that were not begun, or given up. */
  readonly remaining: number
  /** Credits this run paid, as far as the server answered. */
  readonly creditsUsed: number
  readonly out: string | null
  readonly roots: readonly string[]
  readonly notes: readonly string[]
  /** The last event. */
  readonly summary: Summary
}

/** Sums a run up. */
export function folderReport(
  { results: files, stop, remaining, unfinished }: Batch<FileEvent>,
  { out, roots, notes }: FolderPlan,
  creditsUsed: number,
): FolderReport {
  const only = (status: FileEvent['status']) => files.filter((file) => file.status === status)
  const [done, failed, skipped] = [only('done'), only('failed'), only('skipped')]
  const summary: Summary = {
    schemaVersion: SCHEMA_VERSION,
    type: 'summary',
    done: done.length,
    failed: failed.length,
    skipped: skipped.length,
    creditsUsed,
    out,
    ...(stop && { stopped: stop.reason, remaining, ...(unfinished > 0 && { unfinished }) }),
    ...(stop?.error !== undefined && { error: errorRecordOf(stop.error) }),
  }
  return {
    done,
    failed: failed.map((file) => ({ ...file, error: file.error ?? errorRecordOf(undefined) })),
    skipped,
    files,
    ...(stop && { stopped: stop.reason, cause: stop.error }),
    remaining,
    creditsUsed,
    out,
    roots,
    notes,
    summary,
  }
}
