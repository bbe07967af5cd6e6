import sharp from 'sharp'
import { DEFAULT_LIMITS, type ImageLimits } from './image-limits.ts'
import { describeHeif, inspectImage } from './inspect-image.ts'
import '../decode/libvips-loaders.ts'
import { describedProfile } from '../decode/described-profile.ts'
import { readableFile } from '../decode/readable-file.ts'
import { sourceTypeIn } from '../metadata/digital-source-type.ts'
import { readTiff } from '../metadata/tiff-directory.ts'
import type { AcceptedFormat } from './image-formats.ts'

/** The facts in a file, apart from its pixels. */
export interface FileFacts {
  readonly format: AcceptedFormat
  /** Size of the upright picture. */
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** EXIF orientation 1–8. */
  readonly orientation: number
  readonly hasAlpha: boolean
  /** Its colour space: `sRGB` (also if the file names none), `CMYK`, the name of its profile, or that it is not sRGB. */
  readonly colour: string
  /** Whether it says where the photo was taken. */
  readonly hasLocation: boolean
  /** The IPTC digital source type that it carries, such as `trainedAlgorithmicMedia`. */
  readonly sourceType?: string
}

interface Blocks {
  readonly exif: Uint8Array | undefined
  readonly xmp: Uint8Array | undefined
  readonly icc: Uint8Array | undefined
  readonly isCmyk: boolean
  /** Whether chunks or EXIF describe other colours than those of sRGB. */
  readonly isDescribed: boolean
}

const GPS_DIRECTORY = 0x8825
const GPS_LATITUDE = 2
/** Only this many bytes of a packet are read; real packets are shorter. */
const MAX_PACKET_BYTES = 1_000_000

/**
 * Reads everything but the pixels.
 *
 * @throws ImageError `unsupported_image`, `image_unreadable`, `image_too_large`
 * @example const { hasPlace, colour } = await readFacts(bytes)
 */
export async function readFileFacts(bytes: Uint8Array, limits: ImageLimits = DEFAULT_LIMITS): Promise<FileFacts> {
  const { format, width, height, orientation, hasAlpha } = await inspectImage(bytes, limits)
  const { exif, xmp, icc, isCmyk, isDescribed } = await blocksOf(bytes, format)
  const packet = xmp ? new TextDecoder('utf-8').decode(xmp.subarray(0, MAX_PACKET_BYTES)) : ''
  const sourceType = sourceTypeIn(packet)
  return {
    format,
    width,
    height,
    orientation,
    hasAlpha,
    bytes: bytes.length,
    colour: isCmyk ? 'CMYK' : icc ? colourName(icc) : isDescribed ? 'Adobe RGB or another wide space' : 'sRGB',
    hasLocation: (exif !== undefined && hasLatitude(exif)) || /exif:GPSLatitude/.test(packet),
    ...(sourceType !== undefined && { sourceType }),
  }
}

async function blocksOf(bytes: Uint8Array, format: AcceptedFormat): Promise<Blocks> {
  if (format === 'avif' || format === 'heic') {
    const { exif, xmp, profile } = describeHeif(bytes, format)
    return { exif, xmp, icc: profile, isCmyk: false, isDescribed: false }
  }
  const file = readableFile(bytes, format)
  const header = await sharp(file, { limitInputPixels: false }).metadata()
  return {
    // An EXIF block has the structure of a TIFF file.
    exif: format === 'tiff' ? bytes : header.exif,
    xmp: header.xmp,
    icc: header.icc,
    isCmyk: header.space === 'cmyk',
    isDescribed: describedProfile(file, format, header) !== undefined,
  }
}

/** `c2` is the name of the compact sRGB profile that social networks embed. */
const colourName = (icc: Uint8Array): string => {
  const name = profileName(icc) ?? 'a profile without a name'
  return /s ?rgb|^c2/i.test(name) ? 'sRGB' : name
}

function hasLatitude(exif: Uint8Array): boolean {
  const prefix = String.fromCharCode(...exif.subarray(0, 4)) === 'Exif' ? 6 : 0
  const tiff = readTiff(exif.subarray(prefix))
  const at = tiff?.number(tiff.directory(tiff.first)?.entries.get(GPS_DIRECTORY))
  return at !== undefined && tiff?.directory(at)?.entries.has(GPS_LATITUDE) === true
}

const text = (bytes: Uint8Array, encoding: 'windows-1252' | 'utf-16be') =>
  new TextDecoder(encoding).decode(bytes).replace(/\0.*$/s, '').trim()

/** The description of an ICC profile; undefined if it has none or is damaged. */
const profileName = (icc: Uint8Array): string | undefined => {
  const view = new DataView(icc.buffer, icc.byteOffset, icc.length)
  try {
    const count = Math.min(view.getUint32(128), 100)
    for (let i = 0; i < count; i++) {
      const entry = 132 + 12 * i
      if (text(icc.subarray(entry, entry + 4), 'windows-1252') !== 'desc') continue
      const at = view.getUint32(entry + 4)
      const kind = text(icc.subarray(at, at + 4), 'windows-1252')
      // Of several languages the first is taken.
      const name =
        kind === 'mluc'
          ? text(
              icc.subarray(at + view.getUint32(at + 24), at + view.getUint32(at + 24) + view.getUint32(at + 20)),
              'utf-16be',
            )
          : text(icc.subarray(at + 12, at + 12 + view.getUint32(at + 8)), 'windows-1252')
      return name === '' ? undefined : name.slice(0, 100)
    }
  } catch {
    // The profile is shorter than its tag table says.
  }
  return undefined
}
