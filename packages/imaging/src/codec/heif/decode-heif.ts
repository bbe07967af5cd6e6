import { isHighDynamicRange, profileOfCodePoints } from '../../colour/colour-profiles.ts'
import { freeMemory } from '../../raster/free-memory.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { dropOpaqueAlpha, readConverted, readWithProfile } from '../decode/convert-to-srgb.ts'
import { taggedTiff } from '../decode/tagged-tiff.ts'
import type { HeifPicture } from './heif-picture.ts'
import { decodeHevc } from './hevc-decoder.ts'

/** Memory limit of the decoder, in bytes: itself, the file twice, and its planes beside the finished samples. */
const memoryFor = (fileBytes: number, pixels: number, bits: 8 | 16): number =>
  64_000_000 + 2 * fileBytes + pixels * (bits === 8 ? 12 : 20)

/** Whether a profile is one for RGB; no other can describe decoded RGB samples. */
const isRgb = (profile: Uint8Array): boolean => String.fromCharCode(...profile.subarray(16, 20)) === 'RGB '

const divideByAlpha = (bytes: Uint8Array, bits: 8 | 16): void => {
  const samples = bits === 8 ? bytes : new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  const most = 2 ** bits - 1
  for (let i = 0; i < samples.length; i += 4) {
    const alpha = samples[i + 3]
    if (alpha === 0 || alpha === most) continue
    for (let c = 0; c < 3; c++) samples[i + c] = Math.min(most, Math.round((samples[i + c] * most) / alpha))
  }
}

/**
 * Decodes the primary picture of a HEIC or AVIF file: upright, sRGB, 8 bits. Colours are converted through the embedded
 * profile, or if there is none through the code points of the file (nclx).
 *
 * @param check receives the true size before memory for the picture is taken, and throws if it is too large
 */
export const decodeHeif = async (
  file: Uint8Array,
  picture: HeifPicture,
  { maxPixels, check }: { maxPixels: number; check: (width: number, height: number) => void },
): Promise<Pixels> => {
  const { points, hasAlpha, isPremultiplied } = picture
  const embedded = picture.profile && isRgb(picture.profile) ? picture.profile : undefined
  const profile = embedded ?? (points && profileOfCodePoints(points))
  const bits = !embedded && points && isHighDynamicRange(points) ? 16 : 8
  if (picture.coding === 'av1') {
    const still = withAvifBrand(file)
    const prepare = isPremultiplied ? (samples: Uint8Array) => divideByAlpha(samples, bits) : undefined
    if (!prepare && (embedded || !profile)) return readConverted(still, maxPixels)
    return readWithProfile(still, profile, { maxPixels, bits, ...(prepare && { prepare }) })
  }

  const channels = hasAlpha ? 4 : 3
  const size = { width: 0, height: 0 }
  let samples: Uint8Array = new Uint8Array()
  let whole: Uint8Array = samples
  // The decoder needs twice the memory of the picture, so garbage of the last picture is freed first.
  freeMemory(picture.width * picture.height * channels)
  const maxMemoryBytes = memoryFor(file.length, picture.width * picture.height, bits)
  decodeHevc(file, { channels, bits, maxMemoryBytes }, ({ width, height }) => {
    check(width, height)
    Object.assign(size, { width, height })
    if (profile) {
      const tagged = taggedTiff({ width, height, channels, bits, profile })
      whole = tagged.file
      samples = tagged.samples
    } else {
      samples = new Uint8Array(width * height * channels)
    }
    return samples
  })
  if (isPremultiplied) divideByAlpha(samples, bits)
  return profile ? readConverted(whole, maxPixels) : dropOpaqueAlpha({ data: samples, ...size, channels })
}

const MAJOR = 8
const AVIF = [0x61, 0x76, 0x69, 0x66]

/**
 * The same file with `avif` as its major brand. libvips looks at the major brand only. Animations (avis) and files of some
 * programs (miaf, MA1B) have another one, although the still picture in them can be read.
 */
const withAvifBrand = (file: Uint8Array): Uint8Array => {
  if (AVIF.every((sign, i) => file[MAJOR + i] === sign)) return file
  const copy = Uint8Array.from(file)
  copy.set(AVIF, MAJOR)
  return copy
}
