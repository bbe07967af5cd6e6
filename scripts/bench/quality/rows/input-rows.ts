// Input files, as an independent program sees our decoded pictures. Colours are drawn patches with known numbers in every
// space; shapes come from the photos.

import { basename } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { taggedTiff } from '@platelight/imaging/codec/decode/tagged-tiff.ts'
import { encodeImage } from '@platelight/imaging/codec/encode/encode-image.ts'
import { inspectImage } from '@platelight/imaging/codec/file/inspect-image.ts'
import { profileOfAdobeRgb } from '@platelight/imaging/colour/colour-profiles.ts'
import { ImageError } from '@platelight/imaging/image-error.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { ADOBE_RGB_EXIF, withExifBlock } from '@platelight/imaging/testing/blocks.ts'
import { inner, patches, patchesIn, storedAs } from '@platelight/imaging/testing/colour-patches.ts'
import { hevc, nclx, writeHeif } from '@platelight/imaging/testing/heif-samples.ts'
import { decodeByImageMagick, missing, runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { meanDeltaE } from '@platelight/imaging/testing/picture-measures.ts'
import { sampleFiles } from '@platelight/imaging/testing/picture-samples.ts'
import sharp, { type Sharp } from 'sharp'
import type { Check, Quality, Trial } from '../quality-check.ts'
import { cropOf } from '../quality-samples.ts'
import { likeness } from '../ssim.ts'

const CROP = 320
const MOST_DELTA_E = 2
const LEAST_LIKENESS = 0.95

const raw = ({ data, width, height, channels }: Pixels): Sharp => sharp(data, { raw: { width, height, channels } })

/** The decoded picture as PNG, read by ImageMagick. */
const judged = async (file: Uint8Array): Promise<Pixels> =>
  decodeByImageMagick(
    await encodeImage(await decodeImage(file), { credits: {}, source: 'algorithmicallyEnhanced', format: 'png' }),
  )

/** The result of a script that trusts sharp with the colours of a file. */
const plain = (file: Uint8Array) => sharp(file).autoOrient().toColourspace('srgb').png().toBuffer()

const WRITERS: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  jpeg: (picture) => picture.jpeg({ quality: 96, chromaSubsampling: '4:4:4' }),
  png: (picture) => picture.png({ compressionLevel: 2 }),
  webp: (picture) => picture.webp({ quality: 96 }),
}

const orientations = async (photos: Trial['photos']): Promise<Check> => {
  const wrong: string[] = []
  let [least, count] = [1, 0]
  for (const photo of photos) {
    const upright = await cropOf(photo, CROP).then(lopside)
    for (const [format, write] of Object.entries(WRITERS)) {
      for (let orientation = 1; orientation <= 8; orientation++, count++) {
        const file = await write(raw(storedAs(upright, orientation)))
          .withMetadata({ orientation })
          .toBuffer()
        const shown = await judged(file)
        const same = shown.width === upright.width && shown.height === upright.height ? likeness(shown, upright) : 0
        least = Math.min(least, same)
        if (same < LEAST_LIKENESS) wrong.push(`${basename(photo)} as ${format}, orientation ${orientation}`)
      }
    }
  }
  return {
    what: 'input: the eight EXIF orientations of JPEG, PNG and WebP',
    target: `every one upright, SSIM of luma at least ${LEAST_LIKENESS}`,
    ours: `${count - wrong.length} of ${count}`,
    peer: '',
    met: wrong.length === 0,
    note:
      wrong.length > 0
        ? wrong.slice(0, 3).join('; ')
        : `least SSIM ${least.toFixed(3)}, of what the file format leaves`,
  }
}

/** Wider than high, so that a quarter turn cannot go unnoticed. */
const lopside = ({ data, width, height }: Pixels): Pixels => {
  const kept = Math.round(height * 0.75)
  return { data: data.slice(0, width * kept * 3), width, height: kept, channels: 3 }
}

/** These numbers, and a profile that describes their meaning. */
const tagged = (numbers: Pixels, profile: Uint8Array): Buffer => {
  const { file, samples: into } = taggedTiff({
    width: numbers.width,
    height: numbers.height,
    channels: 3,
    bits: 8,
    profile,
  })
  into.set(numbers.data)
  return Buffer.from(file)
}

