import type { AcceptedFormat } from './formats.ts'
import { withLittleText } from './png.ts'
import { firstFrameOnly } from './webp.ts'

/** A file as it is opened: without what would take long to open and is not looked at. */
export const openable = (file: Uint8Array, format: AcceptedFormat): Uint8Array => {
  if (format === 'png') return withLittleText(file)
  return format === 'webp' ? firstFrameOnly(file) : file
}
