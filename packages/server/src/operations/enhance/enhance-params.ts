import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { ImageShot } from '@platelight/imaging/framing/shot-sizes.ts'
import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { Correction } from '@platelight/imaging/tone/select-corrections.ts'
import type { Schemas } from '../../contract/index.ts'

/** What an enhancement can be limited to: a correction, or setting the dish off from its background. */
export type Enhancement = Correction | 'background'

/** What of a photo an enhancement changes. */
export interface Scope {
  /** Nothing but these. Left out, all that the preset asks for, which never touches the background alone. */
  readonly only?: readonly Enhancement[]
  /** Nothing but this layer. Left out, the whole picture. */
  readonly area?: LayerId
}

/** What every channel that enhances a photo translates its request into. */
export interface EnhanceParams extends Scope {
  readonly image_url: string
  /** A preset or a style. */
  readonly preset: string
  readonly formats: readonly ImageShot[]
  /** Brings the long side of each output to 3840 pixels. */
  readonly upscale: boolean
  /** Brings the long side of each output to exactly so many pixels. `upscale` then has no effect. */
  readonly longSide?: number
  /** What the photo is for: it shifts the style a little. */
  readonly goal?: Schemas['Goal']
  /** What is upscaled is given detail by the network, where the operator chose that: at its price, or included. */
  readonly detail?: 'charged' | 'included'
  /** Cut the dish out of every shot. */
  readonly removeBackground?: boolean
  /** JPEG by default, PNG where there is transparency. */
  readonly format?: OutputFormat
}
