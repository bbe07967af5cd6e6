import { primariesOf, profileOfCodePoints, profileOfGamma } from '../../colour/colour-profiles.ts'

const SIGNATURE = 8
/** Most chunks that are read; real files have a few dozen before the pixels. */
const MAX_CHUNKS = 10_000

/** The chunks before the pixels by name; the first if there are several of a name. */
const chunksBeforePixels = (file: Uint8Array): Map<string, Uint8Array> => {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const chunks = new Map<string, Uint8Array>()
  for (let at = SIGNATURE, n = 0; at + 12 <= file.length && n < MAX_CHUNKS; n++) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8))
    if (name === 'IDAT' || at + 12 + length > file.length) break
    if (!chunks.has(name)) chunks.set(name, file.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return chunks
}

/** Most bytes of compressed text that are kept; a decompression bomb unpacks to a thousand times as many. */
const MAX_PACKED_TEXT = 65_536

const isPackedText = (file: Uint8Array, name: string, start: number, end: number): boolean => {
  if (name === 'zTXt') return true
  if (name !== 'iTXt') return false
  const keywordEnd = file.indexOf(0, start)
  return keywordEnd >= 0 && keywordEnd + 1 < end && file[keywordEnd + 1] === 1
}

/**
 * Removes compressed text from a PNG, which would take seconds to unpack and is not used. Returns a file without such
 * text, or a truncated file, unchanged.
 */
export const stripPackedText = (file: Uint8Array): Uint8Array => {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const kept: Uint8Array[] = []
  let packed = 0
  let from = 0
  for (let at = SIGNATURE; at + 12 <= file.length; ) {
    const end = at + 12 + view.getUint32(at)
    if (end > file.length) break
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8))
    if (isPackedText(file, name, at + 8, end - 4)) {
      packed += end - at
      if (packed > MAX_PACKED_TEXT) {
        kept.push(file.subarray(from, at))
        from = end
      }
    }
    at = end
  }
  if (from === 0) return file
  kept.push(file.subarray(from))
  const whole = new Uint8Array(kept.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of kept) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/**
 * The colour space that chunks of a PNG describe, as an ICC profile: that of cICP, or, if there is neither an embedded
 * profile nor an sRGB chunk, the gamma of gAMA with the primaries of cHRM. Undefined if the colours are sRGB or have an
 * embedded profile.
 */
export const profileOfPng = (file: Uint8Array): Uint8Array | undefined => {
  const chunks = chunksBeforePixels(file)
  const points = chunks.get('cICP')
  if (points && points.length >= 4 && points[2] === 0) {
    return profileOfCodePoints({ primaries: points[0], transfer: points[1] })
  }
  const gamma = fixedPointNumbers(chunks.get('gAMA'))?.[0]
  if (gamma === undefined || gamma < 0.1 || gamma > 2 || chunks.has('iCCP') || chunks.has('sRGB')) return undefined
  return profileOfGamma(1 / gamma, primariesOf(fixedPointNumbers(chunks.get('cHRM')) ?? []))
}

const fixedPointNumbers = (chunk: Uint8Array | undefined): number[] | undefined => {
  if (!chunk || chunk.length < 4) return undefined
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length)
  return Array.from({ length: chunk.length >> 2 }, (_, i) => view.getUint32(4 * i) / 100_000)
}
