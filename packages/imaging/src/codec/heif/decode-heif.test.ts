import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { inner, lopsided, patches, patchesIn, storedAs } from '../../../test/support/colour-patches.ts'
import { drawDish, drawPicture } from '../../../test/support/drawn-pictures.ts'
import {
  ALPHA_URN,
  auxC,
  exifData,
  gridOf,
  hevc,
  imir,
  irot,
  nclx,
  one,
  prof,
  writeHeif,
} from '../../../test/support/heif-samples.ts'
import { needs, runProgram } from '../../../test/support/machine/outside-programs.ts'
import { lumaSsim, meanDeltaE } from '../../../test/support/picture-measures.ts'
import { decodeImage } from '../decode/decode-image.ts'
import { inspectImage } from '../file/inspect-image.ts'

describe('HEIC', needs('heif-enc'), () => {
  it('is decoded as it is displayed', async () => {
    const dish = drawDish(320, 240)
    const file = writeHeif(one(await hevc(dish)))
    expect(await inspectImage(file)).toMatchObject({ format: 'heic', width: 320, height: 240, hasAlpha: false })
    const pixels = await decodeImage(file)
    expect(pixels).toMatchObject({ width: 320, height: 240, channels: 3 })
    expect(meanDeltaE(pixels, dish)).toBeLessThan(2)
  })

  it('joins the tiles of a phone and crops them at the edge', async () => {
    const dish = drawDish(300, 200)
    const file = writeHeif(await gridOf(dish, 128))
    expect(await inspectImage(file)).toMatchObject({ width: 300, height: 200 })
    const pixels = await decodeImage(file)
    expect([pixels.width, pixels.height]).toEqual([300, 200])
    expect(lumaSsim(pixels, dish)).toBeGreaterThan(0.97)
  })

  // Mirroring comes after the rotation, in the order of the container.
  it.each([
    [1, []],
    [2, [imir(1)]],
    [3, [irot(2)]],
    [4, [imir(0)]],
    [5, [irot(1), imir(0)]],
    [6, [irot(3)]],
    [7, [irot(3), imir(0)]],
    [8, [irot(1)]],
  ] as const)('rotates a picture stored like EXIF orientation %i upright, once', async (orientation, turns) => {
    const coded = await hevc(storedAs(lopsided, orientation))
    // Phones also write the orientation into the EXIF block. It must not be applied again.
    const tiff = Buffer.from([
      0x49,
      0x49,
      42,
      0,
      8,
      0,
      0,
      0,
      1,
      0,
      0x12,
      1,
      3,
      0,
      1,
      0,
      0,
      0,
      orientation,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    ])
    const { items } = one(coded, ...turns)
    const file = writeHeif({
      items: [...items, { id: 2, type: 'Exif', data: exifData(tiff) }],
      references: [['cdsc', 2, 1]],
    })
    expect(await inspectImage(file)).toMatchObject({ width: 96, height: 64, orientation: 1 })
    const pixels = await decodeImage(file)
    expect([pixels.width, pixels.height]).toEqual([96, 64])
    expect(meanDeltaE(pixels, lopsided)).toBeLessThan(3)
  })

  it('reads Display-P3 both from an embedded profile and from code points', async () => {
    const coded = await hevc(patchesIn('p3'))
    const { icc } = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .withIccProfile('p3')
      .png()
      .toBuffer()
      .then((file) => sharp(file).metadata())
    for (const colour of [prof(icc!), nclx(12, 13)]) {
      const pixels = await decodeImage(writeHeif(one(coded, colour)))
      expect(meanDeltaE(inner(pixels), inner(patches))).toBeLessThan(1.5)
    }
    // Without either, the numbers are read as sRGB, which gives other colours.
    expect(meanDeltaE(inner(await decodeImage(writeHeif(one(coded)))), inner(patches))).toBeGreaterThan(2)
  })

  it('uses the colours of the tiles when the grid has none', async () => {
    const { items, ...rest } = await gridOf(patchesIn('p3'), 64)
    const coloured = items.map((item) =>
      item.type === 'grid' ? item : { ...item, properties: [...item.properties!, nclx(12, 13)] },
    )
    expect(meanDeltaE(inner(await decodeImage(writeHeif({ ...rest, items: coloured }))), inner(patches))).toBeLessThan(
      2,
    )
  })

  it('reads 10 bits', async () => {
    const deep = await sharp(patches.data, { raw: { width: patches.width, height: patches.height, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    const file = runProgram('heif-enc', ['-q', '95', '-b', '10', '-p', 'chroma=444', 'in.png', '-o', 'out.heic'], {
      files: { 'in.png': deep },
      result: 'out.heic',
    })
    expect(meanDeltaE(inner(await decodeImage(file)), inner(patches))).toBeLessThan(1.5)
  })

  it.each([
    ['straight', []],
    ['premultiplied', [['prem', 1, 2]]],
  ] as const)('reads %s transparency', async (_, marks) => {
    const colour = drawPicture(64, 64, () => (marks.length > 0 ? [100, 50, 20] : [200, 100, 40]))
    const [picture, alpha] = await Promise.all([hevc(colour), hevc(drawPicture(64, 64, () => [128, 128, 128]))])
    const file = writeHeif({
      items: [
        { id: 1, type: 'hvc1', ...picture },
        { id: 2, type: 'hvc1', data: alpha.data, properties: [...alpha.properties, auxC(ALPHA_URN)] },
      ],
      references: [['auxl', 2, 1], ...marks],
    })
    expect(await inspectImage(file)).toMatchObject({ hasAlpha: true })
    const { channels, data } = await decodeImage(file)
    expect(channels).toBe(4)
    for (const [i, value] of [200, 100, 40, 128].entries()) expect(Math.abs(data[i] - value)).toBeLessThan(5)
  })

  it('shows the primary picture of several, whatever their order', async () => {
    const [first, second] = await Promise.all([hevc(drawPicture(64, 64, () => [20, 20, 200])), hevc(lopsided)])
    const items = [first, second].map((coded, i) => ({ id: i + 1, type: 'hvc1', ...coded }))
    const file = writeHeif({ items, primary: 2 })
    expect(await inspectImage(file)).toMatchObject({ width: 96, height: 64 })
    expect(meanDeltaE(await decodeImage(file), lopsided)).toBeLessThan(3)
  })

  it('keeps creator and owner, from EXIF and from XMP', async () => {
    const coded = await hevc(lopsided)
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator><rdf:Seq><rdf:li>Ana &amp; Bo</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>'
    const { exif } = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'Ana Diaz 2026' } })
      .jpeg()
      .toBuffer()
      .then((file) => sharp(file).metadata())
    const file = writeHeif({
      items: [
        { id: 1, type: 'hvc1', ...coded },
        { id: 2, type: 'Exif', data: exifData(exif!.subarray(6)) },
        { id: 3, type: 'mime', data: Buffer.from(xmp), contentType: 'application/rdf+xml' },
      ],
      references: [
        ['cdsc', 2, 1],
        ['cdsc', 3, 1],
      ],
    })
    expect((await inspectImage(file)).credits).toEqual({ artist: 'Ana & Bo', copyright: 'Ana Diaz 2026' })
  })
})
