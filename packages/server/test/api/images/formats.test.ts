import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { ADOBE_RGB_EXIF, exifBlock, withExifBlock } from '@platelight/imaging/testing/blocks.ts'
import { lopsided, patches, patchesIn, storedAs } from '@platelight/imaging/testing/colour-patches.ts'
import { drawDish, drawPicture } from '@platelight/imaging/testing/drawn-pictures.ts'
import { exifData, hevc, imir, irot, nclx, writeHeif } from '@platelight/imaging/testing/heif-samples.ts'
import {
  decodeByImageMagick,
  missing,
  needs,
  runProgram,
} from '@platelight/imaging/testing/machine/outside-programs.ts'
import { lumaSsim, meanDeltaE } from '@platelight/imaging/testing/picture-measures.ts'
import { sampleFiles } from '@platelight/imaging/testing/picture-samples.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer
beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 1_000 })
})
afterAll(() => app.close())

const raw = ({ data, width, height, channels }: Pixels) => sharp(data, { raw: { width, height, channels } })
const stored = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer())

/** Sends a file through the only operation that changes no colours, and reads its result with ImageMagick. */
const through = async (file: Uint8Array): Promise<Pixels> => {
  const { url } = await customer.client.uploads.create(Uint8Array.from(file))
  const { result_url } = await customer.client.images.upscale({ image_url: url, scale: 2, format: 'png' })
  return decodeByImageMagick(await stored(result_url))
}

/** Every second pixel across and down: the picture before it was enlarged, apart from edges. */
const halved = ({ data, width, height }: Pixels): Pixels =>
  drawPicture(width / 2, height / 2, (x, y) => {
    const from = (2 * y * width + 2 * x) * 3
    return [data[from]!, data[from + 1]!, data[from + 2]!]
  })

/** The middles of the patches, which neither compression nor enlarging touches. */
const flats = (picture: Pixels): Pixels =>
  drawPicture(8, 7, (x, y) => {
    const from = ((picture.height / 2 - 3 + y) * picture.width + x * 16 + 8) * 3
    return [picture.data[from]!, picture.data[from + 1]!, picture.data[from + 2]!]
  })

test('every input format is enhanced, its original is stored unchanged, and its name fits the format', async () => {
  const { client } = customer
  const folder = await mkdtemp(join(tmpdir(), 'platelight-formats-'))
  for (const [name, file] of await sampleFiles()) {
    // The file name is never used: files that phones name .jpeg often have another format.
    const path = join(folder, 'photo.jpeg')
    await writeFile(path, file)
    const made = await client.photos.enhance({ image: { path }, formats: ['original'], upscale: false })
    expect(made, name).toMatchObject({ status: 'completed', creditsUsed: 1 })
    const reply = await fetch(made.original.url)
    expect(reply.headers.get('content-type')).toBe(`image/${name.split(' ')[0]}`)
    const kept = Buffer.from(await reply.arrayBuffer())
    // Of a film only the first frame is kept.
    expect(name.endsWith(' film') ? kept.length < file.length : kept.equals(file), name).toBe(true)
    const output = await stored(made.enhanced.original!)
    const { width, height } = await sharp(output).metadata()
    expect([width, height], name).toEqual([made.original.width, made.original.height])
  }
  await rm(folder, { recursive: true })
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('/api/enhance returns %s on request', async (format) => {
  const { client } = customer
  const photo = await raw(drawDish(160, 120)).jpeg().toBuffer()
  const { url } = await client.uploads.create(Uint8Array.from(photo))
  const { enhanced_url } = await client.images.enhance({ image_url: url, format })
  const reply = await fetch(enhanced_url)
  expect(reply.headers.get('content-type')).toBe(`image/${format}`)
  const file = Buffer.from(await reply.arrayBuffer())
  const { mediaType, xmp } = await sharp(file).metadata()
  expect(mediaType).toBe(`image/${format}`)
  expect(xmp?.toString()).toContain('digitalsourcetype/algorithmicallyEnhanced')
})

test('the first picture of an animation is used', async () => {
  const film = Buffer.concat([drawDish(64, 48).data, drawPicture(64, 48, () => [0, 0, 255]).data])
  const frames = () => sharp(film, { raw: { width: 64, height: 96, channels: 3, pageHeight: 48 } })
  for (const file of [await frames().webp({ lossless: true }).toBuffer(), await frames().gif().toBuffer()]) {
    expect((await sharp(file).metadata()).pages).toBe(2)
    const { url, width, height } = await customer.client.uploads.create(Uint8Array.from(file))
    expect([width, height]).toEqual([64, 48])
    const { result_url } = await customer.client.images.upscale({ image_url: url, scale: 2, format: 'png' })
    const { channels } = await sharp(await stored(result_url)).stats()
    expect(channels[0]!.mean).toBeGreaterThan(channels[2]!.mean)
  }
})

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['PDF', '%PDF-1.7'],
  ['BMP', 'BM\x36\0\0\0'],
  ['JPEG XL', '\0\0\0\x0cJXL \r\n\x87\n'],
  ['video', '\0\0\0\x18ftypisom\0\0\x02\0isomiso2'],
  ['camera raw', 'II\x2a\0\x10\0\0\0CR\x02\0'],
])('%s is refused with what to send instead, and nothing is charged', async (_, text) => {
  const { client, credits } = await app.customer({ credits: 1 })
  const image = Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  await expect(client.photos.enhance({ image })).rejects.toMatchObject({
    status: 400,
    code: 'unsupported_image',
    message: expect.stringContaining('Send a JPEG, PNG, WebP, AVIF, HEIC, TIFF or GIF file.'),
  })
  expect(await credits()).toBe(1)
})

