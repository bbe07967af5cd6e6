import sharp from 'sharp'
import type { Box, Size } from '../../raster/geometry.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { resizeTo } from '../../raster/scaling/resize-to.ts'
import type { OutputFormat } from '../file/image-formats.ts'
import type { SourceType } from '../metadata/digital-source-type.ts'
import type { Credits } from '../metadata/exif-reader.ts'

export type { SourceType } from '../metadata/digital-source-type.ts'

/** JPEG: at 88 with full chroma resolution the red edges of tomatoes and sauces stay clean. */
export const QUALITY: Readonly<Record<OutputFormat, number>> = { jpeg: 88, webp: 86, avif: 63, png: 100 }
/** Below this quality, chroma is subsampled: the bytes are better spent on luma than on fine colour edges. */
const FULL_CHROMA_FROM = 80
/**
 * The lowest effort takes two seconds for ten megapixels. Higher efforts make smaller files and take three times as long.
 */
const AVIF_EFFORT = 0

const escapeXml = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * An XMP packet with the IPTC source type and, if known, creator and rights. A picture that is already marked as
 * generated keeps that mark, whatever was done to it here.
 */
export const xmpPacket = (done: SourceType, { artist, copyright, generated }: Credits): string => {
  const source = done === 'trainedAlgorithmicMedia' ? done : (generated ?? done)
  const creator = artist ? `<dc:creator><rdf:Seq><rdf:li>${escapeXml(artist)}</rdf:li></rdf:Seq></dc:creator>` : ''
  const rights = copyright
    ? `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(copyright)}</rdf:li></rdf:Alt></dc:rights>`
    : ''
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/${source}</Iptc4xmpExt:DigitalSourceType>`,
    creator,
    rights,
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join('')
}

/** EXIF text must be ASCII; other text would lose its accents, so it goes into XMP only. */
const isAscii = (text: string | undefined): text is string => text !== undefined && /^[\x20-\x7e]+$/.test(text)

/** An enlarged crop has no fine chroma worth keeping. */
const isEnlarged = ({ crop, size }: EncodeOptions): boolean =>
  crop !== undefined && size !== undefined && size.width > 1.1 * crop.width

export interface EncodeOptions {
  readonly format: OutputFormat
  /** The part of the picture to write; the whole by default. */
  readonly crop?: Box
  /** The size to resize it to; that of the crop by default. */
  readonly size?: Size
  readonly credits: Credits
  readonly source: SourceType
  /** Compression quality, 1–100. By default it is high enough that no loss is visible. PNG is lossless. */
  readonly quality?: number
}

/**
 * Crops, resizes and encodes a picture. Its metadata hold credits and source type only: no location, no serial numbers
 * and no orientation. The same pixels and options always give the same bytes.
 */
export const encodeImage = async (pixels: Pixels, options: EncodeOptions): Promise<Uint8Array> => {
  const { data, width, height, channels } = pixels
  let image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
  if (options.crop) image = image.extract(options.crop)
  if (options.size) image = image.resize({ ...options.size, fit: 'fill', kernel: 'lanczos3' })
  image = image.withXmp(xmpPacket(options.source, options.credits))
  const { artist, copyright } = options.credits
  const tags = { ...(isAscii(artist) && { Artist: artist }), ...(isAscii(copyright) && { Copyright: copyright }) }
  if (Object.keys(tags).length > 0) image = image.withExif({ IFD0: tags })
  const { format, quality = QUALITY[format] } = options
  switch (format) {
    case 'jpeg':
      if (channels === 4) image = image.flatten({ background: '#ffffff' })
      return image
        .jpeg({
          quality,
          // This makes smaller files and takes longer, so it is used only if the file size is limited.
          optimiseCoding: options.quality !== undefined,
          chromaSubsampling: isEnlarged(options) || quality < FULL_CHROMA_FROM ? '4:2:0' : '4:4:4',
        })
        .toBuffer()
    case 'png':
      return image.png({ compressionLevel: 6 }).toBuffer()
    case 'webp':
      return image.webp({ quality, effort: 2 }).toBuffer()
    case 'avif':
      return image.avif({ quality, effort: AVIF_EFFORT, chromaSubsampling: '4:4:4' }).toBuffer()
  }
}

/** Encodes a mask as a grey PNG, white where the mask is. Its metadata hold the source type and no credits. */
export const encodeMask = (mask: SoftMask): Promise<Uint8Array> =>
  sharp(mask.alpha, { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .toColourspace('b-w')
    .withXmp(xmpPacket('algorithmicallyEnhanced', {}))
    .png({ compressionLevel: 6 })
    .toBuffer()

/** The lowest quality at which compression is invisible on food. Below it, fewer pixels look better. */
const FLOOR = 60
/** The lowest quality of all, for a picture that must not become smaller. */
const LAST_RESORT = 30
const TRIES = 6

interface SizedFile {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  /** Compression quality, 1–100; undefined for a lossless format. */
  readonly quality: number | undefined
}

interface SizeLimit {
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
