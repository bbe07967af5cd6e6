import exifr from 'exifr'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { exifBlock, withExifBlock, withSegment } from '../../../test/support/blocks.ts'
import { drawDish, drawPicture, toFile } from '../../../test/support/drawn-pictures.ts'
import { needs, runProgram } from '../../../test/support/machine/outside-programs.ts'
import { decodeImage } from '../decode/decode-image.ts'
import { encodeImage } from '../encode/encode-image.ts'
import type { OutputFormat } from '../file/image-formats.ts'
import { inspectImage } from '../file/inspect-image.ts'

const dish = drawDish(120, 90)
const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const

/** The file after decoding and encoding, without any change of its pixels. */
const passed = async (file: Uint8Array, format: OutputFormat = 'jpeg') => {
  const { credits } = await inspectImage(file)
  return Buffer.from(await encodeImage(await decodeImage(file), { format, credits, source: 'algorithmicallyEnhanced' }))
}

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" aux:SerialNumber="XMP-SERIAL">
<dc:creator><rdf:Seq><rdf:li>Xenia &amp; Co</rdf:li><rdf:li>Bo</rdf:li></rdf:Seq></dc:creator>
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">&#169; Xenia</rdf:li><rdf:li xml:lang="de">andere</rdf:li></rdf:Alt></dc:rights>
</rdf:Description></rdf:RDF></x:xmpmeta>`

const iim = (field: number, text: Buffer) => Buffer.concat([Buffer.from([0x1c, 2, field, 0, text.length]), text])
const photoshop = (...fields: Buffer[]) => {
  const body = Buffer.concat(fields)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length)
  return [Buffer.from('Photoshop 3.0\0', 'latin1'), Buffer.from('8BIM\x04\x04\0\0', 'latin1'), size, body]
}

/** A phone's photo with all its metadata: person, location and device. */
const telling = async () =>
  sharp(await toFile(dish, 'jpeg'))
    .withExif({
      IFD0: { Artist: 'Ana Diaz', Copyright: '(C) Ana', Make: 'MAKER', Model: 'MODEL' },
      IFD2: {
        BodySerialNumber: 'BODY-SERIAL',
        LensSerialNumber: 'LENS-SERIAL',
        CameraOwnerName: 'OWNER',
      },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .jpeg()
    .toBuffer()

describe('the metadata of a file', () => {
  it.each(FORMATS)('is written into a %s only as credits and source type', async (format) => {
    const shot = withSegment(await telling(), 0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(XMP))
    expect(await exifr.gps(shot)).toMatchObject({ latitude: 51.5 })
    const file = await passed(shot, format)
    for (const secret of ['SERIAL', 'OWNER', 'MAKER', 'MODEL']) {
      expect(shot.includes(secret)).toBe(true)
      expect(file.includes(secret)).toBe(false)
    }
    expect((await inspectImage(file)).credits).toEqual({ artist: 'Ana Diaz', copyright: '(C) Ana' })
    // The reader supports neither WebP nor this AVIF.
    if (format === 'webp' || format === 'avif') return
    expect(await exifr.gps(file)).toBeUndefined()
    const tags = await exifr.parse(file, { xmp: true, tiff: true, exif: true })
    expect(tags).toMatchObject({ Artist: 'Ana Diaz', Copyright: '(C) Ana' })
  })

  it.each(FORMATS)('in a %s has the credits that exiftool reads', needs('exiftool'), async (format) => {
    const files = { picture: await passed(await telling(), format) }
    const [tags] = JSON.parse(runProgram('exiftool', ['-json', '-G1', '-a', 'picture'], { files }).toString())
    expect(tags['XMP-iptcExt:DigitalSourceType']).toMatch(/algorithmicallyEnhanced|Algorithmically/i)
    expect(tags).toMatchObject({
      'IFD0:Artist': 'Ana Diaz',
      'IFD0:Copyright': '(C) Ana',
      'XMP-dc:Creator': 'Ana Diaz',
      'XMP-dc:Rights': '(C) Ana',
    })
    expect(tags['IFD0:Orientation'] ?? 'Horizontal (normal)').toBe('Horizontal (normal)')
    const told = Object.keys(tags).filter((name) => /GPS|Serial|Owner|MakerNote|Thumbnail/.test(name))
    expect(told).toEqual([])
  })

  it('is also read in Latin-1, which old cameras write', async () => {
    const plain = await toFile(dish, 'jpeg')
    const block = exifBlock({ main: [[0x8298, 2, '# 2026 Zo#']] })
    for (const [sign, at] of [[0xa9, block.indexOf('# 2026')] as const, [0xeb, block.indexOf('#\0')] as const]) {
      block[at] = sign
    }
    expect((await inspectImage(withExifBlock(plain, block))).credits).toEqual({ copyright: '© 2026 Zoë' })
    // The cut may fall inside a letter of several bytes.
    const long = exifBlock({ main: [[0x013b, 2, `x${'ë'.repeat(600)}`]] })
    expect((await inspectImage(withExifBlock(plain, long))).credits).toEqual({ artist: `x${'ë'.repeat(499)}` })
  })

  it('has credits from XMP if EXIF has none', async () => {
    const plain = await toFile(dish, 'jpeg')
    const named = withSegment(plain, 0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(XMP))
    expect((await inspectImage(named)).credits).toEqual({ artist: 'Xenia & Co; Bo', copyright: '© Xenia' })
    const half = withExifBlock(named, exifBlock({ main: [[0x8298, 2, 'EXIF rights']] }))
    expect((await inspectImage(half)).credits).toEqual({ artist: 'Xenia & Co; Bo', copyright: 'EXIF rights' })
  })

  it('has credits from IPTC-IIM if nothing else has any, in both encodings', async () => {
    const plain = await toFile(dish, 'jpeg')
    const fields = [
      iim(80, Buffer.from('Zoë')),
      iim(80, Buffer.from('Bo')),
      iim(116, Buffer.from('Zoë 2026', 'latin1')),
    ]
    const named = withSegment(plain, 0xed, ...photoshop(...fields))
    expect((await inspectImage(named)).credits).toEqual({ artist: 'Zoë; Bo', copyright: 'Zoë 2026' })
  })

  it('has credits from a TIFF, which has no EXIF block', async () => {
    const file = await sharp(await toFile(dish))
      .withExif({ IFD0: { Artist: 'Ana' } })
      .tiff()
      .toBuffer()
    const block = exifBlock({ main: [[0x013b, 2, 'Ana Diaz']] })
    expect((await inspectImage(file)).format).toBe('tiff')
    // The same directory in front of a picture whose own directory follows it.
    const entries = Buffer.from(file)
    const at = entries.readUInt32LE(4)
    const count = entries.readUInt16LE(at)
    const name = Buffer.from('Ana Diaz\0')
    const directory = Buffer.concat([
      entries.subarray(at, at + 2 + 12 * count),
      Buffer.from([0x3b, 0x01, 2, 0, name.length, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ])
    directory.writeUInt16LE(count + 1, 0)
    directory.writeUInt32LE(file.length + directory.length, 2 + 12 * count + 8)
    const whole = Buffer.concat([entries, directory, name])
    whole.writeUInt32LE(file.length, 4)
    expect((await inspectImage(whole)).credits).toEqual({ artist: 'Ana Diaz' })
    expect((await inspectImage(withExifBlock(await toFile(dish, 'jpeg'), block))).credits).toEqual({
      artist: 'Ana Diaz',
    })
  })

  it('may be damaged or endless without harm', async () => {
    const plain = await toFile(
      drawPicture(40, 30, () => [90, 60, 40]),
      'jpeg',
    )
    for (const body of [
      '<dc:creator>',
      '<dc:creator/><dc:rights>&#9999999;</dc:rights>',
      '<dc:creator><rdf:li>'.repeat(3000),
    ]) {
      const named = withSegment(plain, 0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(body))
      expect((await inspectImage(named)).credits).toEqual({})
    }
    const loop = exifBlock({ main: [[0x8769, 4, 8]], camera: [[0xa001, 3, 0xffff]] })
    expect((await inspectImage(withExifBlock(plain, loop))).credits).toEqual({})
    expect((await decodeImage(withExifBlock(plain, loop.subarray(0, 20)))).width).toBe(40)
  })
})
