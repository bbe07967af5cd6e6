import { primariesOf, profileOfAdobeRgb, profileOfGamma } from '../../colour/colour-profiles.ts'
import { cleanText, openExif } from './exif-reader.ts'
import type { TiffDirectory } from './tiff-directory.ts'

const EXIF_DIRECTORY = 0x8769
const WHITE_POINT = 0x013e
const PRIMARY_CHROMATICITIES = 0x013f
const COLOUR_SPACE = 0xa001
const INTEROPERABILITY = 0xa005
const GAMMA = 0xa500
const INTEROPERABILITY_INDEX = 1

/** EXIF knows sRGB and "uncalibrated"; many cameras and programs write the second value for Adobe RGB. */
const SRGB = 1
const ADOBE_RGB = 2
const UNCALIBRATED = 0xffff
const [WHITE_D65, USUAL_GAMMA] = [[0.3127, 0.329], 2.2] as const

/**
 * The profile for colours that EXIF describes without embedding one: Adobe RGB, named by its colour space or, as DCF prescribes,
 * by interoperability index R03, or any space given by its primaries, white point and gamma. A file that says sRGB means it,
 * whatever else it says. Undefined if that is what it means, or if it says nothing.
 *
 * @param exif an EXIF block or a TIFF file
 */
export const profileOfExif = (exif: Uint8Array): Uint8Array | undefined => {
  const block = openExif(exif)
  if (!block) return undefined
  const { tiff, main } = block
  const below = (from: TiffDirectory | undefined, tag: number) => {
    const at = tiff.number(from?.entries.get(tag))
    return at === undefined ? undefined : tiff.directory(at)
  }
  const camera = below(main, EXIF_DIRECTORY)
  const space = tiff.number(camera?.entries.get(COLOUR_SPACE))
  if (space === SRGB) return undefined
  const index = tiff.bytes(below(camera, INTEROPERABILITY)?.entries.get(INTEROPERABILITY_INDEX))
  if (space === ADOBE_RGB || (index && cleanText(index) === 'R03')) return profileOfAdobeRgb()

  const chromaticities = tiff.fractions(main.entries.get(PRIMARY_CHROMATICITIES))
  const white = tiff.fractions(main.entries.get(WHITE_POINT))
  const primaries = primariesOf([...(white.length === 2 ? white : WHITE_D65), ...chromaticities])
  const [gamma] = tiff.fractions(camera?.entries.get(GAMMA))
  if (!primaries && (gamma === undefined || space !== UNCALIBRATED)) return undefined
  return profileOfGamma(gamma !== undefined && gamma >= 1 && gamma <= 3 ? gamma : USUAL_GAMMA, primaries)
}