describe('results, compared with ImageMagick', needs('ImageMagick'), () => {
  const writers = {
    jpeg: (picture: Pixels, orientation: number) =>
      raw(picture).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer(),
    png: (picture: Pixels, orientation: number) => raw(picture).png().withMetadata({ orientation }).toBuffer(),
    webp: (picture: Pixels, orientation: number) =>
      raw(picture).webp({ quality: 95 }).withMetadata({ orientation }).toBuffer(),
    tiff: async (picture: Pixels, orientation: number) =>
      runProgram('ImageMagick', ['in.png', '-orient', ORIENTS[orientation - 1]!, 'tif:-'], {
        files: { 'in.png': await raw(picture).png().toBuffer() },
      }),
  }
  const ORIENTS = [
    'TopLeft',
    'TopRight',
    'BottomRight',
    'BottomLeft',
    'LeftTop',
    'RightTop',
    'RightBottom',
    'LeftBottom',
  ]

  describe.each(Object.entries(writers))('the orientation of a %s', (_, write) => {
    test.each([1, 2, 3, 4, 5, 6, 7, 8])('%i is upright', async (orientation) => {
      const shown = await through(await write(storedAs(lopsided, orientation), orientation))
      expect([shown.width, shown.height]).toEqual([192, 128])
      expect(lumaSsim(halved(shown), lopsided)).toBeGreaterThan(0.9)
    })
  })

  test('a HEIC is rotated by its container, and not again by EXIF', needs('heif-enc'), async () => {
    const turns = [[], [imir(1)], [irot(2)], [imir(0)], [irot(1), imir(0)], [irot(3)], [irot(3), imir(0)], [irot(1)]]
    for (const [i, more] of turns.entries()) {
      const coded = await hevc(storedAs(lopsided, i + 1))
      const shown = await through(
        writeHeif({
          items: [
            { id: 1, type: 'hvc1', data: coded.data, properties: [...coded.properties, ...more] },
            { id: 2, type: 'Exif', data: exifData(exifBlock({ main: [[0x0112, 3, i + 1]] })) },
          ],
          references: [['cdsc', 2, 1]],
        }),
      )
      expect([shown.width, shown.height]).toEqual([192, 128])
      expect(lumaSsim(halved(shown), lopsided)).toBeGreaterThan(0.9)
    }
  })

  test('wide colours, 16 bits, grey and HEIC come out within ΔE 2', async () => {
    const files: Record<string, Buffer> = {
      'P3 by profile': await raw(patches)
        .withIccProfile('p3')
        .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
        .toBuffer(),
      'Adobe RGB by EXIF': withExifBlock(
        await raw(patchesIn('a98')).jpeg({ quality: 98, chromaSubsampling: '4:4:4' }).toBuffer(),
        ADOBE_RGB_EXIF,
      ),
      '16 bits': await raw(patches).toColourspace('rgb16').png().toBuffer(),
      'WebP in P3': await raw(patches).withIccProfile('p3').webp({ lossless: true }).toBuffer(),
    }
    if (missing('heif-enc') === undefined) {
      const { data, properties } = await hevc(patchesIn('p3'))
      files['HEIC in P3'] = writeHeif({
        items: [{ id: 1, type: 'hvc1', data, properties: [...properties, nclx(12, 13)] }],
      })
    }
    for (const [name, file] of Object.entries(files)) {
      expect(meanDeltaE(flats(halved(await through(file))), flats(patches)), name).toBeLessThan(2)
    }
    const grey = await raw(patches).greyscale().png().toBuffer()
    expect(meanDeltaE(flats(halved(await through(grey))), flats(decodeByImageMagick(grey)))).toBeLessThan(2)
  })

  test('CMYK looks as ImageMagick converts it', async () => {
    const file = await raw(patches).toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 98 }).toBuffer()
    const { icc } = await sharp(await raw(patches).withIccProfile('srgb').png().toBuffer()).metadata()
    const theirs = runProgram('ImageMagick', ['in', '-profile', 'srgb.icc', '-strip', 'png24:-'], {
      files: { in: file, 'srgb.icc': icc! },
    })
    expect(meanDeltaE(flats(halved(await through(file))), flats(decodeByImageMagick(theirs)))).toBeLessThan(2)
  })
})
