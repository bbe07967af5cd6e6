import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { StampPlace } from '@platelight/imaging/edits/stamp-picture.ts'
import type { LightDirection } from '@platelight/imaging/relight/light-source.ts'
import type { LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'

/** What can be more or less: light in stops, the others as shares of their range. */
export type Graded = 'light' | 'warmth' | 'contrast' | 'colour' | 'sharpen' | 'blur' | 'denoise'

/** The part of the picture that a step changes. Without either, it is the whole picture. */
export interface Part {
  readonly within?: LayerId
  /** What must keep its pixels. */
  readonly except?: readonly LayerId[]
}

/** A step that changes pixels and keeps every pixel in its place. */
export type PartialStep = Part &
  (
    | { readonly kind: Graded; readonly amount: number }
    | { readonly kind: 'improve' }
    | { readonly kind: 'neutral' }
    | { readonly kind: 'relight'; readonly direction: LightDirection }
  )

/** How large a text or a logo is on a picture. */
export type MarkScale = 'small' | 'medium' | 'large'

/** What is placed on the finished picture. */
export type MarkStep = {
  readonly place: StampPlace
  readonly scale: MarkScale
  readonly except?: readonly LayerId[]
} & (
  | {
      readonly kind: 'text'
      readonly text: string /** As `#rrggbb`; by default white or dark. */
      readonly colour?: string
    }
  | { readonly kind: 'logo' }
)

/** A step on the picture as a whole. */
export type WholeStep =
  | { readonly kind: 'deblur' }
  | { readonly kind: 'crop'; readonly aspect: readonly [width: number, height: number] }
  | { readonly kind: 'closer' }
  | { readonly kind: 'straighten' }
  /** Clockwise. */
  | { readonly kind: 'rotate'; readonly degrees: number }
  | { readonly kind: 'flip'; readonly axis: 'horizontal' | 'vertical' }
  | { readonly kind: 'cutout' }
  /** One colour, or two from top to bottom, as `#rrggbb`. */
  | { readonly kind: 'backdrop'; readonly colours: readonly string[] }
  | { readonly kind: 'upscale'; readonly scale: 2 | 4 }
  | { readonly kind: 'size'; readonly width?: number; readonly height?: number; readonly long?: number }
  | { readonly kind: 'format'; readonly format: OutputFormat }
  | { readonly kind: 'platform'; readonly platform: string }
  | MarkStep

/** One change that can be done exactly. */
export type EditStep = PartialStep | WholeStep
export type StepKind = EditStep['kind']

/** Why a part of an instruction cannot be done. */
export type Obstacle =
  /** It asks for something that the photo does not show. */
  | 'invention'
  /** It asks for text and does not say which. */
  | 'quote'
  /** Its text has characters that the fonts do not have. */
  | 'letters'
  /** It asks for a logo that was not sent. */
  | 'logo'
  | 'unknown_words'
  | 'unit'
  | 'range'
  | 'contradiction'
  /** It names something that can be more or less, and does not say which. */
  | 'direction'
  | 'shape'
  /** It has too many words. */
  | 'length'
  /** It would change more than the operation does. */
  | 'place'
  /** It only says what must stay. */
  | 'nothing'

export interface NotDone {
  /** The words of the caller. */
  readonly text: string
  readonly obstacle: Obstacle
  /** The words, the number or the other step that it is about. */
  readonly about?: string
}

/** An instruction as it was understood. */
export interface ReadInstruction {
  readonly steps: readonly EditStep[]
  readonly notDone: readonly NotDone[]
  /** What must not be done, or must not change. */
  readonly negations: readonly (StepKind | LayerId)[]
}