const inP3 = (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
  raw(patches).withIccProfile('p3')[format]({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()

/** The same eight colours, described in a different way by each file. */
async function wideFiles(): Promise<Record<string, Buffer>> {
  const jpeg = await raw(patchesIn('a98')).jpeg({ quality: 98, chromaSubsampling: '4:4:4' }).toBuffer()
  const files: Record<string, Buffer> = {
    'Display-P3 JPEG': await inP3('jpeg'),
    'Display-P3 PNG': await inP3('png'),
    'Display-P3 WebP': await inP3('webp'),
    'Display-P3 AVIF': await inP3('avif'),
    'Adobe RGB by profile': tagged(patchesIn('a98'), profileOfAdobeRgb()),
    'Adobe RGB by EXIF': withExifBlock(jpeg, ADOBE_RGB_EXIF),
    '16 bits': await raw(patches).toColourspace('rgb16').png().toBuffer(),
    transparency: await raw(patches).ensureAlpha(1).png().toBuffer(),
  }
  if (missing('heif-enc') === undefined) {
    const { data, properties } = await hevc(patchesIn('p3'))
    files['Display-P3 HEIC'] = writeHeif({
      items: [{ id: 1, type: 'hvc1', data, properties: [...properties, nclx(12, 13)] }],
    })
  }
  return files
}

const colours = async (): Promise<Check[]> => {
  const [ours, peers]: { name: string; error: number }[][] = [[], []]
  const files = await wideFiles()
  for (const [name, file] of Object.entries(files)) {
    ours?.push({ name, error: meanDeltaE(inner(await judged(file)), inner(patches)) })
    const peer = await plain(file).then(decodeByImageMagick, () => undefined)
    peers?.push({ name, error: peer ? meanDeltaE(inner(peer), inner(patches)) : Number.POSITIVE_INFINITY })
  }
  const worst = (list: typeof ours = []) => list.reduce((most, one) => (one.error > most.error ? one : most))
  const within = (list: typeof ours = []) => list.filter(({ error }) => error <= MOST_DELTA_E).length
  const most = worst(ours)
  return [
    {
      what: 'input: eight colours in P3, Adobe RGB, 16 bits, with alpha, mean CIEDE2000',
      target: `every file within ${MOST_DELTA_E}`,
      ours: `${within(ours)} of ${ours?.length}, worst ${most.error.toFixed(2)}`,
      peer: `plain sharp ${within(peers)} of ${peers?.length}`,
      met: most.error <= MOST_DELTA_E,
      note: `worst: ${most.name}${files['Display-P3 HEIC'] ? '' : '; no HEIC: heif-enc is not installed'}`,
    },
    await print(),
  ]
}

/** A print colour has no single correct sRGB value. ImageMagick uses the same profile in another way. */
const print = async (): Promise<Check> => {
  const file = await raw(patches).toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 98 }).toBuffer()
  const { icc } = await sharp(await raw(patches).withIccProfile('srgb').png().toBuffer()).metadata()
  const files = { in: file, 'srgb.icc': icc ?? Buffer.alloc(0) }
  const theirs = decodeByImageMagick(
    runProgram('ImageMagick', ['in', '-profile', 'srgb.icc', '-strip', 'png24:-'], { files }),
  )
  const error = meanDeltaE(inner(await judged(file)), inner(theirs))
  return {
    what: 'input: CMYK through its profile, mean CIEDE2000 to what ImageMagick makes of it',
    target: `within ${MOST_DELTA_E}`,
    ours: error.toFixed(2),
    peer: '',
    met: error <= MOST_DELTA_E,
    note: 'JPEG with the profile of common print',
  }
}

/** Every kind of file, the first picture of an animation, and one pixel. Each must have the right size. */
const kinds = async (): Promise<Check> => {
  const files = await sampleFiles()
  files.set(
    '1 x 1',
    await raw({ data: Uint8Array.of(200, 90, 30), width: 1, height: 1, channels: 3 })
      .png()
      .toBuffer(),
  )
  files.set('grey', await raw(patches).greyscale().jpeg({ quality: 98 }).toBuffer())
  const wrong: string[] = []
  for (const [name, file] of files) {
    try {
      const { width, height } = await inspectImage(file)
      const shown = await judged(file)
      if (shown.width !== width || shown.height !== height) wrong.push(`${name}: another size`)
    } catch (error) {
      wrong.push(`${name}: ${(error as Error).message}`)
    }
  }
  return {
    what: 'input: every kind of file that is read (films, tiles, 16 bits, palette, grey, 1 x 1)',
    target: 'all of them',
    ours: `${files.size - wrong.length} of ${files.size}`,
    peer: '',
    met: wrong.length === 0,
    note: wrong.length > 0 ? wrong.join('; ') : [...files.keys()].join(', '),
  }
}

const NO_PHOTOS = {
  SVG: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  PDF: '%PDF-1.7',
  BMP: 'BM\x36\0\0\0',
  video: '\0\0\0\x18ftypisom\0\0\x02\0isomiso2',
  text: 'no picture at all',
  nothing: '',
} as const

const refusals = async (photos: Trial['photos']): Promise<Check> => {
  const files = new Map<string, Uint8Array>(
    Object.entries(NO_PHOTOS).map(([name, text]) => [name, Buffer.from(text, 'latin1')]),
  )
  for (const [name, whole] of await sampleFiles()) files.set(`half a ${name}`, whole.subarray(0, whole.length >> 1))
  const unclear: string[] = []
  let read = 0
  for (const [name, file] of files) {
    try {
      await inspectImage(file)
      await decodeImage(file)
      read++
    } catch (error) {
      // The server turns this error, and no other of imaging, into a reply of status 400.
      if (!(error instanceof ImageError)) unclear.push(`${name}: ${(error as Error).message}`)
    }
  }
  return {
    what: 'input: what is no photo, and half of every kind of file',
    target: 'a refusal that names the reason, or a whole picture',
    ours: `${files.size - unclear.length} of ${files.size}`,
    peer: '',
    met: unclear.length === 0 && photos.length > 0,
    note: unclear.length > 0 ? unclear.join('; ') : `${read} had their whole picture in the first half`,
  }
}

/** Files of cameras, phones, designers and accidents. */
export const inputQuality: Quality = async ({ photos }: Trial) => [
  await orientations(photos),
  ...(await colours()),
  await kinds(),
  await refusals(photos),
]
