import type { AcceptedFormat } from '../file/image-formats.ts'
import { jpegExtent } from '../file/jpeg-extent.ts'
import { webpExtent } from '../file/webp-extent.ts'
import { stripPackedText } from './png-chunks.ts'

/**
 * A file as decoders need it. Without the parts that take long to open and are not used: compressed text of a PNG, later frames
 * of a WebP. And with what decoders insist on, although no pixel depends on it: the end marker of a JPEG, the right length of a
 * WebP. A file whose pixels are cut off stays so.
 */
export const readableFile = (file: Uint8Array, format: AcceptedFormat): Uint8Array => {
  if (format === 'jpeg') return endJpeg(file)
  if (format === 'png') return stripPackedText(file)
  return format === 'webp' ? keepFirstFrame(measureWebp(file)) : file
}

const END_MARKER = [0xff, 0xd9]

function endJpeg(file: Uint8Array): Uint8Array {
  const { end, isMarked, hasAllScans } = jpegExtent(file)
  if (isMarked) return file
  // Without an end the decoder knows that it is cut off.
  if (!hasAllScans) return file.subarray(0, end)
  const mended = new Uint8Array(end + END_MARKER.length)
  mended.set(file.subarray(0, end))
  mended.set(END_MARKER, end)
  return mended
}

/** No byte is 0xff, which would begin a marker. The first one may follow such a byte, and makes it a part of the pixels. */
const NOISE = Uint8Array.from({ length: 1024 }, (_, i) =>
  i === 0 ? 0 : 1 + ((Math.imul(i, 2_654_435_761) >>> 16) % 254),
)

/** A JPEG with other bytes before its end marker. A decoder takes them for pixels if some are missing, and skips them otherwise. */
export const withNoiseAtEnd = (file: Uint8Array): Uint8Array => {
  const end = jpegExtent(file).end - END_MARKER.length
  const disturbed = new Uint8Array(file.length + NOISE.length)
  disturbed.set(file.subarray(0, end))
  disturbed.set(NOISE, end)
  disturbed.set(file.subarray(end), end + NOISE.length)
  return disturbed
}

function measureWebp(file: Uint8Array): Uint8Array {
  const end = webpExtent(file)
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  if (end === undefined || (end <= file.length && view.getUint32(4, true) === end - 8)) return file
  const mended = new Uint8Array(end)
  mended.set(file.subarray(0, end))
  new DataView(mended.buffer).setUint32(4, end - 8, true)
  return mended
}

const HEADER = 12
const CHUNK_HEADER = 8

/**
 * Removes all frames of an animated WebP but the first, so that opening it takes no longer than opening a photo. Returns
 * any other file, or a truncated one, unchanged.
 */
const keepFirstFrame = (file: Uint8Array): Uint8Array => {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const kept: Uint8Array[] = []
  let frames = 0
  for (let at = HEADER; at + CHUNK_HEADER <= file.length; ) {
    const size = view.getUint32(at + 4, true)
    const end = at + CHUNK_HEADER + size + (size & 1)
    if (end > file.length) return file
    const isFrame = String.fromCharCode(...file.subarray(at, at + 4)) === 'ANMF'
    if (!isFrame || ++frames === 1) kept.push(file.subarray(at, end))
    at = end
  }
  if (frames < 2) return file
  const whole = new Uint8Array(HEADER + kept.reduce((sum, { length }) => sum + length, 0))
  whole.set(file.subarray(0, HEADER))
  new DataView(whole.buffer).setUint32(4, whole.length - CHUNK_HEADER, true)
  let at = HEADER
  for (const chunk of kept) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
