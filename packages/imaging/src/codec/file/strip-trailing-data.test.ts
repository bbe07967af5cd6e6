import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { drawDish, toFile } from '../../../test/support/drawn-pictures.ts'
import { needs } from '../../../test/support/machine/outside-programs.ts'
import { sampleFiles } from '../../../test/support/picture-samples.ts'
import { ImageError } from '../../image-error.ts'
import { decodeImage } from '../decode/decode-image.ts'
import { stripTrailingData } from './strip-trailing-data.ts'

let all: Map<string, Buffer>
beforeAll(async () => {
  all = await sampleFiles()
})

const join = (...parts: Uint8Array[]) => Buffer.concat(parts)
const box = (type: string, body: Uint8Array) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return join(head, body)
}
const kept = (file: Uint8Array) => Buffer.from(stripTrailingData(file))

test('a picture without trailing data keeps every byte', () => {
  for (const [name, file] of all) expect(kept(file).equals(file), name).toBe(true)
})

test('trailing data is removed in every format that marks its end', () => {
  const trailers = [randomBytes(50_000), Buffer.alloc(50_000), Buffer.from('\xff\xd9\xff\xd8', 'latin1')]
  for (const [name, file] of all) {
    for (const trailer of trailers) {
      const whole = join(file, trailer)
      // A TIFF does not say where it ends, so trailing data is kept and counted.
      expect(kept(whole).equals(name.startsWith('tiff') ? whole : file), name).toBe(true)
    }
  }
})

test('boxes that are not part of an AVIF or HEIC picture are removed', needs('heif-enc'), () => {
  for (const [name, file] of all) {
    if (!/^(avif|heic)/.test(name)) continue
    for (const type of ['mdat', 'free', 'uuid', 'mpvd']) {
      expect(kept(join(file, box(type, randomBytes(50_000)))).equals(file), `${name} ${type}`).toBe(true)
    }
  }
})

test('the first of several pictures in a JPEG stays whole and looks the same', async () => {
  const first = await toFile(drawDish(96, 72), 'jpeg')
  // The segment that lists the pictures of such a file, and a preview in another segment. Neither is its end.
  const segment = (marker: number, body: Uint8Array) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(2 + body.length, 2)
    return join(head, body)
  }
  const preview = segment(0xe1, join(Buffer.from('Exif\0\0'), await toFile(drawDish(16, 12), 'jpeg')))
  const list = segment(0xe2, join(Buffer.from('MPF\0II\x2a\0\x08\0\0\0'), Buffer.alloc(64)))
  const photo = join(first.subarray(0, 2), preview, list, first.subarray(2))
  const whole = join(photo, await toFile(drawDish(48, 36), 'jpeg'), Buffer.from('MotionPhoto'), randomBytes(9_000))
  expect(kept(whole).equals(photo)).toBe(true)
  const [before, after] = [await decodeImage(whole), await decodeImage(kept(whole))]
  expect([after.width, after.height]).toEqual([before.width, before.height])
  expect(Buffer.from(after.data).equals(Buffer.from(before.data))).toBe(true)
})

test('a truncated or damaged file never gets longer and never throws', () => {
  for (const [name, file] of all) {
    for (let tries = 0; tries < 60; tries++) {
      const damaged = Buffer.from(file.subarray(0, 16 + Math.floor(Math.random() * file.length)))
      for (let changes = 0; changes < 4; changes++) damaged[Math.floor(Math.random() * damaged.length)] = tries * 7
      try {
        const rest = kept(damaged)
        expect(damaged.subarray(0, rest.length).equals(rest), name).toBe(true)
      } catch (error) {
        expect(error, `${name}: ${damaged.toString('base64')}`).toBeInstanceOf(ImageError)
      }
    }
  }
})
