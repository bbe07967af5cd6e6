import type { Warning } from '../generated/schema.d.ts'
import { FORMATS } from '../generated/sdk-enums.ts'

/** Version of the event schema. It changes with every incompatible change. */
export const SCHEMA_VERSION = 2

export { FORMATS }

/** A format as it appears in file names. `original` becomes `full`: it is the enhanced photo without a crop, not the original. */
export const formatInNames = (format: Format): string => (format === 'original' ? 'full' : format)
export type Format = (typeof FORMATS)[number]

/** What to do if a result already exists. */
export const ON_EXISTING = ['skip', 'overwrite', 'rename'] as const
export type OnExisting = (typeof ON_EXISTING)[number]

/** A file on disk that holds one format of a photo. `path` is absolute. */
export interface Output {
  readonly format: Format
  /** The slot that the file fits, such as `ubereats.item`. Its format is `original` then. */
  readonly platform?: string
  readonly path: string
}

/** Sorts outputs in the order of `FORMATS`. */
export const inOrder = <T extends Output>(outputs: readonly T[]): T[] =>
  [...outputs].sort((a, b) => FORMATS.indexOf(a.format) - FORMATS.indexOf(b.format))

/** An error in an event: a stable code, a message, and the HTTP status if the server answered. */
export interface ErrorRecord {
  readonly code: string
  readonly message: string
  readonly status?: number
}

/** A file that is no photo. */
export interface LeftOut {
  readonly file: string
  /** What it is; `picture` for one in a format that the server does not read. */
  readonly kind: 'raw' | 'picture' | 'video' | 'document' | 'empty' | 'unreadable' | 'other'
}

interface Versioned {
  readonly schemaVersion: typeof SCHEMA_VERSION
}

/** The outcome of one photo. `file` is its name as given; a skipped photo lists its existing results. */
export interface FileEvent extends Versioned {
  readonly type: 'file'
  readonly file: string
  readonly status: 'done' | 'failed' | 'skipped'
  readonly outputs: readonly Output[]
  /** Credits that this run paid for the photo; 0 if an earlier run had paid. Only for `done`. */
  readonly credits?: number
  /** Id of the photo on the server. Only for `done`. */
  readonly photo?: string
  readonly warnings?: readonly Warning[]
  readonly error?: ErrorRecord
}

/** The stage a photo has reached. */
export type Stage = 'reading' | 'uploading' | 'enhancing' | 'saving' | 'waiting'

/** Progress of one photo. `percent` counts steps, not bytes. It never decreases, except when the photo waits for a retry. */
export interface ProgressEvent extends Versioned {
  readonly type: 'progress'
  readonly file: string
  readonly stage: Stage
  readonly percent: number
}

/** The server's price, before the first photo is sent. Absent if no photo is due. */
export interface QuoteEvent extends Versioned {
  readonly type: 'quote'
  /** Photos that will be paid for. */
  readonly photos: number
  /** Their price in credits. Photos with equal content count once, and files that are not pictures are free. */
  readonly credits: number
  /** Credits per photo, or of the most expensive one if prices differ. */
  readonly creditsEach: number
  readonly available: number
  readonly affordable: boolean
}

/** The run starts. `total` photos were found, `due` of them lack a result. */
export interface StartEvent extends Versioned {
  readonly type: 'start'
  readonly total: number
  readonly due: number
  readonly preset: string
  /** The common folder of all results, absolute; null if there are no results. */
  readonly out: string | null
}

/** Why a run pauses. */
export type PauseReason = 'rate_limit' | 'unavailable' | 'unreachable'

/** Nothing is sent until `resumesAt` (ISO 8601), because the rate limit is used up or the server is busy or unreachable. */
export interface PausedEvent extends Versioned {
  readonly type: 'paused'
  readonly reason: PauseReason
  readonly resumesAt: string
}

export interface ResumedEvent extends Versioned {
  readonly type: 'resumed'
}

/** Why a run stopped early. */
export type StopReason =
  | 'interrupted'
  | 'credits'
  | 'max_credits'
  | 'auth'
  | 'rate_limit'
  | 'unreachable'
  | 'unavailable'
  | 'output'

/** No further photo is started. Photos in progress are still finished. */
export interface StoppedEvent extends Versioned {
  readonly type: 'stopped'
  readonly reason: StopReason
  readonly error?: ErrorRecord
}

/** The last event of a run. */
export interface Summary extends Versioned {
  readonly type: 'summary'
  readonly done: number
  readonly failed: number
  readonly skipped: number
  /** Credits that this run paid, according to the responses it received. */
  readonly creditsUsed: number
  /** The common folder of all results, absolute; null if there are no results. */
  readonly out: string | null
  /** The files that are no photos. Absent if there are none. */
  readonly leftOut?: readonly LeftOut[]
  readonly stopped?: StopReason
  /** How many photos are left after an early stop. */
  readonly remaining?: number
  /** How many of these were started but not finished. */
  readonly unfinished?: number
  /** The error that stopped the run. */
  readonly error?: ErrorRecord
}

/** The events of a run. Every event has `schemaVersion`. Readers should ignore unknown types. */
export type BatchEvent =
  | QuoteEvent
  | StartEvent
  | ProgressEvent
  | FileEvent
  | PausedEvent
  | ResumedEvent
  | StoppedEvent
  | Summary
