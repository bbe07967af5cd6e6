import type { AcceptedFormat } from './image-formats.ts'

/** What a header says of the memory that decoding takes. */
export interface DecodingFacts {
  readonly format: AcceptedFormat
  /** As coded, before anything is cut off. */
  readonly pixels: number
  readonly fileBytes: number
  /** Samples of a pixel, 1 to 4; more are refused later. */
  readonly channels: number
  readonly bits: 8 | 16
  /** A PNG in seven passes or a JPEG in several scans. */
  readonly progressive?: boolean
  /** Whether a JPEG has as many samples of colour as of brightness. */
  readonly fullColour?: boolean
  /** Whether EXIF asks for the picture to be turned or mirrored. */
  readonly turned?: boolean
  /** Whether its colours are described by figures, so that they are converted in a second pass. */
  readonly secondPass?: boolean
}

/**
 * Bytes of a pixel at the peak of decoding, the finished picture (3 or 4 bytes) included. Each was measured as VmHWM of a
 * process that decodes one picture of 48 megapixels, less its VmRSS before, and rounded up; the measured value stands behind.
 */
const BYTES_PER_PIXEL = {
  /** Read row by row: JPEG 3.2, PNG 3.3, PNG of 16 bits 3.6, TIFF 3.3, TIFF of 16 bits 3.7. */
  byRows: 4,
  /** The coefficients of a progressive JPEG, two bytes each, on top: 6.2 with 1.5 samples a pixel, 9.3 with 3. */
  coefficient: 2.2,
  /** The whole picture as stored on top: an interlaced PNG 6.1, of 16 bits 9.1, with transparency 12.1; a turned JPEG 6.3. */
  storedSample: 1,
  /** WebP decodes at once: 8.1 lossy and lossless. */
  webp: 9,
  /** A GIF keeps its canvas: 8.4. */
  gif: 9,
  /** AVIF has all planes, the converted picture and the finished one: 15.2 with 4:2:0, 18.3 with 4:4:4. */
  avif: 19,
  /** HEIC, in WebAssembly: 10.0 of 8 bits. Those of 16 have twice as much of everything but the result. */
  heic: 11,
  heic16: 20,
  /** A plane of transparency in AVIF or HEIC: 18.3 instead of 15.2. */
  alphaPlane: 4,
  /** Two passes hold the samples twice and then the result: PNG of 8 bits 9.4, of 16 bits 12.4, with transparency 16.5. */
  secondPassSample: 2.3,
} as const

/** Buffers of the decoder, whatever the size. */
const FIXED_BYTES = 24_000_000

const perPixel = (decoding: DecodingFacts): number => {
  const { format, channels, bits, progressive, fullColour, turned } = decoding
  const stored = channels * (bits / 8) * BYTES_PER_PIXEL.storedSample
  const alpha = channels === 4 ? BYTES_PER_PIXEL.alphaPlane : 0
  const whole = turned ? stored : 0
  switch (format) {
    case 'jpeg': {
      const samples = fullColour ? channels : Math.min(channels, 1.5)
      return BYTES_PER_PIXEL.byRows + Math.max(whole, progressive ? samples * BYTES_PER_PIXEL.coefficient : 0)
    }
    case 'png':
      return BYTES_PER_PIXEL.byRows + (progressive ? stored : whole)
    // A strip or a tile may be as large as the picture.
    case 'tiff':
      return BYTES_PER_PIXEL.byRows + stored
    case 'webp':
      return BYTES_PER_PIXEL.webp + whole
    case 'gif':
      return BYTES_PER_PIXEL.gif
    case 'avif':
      return BYTES_PER_PIXEL.avif + alpha
    case 'heic':
      return (bits === 8 ? BYTES_PER_PIXEL.heic : BYTES_PER_PIXEL.heic16) + alpha
  }
}

/**
 * How much memory a picture takes at most while it is decoded, by its header alone.
 *
 * @returns bytes, the file and the finished picture included
 * @example decodingBytes({ format: 'jpeg', pixels: 48e6, fileBytes: 9e6, channels: 3, bits: 8 }) // 225 MB
 */
export const decodingMemory = (decoding: DecodingFacts): number => {
  const { pixels, fileBytes, channels, bits, secondPass } = decoding
  const samples = Math.max(3, channels) * (bits / 8)
  const second = secondPass ? BYTES_PER_PIXEL.byRows + samples * BYTES_PER_PIXEL.secondPassSample : 0
  return Math.round(FIXED_BYTES + fileBytes + pixels * Math.max(perPixel(decoding), second))
}
