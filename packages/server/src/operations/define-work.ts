import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import type { Networks } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import type { Warning } from '../base/warning-codes.ts'
import type { Schemas } from '../contract/index.ts'
import type { Size } from './picture-size.ts'
import type { Films } from './reel/films-port.ts'

/** How far a result is from the photo. `preview` is a marked placeholder: no real result was created. */
export type Faithfulness = Schemas['Faithfulness']

/** A finished file, still in memory: a picture, a film, a PDF. */
export interface OutputFile {
  /** Key among the outputs of the run: square, portrait … */
  readonly name: string
  readonly bytes: Uint8Array
  readonly mime: string
  readonly extension: string
}

export interface OutputImage extends OutputFile, Size {}

/** A finished text. */
export interface OutputText {
  readonly name: string
  readonly text: string
}

export type Output = OutputImage | OutputFile | OutputText

/** What the work found and did, apart from its outputs. It is stored with the run. */
export interface Outcome {
  readonly engine: string
  readonly faithfulness: Faithfulness
  readonly warnings: readonly Warning[]
  readonly recipe: unknown
  /** Whether it left the picture as it was, which costs nothing. */
  readonly isFree?: boolean
  /** Fields that only the reply of this operation has, in the form of the reply. */
  readonly details?: unknown
}

/** The result of work. Most work creates pictures; other work declares its kind of output. */
export interface WorkResult<Made extends Output = OutputImage> extends Outcome {
  readonly outputs: readonly Made[]
}

/** What all work can use. */
export interface WorkContext {
  readonly limits: ImageLimits
  readonly networks: Networks
  /** Undefined where nothing makes films. */
  readonly films?: Films
  /** Called from time to time with the progress of the work, if anybody listens. */
  readonly report?: ReportProgress
}

/** The progress of work: `current` of `total`, and a sentence about it. */
export interface ProgressReport {
  readonly current: number
  readonly total: number
  readonly status: string
  /** Answers of networks so far. A report with this number is a sign of life within a stage, and nothing to show. */
  readonly answers?: number
}

export type ReportProgress = (progress: ProgressReport) => void

/** For work whose reply has no fields of its own. */
export type NoDetails = Readonly<Record<never, never>>

/**
 * The work of an operation, performed in a worker thread.
 *
 * @param inputs the pictures that the operation names as its sources; none if it has none
 */
export type Work<Params, Details = NoDetails, Made extends Output = OutputImage> = (
  inputs: readonly Uint8Array[],
  params: Params,
  context: WorkContext,
) => Promise<WorkResult<Made> & (NoDetails extends Details ? unknown : { readonly details: Details })>

/** The result of an operation on pixels that it neither opens nor writes. */
export interface StepResult extends Omit<Outcome, 'details'> {
  readonly pixels: Pixels
}

/**
 * The work of an operation between decoding and encoding, so that several operations can follow one another on one picture.
 * The pixels may be changed in place.
 */
export type Step<Params> = (pixels: Pixels, params: Params, context: WorkContext) => Promise<StepResult>
