import type { AcceptedFormat } from '../file/image-formats.ts'
import { stripPackedText } from './png-chunks.ts'
import { keepFirstFrame } from './webp-frames.ts'

/** Removes from a file what takes long to open and is not used: packed text of a PNG, later frames of a WebP. */
export const stripBeforeDecoding = (file: Uint8Array, format: AcceptedFormat): Uint8Array => {
  if (format === 'png') return stripPackedText(file)
  return format === 'webp' ? keepFirstFrame(file) : file
}
