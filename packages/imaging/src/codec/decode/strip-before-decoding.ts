import type { AcceptedFormat } from '../file/image-formats.ts'
import { stripPackedText } from './png-chunks.ts'

/** Removes parts of a file that take long to open and are not used: compressed text of a PNG, later frames of a WebP. */
export const stripBeforeDecoding = (file: Uint8Array, format: AcceptedFormat): Uint8Array => {
  if (format === 'png') return stripPackedText(file)
  return format === 'webp' ? keepFirstFrame(file) : file
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
