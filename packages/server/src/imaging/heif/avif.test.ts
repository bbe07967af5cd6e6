import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { av1, exifData, imir, irot, writeHeif } from '../../../test/support/imaging/heif.ts'
import { meanDeltaE } from '../../../test/support/imaging/measures.ts'
import { inner, lopsided, patches, patchesIn, storedAs } from '../../../test/support/imaging/patches.ts'
import { lacks, run } from '../../../test/support/imaging/programs.ts'
import { decode, inspect } from '../codec.ts'

describe.skipIf(lacks('avifenc'))('AVIF', () => {
  it('is read under the brand of HEIC too', async () => {
    const coded = await av1(lopsided)
    const file = writeHeif({ items: [{ id: 1, type: 'av01', ...coded }] })
    expect(await inspect(file)).toMatchObject({ format: 'avif', width: 96, height: 64 })
    expect(meanDeltaE(await decode(file), lopsided)).toBeLessThan(3)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'turns what is stored like EXIF orientation %i upright, once',
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
          { id: 1, type: 'av01', data: coded.data, properties: [...coded.properties, ...turns[orientation - 1]!] },
          { id: 2, type: 'Exif', data: exifData(tiff) },
        ],
        references: [['cdsc', 2, 1]],
      })
      expect(await inspect(file)).toMatchObject({ width: 96, height: 64 })
      expect(meanDeltaE(await decode(file), lopsided)).toBeLessThan(3)
    },
  )

  it('reads Display-P3 and BT.2020 given by number', async () => {
    for (const [space, primaries] of [
      ['p3', 12],
      ['rec2020', 9],
    ] as const) {
      const transfer = space === 'p3' ? 13 : 14
      const file = run(
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
      expect(meanDeltaE(inner(await decode(file)), inner(patches))).toBeLessThan(space === 'p3' ? 2 : 6)
    }
  })
})
