import type { Size } from '../../raster/geometry.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { resizeTo } from '../../raster/scaling/resize-to.ts'
import { type EncodeOptions, encodeImage, QUALITY } from './encode-image.ts'

/** The lowest quality at which compression is invisible on food. Below it, fewer pixels look better. */
const FLOOR = 60
/** The lowest quality of all, for a picture that must not become smaller. */
const LAST_RESORT = 30
const TRIES = 6

export interface SizedFile {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  /** Compression quality, 1–100; undefined for a lossless format. */
  readonly quality: number | undefined
}

export interface SizeLimit {
  /** Largest size of the file; no limit if it is left out. */
  readonly maxBytes?: number | undefined
  /** Smallest size of the picture. */
  readonly least: Size
}

/**
 * Encodes a picture as well as a file size allows. It lowers the quality down to {@link FLOOR} first and then the number
 * of pixels. A picture that cannot be brought below the limit is returned as small as it gets.
 *
 * @example const { bytes, quality } = await encodeWithin(pixels, { format: 'jpeg', credits, source }, { maxBytes: 160_000, least })
 */
export async function encodeWithinSize(
  pixels: Pixels,
  options: Omit<EncodeOptions, 'crop' | 'size' | 'quality'>,
  { maxBytes = Number.POSITIVE_INFINITY, least }: SizeLimit,
): Promise<SizedFile> {
  const best = QUALITY[options.format]
  let current = pixels
  for (let tries = 1; ; tries++) {
    const written = await bestQuality(current, options, { best, floor: FLOOR, maxBytes })
    const { width, height } = current
    const smaller = nextSize(pixels, current, least, Math.sqrt(maxBytes / written.bytes.length))
    if (written.bytes.length <= maxBytes) return { ...written, width, height }
    if (!smaller || tries >= TRIES) {
      const last = await bestQuality(current, options, { best: Math.min(FLOOR, best), floor: LAST_RESORT, maxBytes })
      return { ...last, width, height }
    }
    current = await resizeTo(pixels, smaller)
  }
}

type Search = { readonly best: number; readonly floor: number; readonly maxBytes: number }

/** Encodes at the highest quality that fits the limit, or at the floor if none does. */
async function bestQuality(
  pixels: Pixels,
  options: Omit<EncodeOptions, 'quality'>,
  { best, floor, maxBytes }: Search,
): Promise<{ bytes: Uint8Array; quality: number | undefined }> {
  const isLossless = options.format === 'png'
  const first = await encodeImage(pixels, isLossless ? options : { ...options, quality: best })
  if (isLossless) return { bytes: first, quality: undefined }
  if (first.length <= maxBytes) return { bytes: first, quality: best }
  let found = { bytes: await encodeImage(pixels, { ...options, quality: floor }), quality: floor }
  if (found.bytes.length > maxBytes) return found
  for (let [low, high] = [floor, best]; high - low > 1; ) {
    const quality = (low + high) >> 1
    const bytes = await encodeImage(pixels, { ...options, quality })
    if (bytes.length > maxBytes) high = quality
    else {
      low = quality
      found = { bytes, quality }
    }
  }
  return found
}

/** The next smaller size to try, in the same shape; undefined if the picture cannot become smaller. */
function nextSize({ width, height }: Pixels, current: Pixels, least: SizeLimit['least'], factor: number) {
  const lowest = Math.max(least.width, Math.ceil((least.height * width) / height))
  const across = Math.max(lowest, Math.floor(current.width * Math.min(0.95, 0.97 * factor)))
  return across < current.width ? { width: across, height: Math.round((across * height) / width) } : undefined
}
