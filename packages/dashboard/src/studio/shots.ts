import type { EnhancedPhoto, PhotoFormat, PresetId } from '@platelight/sdk'

/** What is to be made of a photo. */
export interface Wish {
  readonly preset: PresetId
  /** `original` is among them always: it is what the photo is compared with. */
  readonly formats: readonly PhotoFormat[]
  readonly removeBackground: boolean
  readonly upscale: boolean
}

/** A photo on its way through the studio. */
export interface Shot {
  readonly id: number
  readonly file: File
  /** An address of the file in this browser. */
  readonly preview: string
  readonly state: 'ready' | 'waiting' | 'uploading' | 'enhancing' | 'done' | 'failed'
  readonly wish?: Wish
  readonly photo?: EnhancedPhoto
  readonly error?: unknown
}

export const SHAPES: readonly PhotoFormat[] = ['square', 'portrait', 'landscape', 'original']

/** The name for a file of a result: `ramen-square.jpg`. */
export function fileNameOf({ file }: Shot, shape: PhotoFormat, url: string): string {
  const stem = file.name.replace(/\.\w{1,5}$/, '') || 'photo'
  const ending = /\.\w+$/.exec(new URL(url).pathname)?.[0] ?? '.jpg'
  return `${stem}-${shape}${ending}`
}
