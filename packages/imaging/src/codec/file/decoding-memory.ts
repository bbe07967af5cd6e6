import type { AcceptedFormat } from './image-formats.ts'

/** What the memory for decoding depends on, as the header says it. */
export interface DecodingFacts {
  readonly format: AcceptedFormat
  /** As coded, before any crop that the file asks for. */
  readonly pixels: number
  readonly fileBytes: number
  /** Samples of a pixel, 1 to 4; files with more are refused when they are decoded. */
  readonly channels: number
  readonly bits: 8 | 16
  /** A PNG in seven passes or a JPEG in several scans. */
  readonly progressive?: boolean
  /** Whether a JPEG stores colour at full resolution (no chroma subsampling). */
  readonly fullColour?: boolean
  /** Whether EXIF asks for the picture to be rotated or mirrored. */
  readonly turned?: boolean
  /** Whether its colours are converted in a second pass, because no embedded profile describes them. */
  readonly secondPass?: boolean
}

/**
 * Bytes a pixel at the peak of decoding, including the finished picture (3 or 4 bytes). Each was measured as the VmHWM of
 * a process that decodes one picture of 48 megapixels, less its VmRSS before, and rounded up. The comments give the
 * measured values.
 */
const BYTES_PER_PIXEL = {
  /** Formats that are read row by row: JPEG 3.2, PNG 3.3, 16-bit PNG 3.6, TIFF 3.3, 16-bit TIFF 3.7. */
  byRows: 4,
  /** In addition, the coefficients of a progressive JPEG, two bytes each: 6.2 with 1.5 samples a pixel, 9.3 with 3. */
  coefficient: 2.2,
  /** In addition, the whole picture as stored: interlaced PNG 6.1, of 16 bits 9.1, with alpha 12.1; rotated JPEG 6.3. */
  storedSample: 1,
  /** WebP is decoded in one piece: 8.1, lossy and lossless. */
  webp: 9,
  /** The decoder of GIF keeps a canvas: 8.4. */
  gif: 9,
  /** AVIF holds all planes, the converted picture and the finished one: 15.2 with 4:2:0, 18.3 with 4:4:4. */
  avif: 19,
  /** HEIC, decoded in WebAssembly: 10.0 with 8 bits. With 16 bits everything but the result is twice as large. */
  heic: 11,
  heic16: 20,
  /** An alpha plane in AVIF or HEIC: 18.3 instead of 15.2. */
  alphaPlane: 4,
  /** Two passes hold the samples twice and then the result: 8-bit PNG 9.4, 16-bit PNG 12.4, with alpha 16.5. */
  secondPassSample: 2.3,
} as const

/** Buffers of the decoder that do not depend on the size. */
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
 * Estimates from the header alone how much memory decoding a picture takes at most.
 *
 * @returns bytes, including the file and the finished picture
 * @example decodingMemory({ format: 'jpeg', pixels: 48e6, fileBytes: 9e6, channels: 3, bits: 8 }) // 225 MB
 */
export const decodingMemory = (decoding: DecodingFacts): number => {
  const { pixels, fileBytes, channels, bits, secondPass } = decoding
  const samples = Math.max(3, channels) * (bits / 8)
  const second = secondPass ? BYTES_PER_PIXEL.byRows + samples * BYTES_PER_PIXEL.secondPassSample : 0
  return Math.round(FIXED_BYTES + fileBytes + pixels * Math.max(perPixel(decoding), second))
}
