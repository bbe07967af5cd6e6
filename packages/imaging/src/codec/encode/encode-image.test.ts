import exifr from 'exifr'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { copyOf, drawDish, drawPicture, toFile } from '../../../test/support/drawn-pictures.ts'
import type { OutputFormat } from '../file/image-formats.ts'
import { inspectImage } from '../file/inspect-image.ts'
import { encodeImage, xmpPacket } from './encode-image.ts'

const dish = drawDish(320, 240)
const plain = { credits: {}, source: 'algorithmicallyEnhanced' } as const
const xmpOf = async (file: Uint8Array) => (await sharp(file).metadata()).xmp?.toString() ?? ''

describe('encodeImage', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('writes the digital source type into a %s', async (format) => {
    const file = await encodeImage(dish, { ...plain, format })
    expect((await inspectImage(file)).format).toBe(format)
    expect(await xmpOf(file)).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicallyEnhanced')
  })

  it('keeps creator and copyright, and drops location and serial numbers', async () => {
    const shot = await sharp(await toFile(dish, 'jpeg'))
      .withExif({
        IFD0: { Artist: 'Ana Diaz', Copyright: '(C) 2026 Ana <Diaz>', Make: 'Phone' },
        IFD2: { BodySerialNumber: 'SN-1234' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    expect(await exifr.gps(shot)).toMatchObject({ latitude: 51.5 })
    const { credits } = await inspectImage(shot)
    expect(credits).toEqual({ artist: 'Ana Diaz', copyright: '(C) 2026 Ana <Diaz>' })

    const file = Buffer.from(await encodeImage(dish, { format: 'jpeg', credits, source: 'algorithmicallyEnhanced' }))
    const tags = await exifr.parse(file, { gps: true, tiff: true, exif: true, translateValues: false })
    expect(await exifr.gps(file)).toBeUndefined()
    expect(tags.Copyright).toContain('2026 Ana')
    expect(file.includes('SN-1234')).toBe(false)
    expect(file.includes('Phone')).toBe(false)
    expect(await xmpOf(file)).toContain('Ana &#60;Diaz&#62;')
  })

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('keeps the accents in a name in a %s', async (format) => {
    const credits = { artist: 'Zoë Muñoz', copyright: '© 2026 Café Zoë' }
    const file = await encodeImage(dish, { format, credits, source: 'algorithmicallyEnhanced' })
    expect((await inspectImage(file)).credits).toEqual(credits)
  })

  it('crops and resizes to the exact pixel', async () => {
    const crop = { left: 20, top: 10, width: 160, height: 90 }
    const file = await encodeImage(dish, { ...plain, format: 'jpeg', crop, size: { width: 320, height: 180 } })
    expect(await inspectImage(file)).toMatchObject({ width: 320, height: 180, orientation: 1 })
  })

  it('puts transparency on white only if the format has no transparency', async () => {
    const clear = { data: new Uint8Array(16 * 16 * 4), width: 16, height: 16, channels: 4 as const }
    const shown = await sharp(await encodeImage(clear, { ...plain, format: 'jpeg' }))
      .raw()
      .toBuffer()
    expect(shown[0]).toBeGreaterThan(250)
    for (const format of ['png', 'webp', 'avif'] as const) {
      expect((await sharp(await encodeImage(clear, { ...plain, format })).metadata()).hasAlpha).toBe(true)
    }
  })

  it('gives the same bytes for the same pixels', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as OutputFormat[]) {
      const once = await encodeImage(dish, { ...plain, format })
      expect(Buffer.compare(await encodeImage(copyOf(dish), { ...plain, format }), once)).toBe(0)
    }
  })

  it('accepts any text in copyright fields', () => {
    const packet = xmpPacket('algorithmicallyEnhanced', { copyright: 'a\u0000b & "c" </rdf:li>' })
    expect(packet).not.toContain('\u0000')
    expect(packet.match(/<\/rdf:li>/g)).toHaveLength(1)
  })

  it('does not change its input pixels', async () => {
    const given = drawPicture(40, 30, (x) => [x * 6, 90, 120])
    const before = Uint8Array.from(given.data)
    await encodeImage(given, { ...plain, format: 'jpeg' })
    expect(given.data).toEqual(before)
  })
})
