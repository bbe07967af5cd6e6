import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodeImage } from '../../src/codec/decode/decode-image.ts'
import { inspectImage } from '../../src/codec/file/inspect-image.ts'
import type { Pixels } from '../../src/raster/pixels.ts'
import { inner, lopsided, patches, patchesIn, storedAs } from '../support/colour-patches.ts'
import { av1, exifData, imir, irot, writeHeif } from '../support/heif-samples.ts'
import { needs, runProgram } from '../support/machine/outside-programs.ts'
import { meanDeltaE } from '../support/picture-measures.ts'

describe('AVIF', needs('avifenc'), () => {
  it('is also read with the brand of HEIC', async () => {
    const coded = await av1(lopsided)
    const file = writeHeif({ items: [{ id: 1, type: 'av01', ...coded }] })
    expect(await inspectImage(file)).toMatchObject({ format: 'avif', width: 96, height: 64 })
    expect(meanDeltaE(await decodeImage(file), lopsided)).toBeLessThan(3)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'rotates a picture stored like EXIF orientation %i upright, once',
    async (orientation) => {
      const turns = [[], [imir(1)], [irot(2)], [imir(0)], [irot(1), imir(0)], [irot(3)], [irot(3), imir(0)], [irot(1)]]
      const coded = await av1(storedAs(lopsided, orientation))
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
      const file = writeHeif({
        brand: 'avif',
        items: [
          { id: 1, type: 'av01', data: coded.data, properties: [...coded.properties, ...turns[orientation - 1]] },
          { id: 2, type: 'Exif', data: exifData(tiff) },
        ],
        references: [['cdsc', 2, 1]],
      })
      expect(await inspectImage(file)).toMatchObject({ width: 96, height: 64 })
      expect(meanDeltaE(await decodeImage(file), lopsided)).toBeLessThan(3)
    },
  )

  const pngOf = (picture: Pixels) => sharp(picture.data, { raw: picture }).png().toBuffer()
  const fine = ['-s', '8', '--min', '0', '--max', '4']

  it('gives the first picture of an animation', async () => {
    const files = { 'a.png': await pngOf(lopsided), 'b.png': await pngOf(storedAs(lopsided, 3)) }
    const file = runProgram('avifenc', [...fine, 'a.png', 'b.png', 'out.avif'], { files, result: 'out.avif' })
    expect(file.toString('latin1', 4, 12)).toBe('ftypavis')
    expect(await inspectImage(file)).toMatchObject({ format: 'avif', width: 96, height: 64 })
    expect(meanDeltaE(await decodeImage(file), lopsided)).toBeLessThan(3)
  })

  it.each(['avif', 'miaf', 'MA1B', 'mif1'])('is read with %s as its major brand', async (brand) => {
    const file = runProgram('avifenc', [...fine, 'in.png', 'out.avif'], {
      files: { 'in.png': await pngOf(lopsided) },
      result: 'out.avif',
    })
    file.write(brand, 8, 'latin1')
    expect(meanDeltaE(await decodeImage(file), lopsided)).toBeLessThan(3)
  })

  it.each([[], ['-d', '10', '--cicp', '12/13/6']])(
    'converts premultiplied colours to straight alpha, %s',
    async (...more) => {
      const veiled = await sharp(lopsided.data, { raw: lopsided }).ensureAlpha(0.5).png().toBuffer()
      const made = (...premultiply: string[]) =>
        runProgram('avifenc', [...fine, ...more, ...premultiply, 'in.png', 'out.avif'], {
          files: { 'in.png': veiled },
          result: 'out.avif',
        })
      const [straight, multiplied] = [await decodeImage(made()), await decodeImage(made('--premultiply'))]
      expect([straight.channels, multiplied.channels]).toEqual([4, 4])
      const off = straight.data.reduce((sum, value, i) => sum + Math.abs(value - multiplied.data[i]), 0)
      expect(off / straight.data.length).toBeLessThan(3)
    },
  )

  it('reads Display-P3 and BT.2020 from code points', async () => {
    for (const [space, primaries] of [
      ['p3', 12],
      ['rec2020', 9],
    ] as const) {
      const transfer = space === 'p3' ? 13 : 14
      const file = runProgram(
        'avifenc',
        ['-s', '8', '--min', '0', '--max', '4', '--cicp', `${primaries}/${transfer}/6`, 'in.png', 'out.avif'],
        {
          files: {
            'in.png': await sharp(patchesIn(space).data, { raw: patchesIn(space) })
              .png()
              .toBuffer(),
          },
          result: 'out.avif',
        },
      )
      expect(meanDeltaE(inner(await decodeImage(file)), inner(patches))).toBeLessThan(space === 'p3' ? 2 : 6)
    }
  })
})
