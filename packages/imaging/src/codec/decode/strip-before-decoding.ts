import type { AcceptedFormat } from '../file/image-formats.ts'
import { stripPackedText } from './png-chunks.ts'
import { keepFirstFrame } from './webp-frames.ts'

/** Removes parts of a file that take long to open and are not used: compressed text of a PNG, later frames of a WebP. */
export const stripBeforeDecoding = (file: Uint8Array, format: AcceptedFormat): Uint8Array => {
  if (format === 'png') return stripPackedText(file)
  return format === 'webp' ? keepFirstFrame(file) : file
}
