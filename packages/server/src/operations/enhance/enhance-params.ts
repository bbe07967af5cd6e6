import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { ImageShot } from '@platelight/imaging/framing/shot-sizes.ts'
import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Correction } from '@platelight/imaging/tone/select-corrections.ts'
import type { Schemas } from '../../contract/index.ts'
import type { PartialStep } from '../instructions/edit-step.ts'
import type { InventedPart } from '../synthesis/invention.ts'

/** What an enhancement can be limited to: a correction, or a darker background. */
export type Enhancement = Correction | 'background'

/** The part of a photo that an enhancement changes. */
export interface Scope {
  /**
   * The only corrections to apply. Without it, all corrections of the preset, none of which changes the background alone.
   */
  readonly only?: readonly Enhancement[]
  /** The only layer to change. Without it, the whole picture. */
  readonly area?: LayerId
  /** What the words of a form say to change besides. */
  readonly steps?: readonly PartialStep[]
}

/** The parameters into which every channel translates a request for an enhancement. */
export interface EnhanceParams extends Scope, InventedPart {
  readonly image_url: string
  /** A preset or a style. */
  readonly preset: string
  readonly formats: readonly ImageShot[]
  /** Brings the long side of each output to 3840 pixels. */
  readonly upscale: boolean
  /** Brings the long side of each output to exactly this many pixels. `upscale` then has no effect. */
  readonly longSide?: number
  /** The use of the photo, which changes the style slightly. */
  readonly goal?: Schemas['Goal']
  /** Whether the network adds detail when a photo is enlarged. The operator must have chosen that; it may cost extra. */
  readonly detail?: 'charged' | 'included'
  /** Cuts the dish out of every shot. */
  readonly removeBackground?: boolean
  /** JPEG by default, PNG if there is transparency. */
  readonly format?: OutputFormat
  readonly subject?: SubjectHint
}
