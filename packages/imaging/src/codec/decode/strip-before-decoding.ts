import type { AcceptedFormat } from '../file/image-formats.ts'
import { stripPackedText } from './png-chunks.ts'
import { keepFirstFrame } from './webp-frames.ts'

/** A file as it is opened: without what would take long to open and is not looked at. */
export const stripBeforeDecoding = (file: Uint8Array, format: AcceptedFormat): Uint8Array => {
  if (format === 'png') return stripPackedText(file)
  return format === 'webp' ? keepFirstFrame(file) : file
}
