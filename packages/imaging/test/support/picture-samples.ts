import sharp from 'sharp'
import type { Pixels } from '../../src/raster/pixels.ts'
import { drawDish, drawPicture, toFile } from './drawn-pictures.ts'
import { gridOf, hevc, irot, nclx, writeHeif } from './heif-samples.ts'
import { missing } from './machine/outside-programs.ts'

/** One small photo in every kind of file that is read, both plain and unusual. */
export async function sampleFiles(): Promise<Map<string, Buffer>> {
  const dish = drawDish(96, 72)
  const raw = ({ data, width, height, channels }: Pixels) => sharp(data, { raw: { width, height, channels } })
  const film = Buffer.concat([dish.data, drawPicture(96, 72, () => [20, 90, 160]).data])
  const frames = () => sharp(film, { raw: { width: 96, height: 144, channels: 3, pageHeight: 72 } })
  const made = new Map<string, Buffer>([
    ['jpeg', await toFile(dish, 'jpeg')],
    [
      'jpeg with metadata',
      await raw(dish)
        .withExif({ IFD0: { Artist: 'Ana', Orientation: '6' } })
        .withIccProfile('p3')
        .jpeg({ progressive: true })
        .toBuffer(),
    ],
    ['png', await toFile(dish, 'png')],
    ['png with palette', await raw(dish).png({ palette: true }).toBuffer()],
    ['png of 16 bits', await raw(dish).toColourspace('rgb16').ensureAlpha(0.5).png({ progressive: true }).toBuffer()],
    ['webp', await toFile(dish, 'webp')],
    [
      'webp film',
      await frames()
        .webp({ loop: 0, delay: [90, 90] })
        .toBuffer(),
    ],
    ['webp without loss', await raw(dish).ensureAlpha(0.5).webp({ lossless: true }).toBuffer()],
    ['avif', await raw(dish).avif({ effort: 0 }).toBuffer()],
    ['tiff', await raw(dish).tiff({ compression: 'none' }).toBuffer()],
    [
      'tiff in tiles',
      await raw(dish).tiff({ compression: 'lzw', tile: true, tileWidth: 32, tileHeight: 32 }).toBuffer(),
    ],
    ['tiff of jpeg', await raw(dish).tiff({ compression: 'jpeg' }).toBuffer()],
    ['gif', await raw(dish).gif().toBuffer()],
    [
      'gif film',
      await frames()
        .gif({ loop: 0, delay: [90, 90] })
        .toBuffer(),
    ],
  ])
  if (missing('heif-enc')) return made
  const coded = await hevc(dish)
  made.set('heic', writeHeif({ items: [{ id: 1, type: 'hvc1', ...coded }] }))
  made.set('heic in tiles', writeHeif(await gridOf(drawDish(100, 70), 64, [nclx(12, 13), irot(1)])))
  return made
}
