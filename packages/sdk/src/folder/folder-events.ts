import { FORMATS } from '../generated/sdk-enums.ts'

/** Version of the shape of everything below; it changes when a reader would have to. */
export const SCHEMA_VERSION = 1

export { FORMATS }

/** A format as it stands in names of files: `original` is the whole photo enhanced, and not the photo as it was. */
export const formatInNames = (format: Format): string => (format === 'original' ? 'full' : format)
export type Format = (typeof FORMATS)[number]

/** What is done where a result is there already. */
export const ON_EXISTING = ['skip', 'overwrite', 'rename'] as const
export type OnExisting = (typeof ON_EXISTING)[number]

/** A file on disk that holds one format of a photo. `path` is absolute. */
export interface Output {
  readonly format: Format
  readonly path: string
}

/** In the order of `FORMATS`. */
export const inOrder = <T extends Output>(outputs: readonly T[]): T[] =>
  [...outputs].sort((a, b) => FORMATS.indexOf(a.format) - FORMATS.indexOf(b.format))

/** An error as it stands in an event: a stable code and a sentence, and the status where the server answered. */
export interface ErrorRecord {
  readonly code: string
  readonly message: string
  readonly status?: number
}

interface Versioned {
  readonly schemaVersion: typeof SCHEMA_VERSION
}

/** What became of one photo. `file` is its name as it was given; a skipped one lists what was there. */
export interface FileEvent extends Versioned {
  readonly type: 'file'
  readonly file: string
  readonly status: 'done' | 'failed' | 'skipped'
  readonly outputs: readonly Output[]
  /** Credits this run paid for the photo; 0 where an earlier run had paid. Only when it is done. */
  readonly credits?: number
  /** Id of the photo on the server. Only when it is done. */
  readonly photo?: string
  readonly warnings?: readonly string[]
  readonly error?: ErrorRecord
}

/** Where a photo is on its way. */
export type Stage = 'reading' | 'uploading' | 'enhancing' | 'saving' | 'waiting'

/** Where one photo is. `percent` counts steps, not bytes: it never goes back, except while it waits to be tried again. */
export interface ProgressEvent extends Versioned {
  readonly type: 'progress'
  readonly file: string
  readonly stage: Stage
  readonly percent: number
}

/** The server's price, before the first photo is sent. Left out if nothing is to be done. */
export interface QuoteEvent extends Versioned {
  readonly type: 'quote'
  /** Photos that will be paid for. */
  readonly photos: number
  /** What they cost: photos with equal content are paid for once, and files that are not pictures are free. */
  readonly credits: number
  /** Of the dearest photo, where they differ. */
  readonly creditsEach: number
  readonly available: number
  readonly affordable: boolean
}

/** The run begins. `total` photos were found, `due` of them lack a result. */
export interface StartEvent extends Versioned {
  readonly type: 'start'
  readonly total: number
  readonly due: number
  readonly preset: string
  /** The place that holds all results, absolute; null where there are none. */
  readonly out: string | null
}

/** Why nothing is sent for a while. */
export type PauseReason = 'rate_limit' | 'unavailable' | 'unreachable'

/** Nothing is sent until `resumesAt`, ISO 8601: the rate limit is used up, or the server is busy or away. */
export interface PausedEvent extends Versioned {
  readonly type: 'paused'
  readonly reason: PauseReason
  readonly resumesAt: string
}

export interface ResumedEvent extends Versioned {
  readonly type: 'resumed'
}

/** Why a run ended before its last photo. */
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
  /** Credits this run paid, as far as the server answered. */
  readonly creditsUsed: number
  /** The place that holds all results, absolute; null where there are none. */
  readonly out: string | null
  readonly stopped?: StopReason
  /** How many photos are left because the run stopped. */
  readonly remaining?: number
  /** How many of these were begun and given up before their end. */
  readonly unfinished?: number
  /** What stopped it. */
  readonly error?: ErrorRecord
}

/** What a run tells while it goes on. Every event has `schemaVersion`; a reader leaves out types it does not know. */
export type BatchEvent =
  | QuoteEvent
  | StartEvent
  | ProgressEvent
  | FileEvent
  | PausedEvent
  | ResumedEvent
  | StoppedEvent
  | Summary
