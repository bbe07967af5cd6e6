import { APIError, type EnhancedPhoto, type PhotoFormat, type PresetId, type SubjectHint } from '@platelight/sdk'
import type { MaskStroke } from './mask/mask-strokes.ts'
import type { Stage } from './work/follow-call.ts'
import type { MadePicture, Work } from './work/studio-operation.ts'

/** What is to be made of a photo. */
export interface Wish {
  readonly preset: PresetId
  /** `original` is among them always: it is what the photo is compared with. */
  readonly formats: readonly PhotoFormat[]
  readonly removeBackground: boolean
  readonly upscale: boolean
}

/** An area that somebody painted, and its picture for the server. */
export interface PaintedMask {
  readonly strokes: readonly MaskStroke[]
  readonly file: File
  /** An address of the picture in this browser. */
  readonly url: string
}

/** A photo on its way through the studio. */
export interface Shot {
  readonly id: number
  readonly file: File
  /** An address of the file in this browser. */
  readonly preview: string
  readonly state: 'ready' | 'waiting' | 'uploading' | 'enhancing' | 'cancelling' | 'done' | 'failed'
  /** How far the server is, while it works. */
  readonly stage?: Stage | undefined
  readonly wish?: Wish
  /** Another operation, in place of the wish. */
  readonly work?: Work | undefined
  /** What the photo is of, as somebody drew it. */
  readonly subject?: SubjectHint
  /** The area to edit, where an operation takes one. */
  readonly mask?: PaintedMask | undefined
  /** What was made: by enhancing, or by another operation. */
  readonly photo?: EnhancedPhoto
  readonly picture?: MadePicture
  readonly error?: unknown
}

export const SHAPES: readonly PhotoFormat[] = ['square', 'portrait', 'landscape', 'original']

/** What the server says about a dish that it is not sure of. */
const UNSURE = ['subject_uncertain', 'subject_not_separated', 'dish_not_found', 'outline_ragged', 'subject_not_found']

/** Whether it helps if a person shows what the photo is of. */
export const isUnsure = ({ photo, picture, error }: Shot): boolean =>
  (photo ?? picture)?.warnings.some(({ code }) => UNSURE.includes(code)) ||
  (error instanceof APIError && UNSURE.includes(error.code))

/** The name for a file of a result: `ramen-square.jpg`. */
export function fileNameOf({ file }: Shot, shape: string, url: string): string {
  const stem = file.name.replace(/\.\w{1,5}$/, '') || 'photo'
  const ending = /\.\w+$/.exec(new URL(url).pathname)?.[0] ?? '.jpg'
  return `${stem}-${shape}${ending}`
}
