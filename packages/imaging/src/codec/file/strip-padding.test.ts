import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { sampleFiles } from '../../../test/support/picture-samples.ts'
import { ImageError } from '../../image-error.ts'
import { decodeImage } from '../decode/decode-image.ts'
import { inspectImage } from './inspect-image.ts'
import { stripPadding } from './strip-padding.ts'

let all: Map<string, Buffer>
beforeAll(async () => {
  all = await sampleFiles()
})

const PADDING = 6_000_000
const join = (...parts: Uint8Array[]) => Buffer.concat(parts)
const filled = (size: number, ...numbers: [(number: number, at: number) => void, number, number][]) => {
  const bytes = randomBytes(size)
  for (const [write, number, at] of numbers) write.call(bytes, number, at)
  return bytes
}
const { writeUInt16BE, writeUInt32BE, writeUInt32LE } = Buffer.prototype

const segment = (marker: number, name = '') => {
  const body = filled(65_536, [writeUInt16BE, 65_534, 2])
  body.set([0xff, marker])
  body.write(name, 4, 'latin1')
  return body
}
const segments = (marker: number, name = '') =>
  join(...Array.from({ length: PADDING / 65_536 }, () => segment(marker, name)))
const chunk = (name: string) => {
  const body = filled(PADDING + 12, [writeUInt32BE, PADDING, 0])
  body.write(name, 4, 'latin1')
  return body
}
const riff = (name: string) => {
  const body = filled(PADDING + 8, [writeUInt32LE, PADDING, 4])
  body.write(name, 0, 'latin1')
  return body
}
const comment = () =>
  join(
    Buffer.from([0x21, 0xfe]),
    ...Array.from({ length: PADDING / 256 }, () => filled(256).fill(255, 0, 1)),
    Buffer.of(0),
  )

/** Files that are padded wherever their formats have room for something else than the picture. */
function padded(name: string, file: Buffer): Buffer[] {
  const at = (place: number, ...extra: Buffer[]) =>
    extra.map((one) => join(file.subarray(0, place), one, file.subarray(place)))
  if (name.startsWith('jpeg')) {
    const names = [
      'Exif\0\0',
      'http://ns.adobe.com/xap/1.0/\0',
      'http://ns.adobe.com/xmp/extension/\0',
      'ICC_PROFILE\0',
    ]
    const known = names.map((one) => segments(one.startsWith('ICC') ? 0xe2 : 0xe1, one))
    const unknown = [segments(0xfe), segments(0xe5), segments(0xe2, 'MPF\0'), Buffer.alloc(PADDING, 0xff)]
    const profile = name === 'jpeg' ? at(2, segments(0xe2, 'ICC_PROFILE\0')) : []
    return [...at(2, ...unknown), ...at(file.length - 2, ...unknown, ...known), ...profile]
  }
  if (name.startsWith('png')) return at(33, ...['tEXt', 'zTXt', 'iTXt', 'eXIf', 'fdAT', 'prVt', 'iCCP'].map(chunk))
  if (name.startsWith('webp')) {
    return at(file.length, ...['EXIF', 'XMP ', 'JUNK', 'ICCP', 'ANMF'].map(riff)).map((whole) => {
      whole.writeUInt32LE(whole.length - 8, 4)
      return whole
    })
  }
  if (name.startsWith('gif')) return at(file.length - 1, comment(), join(...Array.from({ length: 3 }, comment)))
  return at(file.length, filled(PADDING))
}

test('a photo keeps every byte, an animation its first frame', () => {
  for (const [name, file] of all) {
    const kept = Buffer.from(stripPadding(file))
    if (name.endsWith('film')) expect(kept.length, name).toBeLessThan(file.length)
    else expect(kept.equals(file), name).toBe(true)
  }
})

test('what is kept of a padded file is not much longer than the photo, and looks the same', async () => {
  for (const [name, file] of all) {
    const before = await decodeImage(file)
    for (const [number, whole] of padded(name, file).entries()) {
      const kept = stripPadding(whole)
      if (/^(tiff|avif|heic)/.test(name) && kept.length > PADDING) {
        await expect(inspectImage(kept), name).rejects.toMatchObject({ code: 'image_too_large' })
        continue
      }
      expect(kept.length, `${name} ${number}`).toBeLessThan(file.length + 100)
      const after = await decodeImage(kept)
      expect(
        [after.width, after.height, Buffer.from(after.data).equals(Buffer.from(before.data))],
        `${name} ${number}`,
      ).toEqual([before.width, before.height, true])
    }
  }
})

test('a truncated or damaged file never gets longer and never throws', () => {
  for (const [name, file] of all) {
    for (let tries = 0; tries < 60; tries++) {
      const damaged = Buffer.from(file.subarray(0, 16 + Math.floor(Math.random() * file.length)))
      for (let changes = 0; changes < 4; changes++) damaged[Math.floor(Math.random() * damaged.length)] = tries * 7
      try {
        expect(stripPadding(damaged).length, name).toBeLessThanOrEqual(damaged.length)
      } catch (error) {
        expect(error, `${name}: ${damaged.toString('base64')}`).toBeInstanceOf(ImageError)
      }
    }
  }
})
