import { errorRecordOf } from '../engine/failure-verdict.ts'
import type { Batch } from '../engine/photo-batch.ts'
import {
  type ErrorRecord,
  type FileEvent,
  type LeftOut,
  type Output,
  SCHEMA_VERSION,
  type StopReason,
  type Summary,
} from '../folder-events.ts'
import type { Uncharged } from '../scan/uncharged-photos.ts'

/** The file of one format of a photo, existing or planned. A planned JPEG may become a PNG if the photo has transparency. */
export interface PlannedOutput extends Output {
  readonly exists: boolean
}

/** What a run would do for one photo. */
export interface PlannedFile {
  readonly file: string
  /** Whether a result is missing. */
  readonly due: boolean
  readonly preset: string
  readonly outputs: readonly PlannedOutput[]
}

/** What is known about a run before anything is sent. It needs no server. */
export interface FolderPlan {
  /** How many photos were found. */
  readonly photos: number
  /** How many photos lack a result. A run would work on these. */
  readonly due: number
  readonly perFile: readonly PlannedFile[]
  /** The common folder of all results, absolute; null if there are no results. */
  readonly out: string | null
  /** The top folders of the results, absolute. More than one only if inputs are scattered and no `outDir` was given. */
  readonly roots: readonly string[]
  /** Every folder that the run writes to, absolute. */
  readonly folders: readonly string[]
  /** The files of the input folders that are no photos, and what they are. */
  readonly leftOut: readonly LeftOut[]
  /** Sentences about what was left out, such as raw files, subfolders or results of earlier runs. */
  readonly notes: readonly string[]
}

/** What a run would cost. A quote spends nothing. */
export interface FolderQuote extends FolderPlan {
  /** Credits that will be charged. Photos with equal content count once; paid photos and files that are not pictures are free. */
  readonly credits: number
  /** Credits per photo, or of the most expensive one if prices differ; 0 if nothing is due. */
  readonly creditsEach: number
  /** The balance in credits; null if nothing is due, because then no request is sent. */
  readonly available: number | null
  readonly affordable: boolean
  /** `free` says why a due photo costs 0: it was `paid` before, is a `duplicate`, or is `refused` as an unsupported picture. */
  readonly perFile: readonly (PlannedFile & { readonly credits: number; readonly free?: 'paid' | Uncharged })[]
}

/** The outcome of a run. `files` has every finished photo, in input order. */
export interface FolderReport {
  readonly done: readonly FileEvent[]
  readonly failed: readonly (FileEvent & { readonly error: ErrorRecord })[]
  readonly skipped: readonly FileEvent[]
  readonly files: readonly FileEvent[]
  /** Why the run stopped early; absent if it did not. The same call continues it. */
  readonly stopped?: StopReason
  /** The error that stopped the run. */
  readonly cause?: unknown
  /** How many photos were not started or were abandoned. */
  readonly remaining: number
  /** Credits that this run paid, according to the responses it received. */
  readonly creditsUsed: number
  readonly out: string | null
  readonly roots: readonly string[]
  readonly leftOut: readonly LeftOut[]
  readonly notes: readonly string[]
  /** The last event of the run. */
  readonly summary: Summary
}

/** Builds the report of a run. */
export function folderReport(
  { results: files, stop, remaining, unfinished }: Batch<FileEvent>,
  { out, roots, leftOut, notes }: FolderPlan,
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
    ...(leftOut.length > 0 && { leftOut }),
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
    leftOut,
    notes,
    summary,
  }
}
