import type { AcceptedFormat } from './image-formats.ts'
import { withLittleText } from './png-chunks.ts'
import { firstFrameOnly } from './webp-frames.ts'

/** A file as it is opened: without what would take long to open and is not looked at. */
export const openable = (file: Uint8Array, format: AcceptedFormat): Uint8Array => {
  if (format === 'png') return withLittleText(file)
  return format === 'webp' ? firstFrameOnly(file) : file
}
