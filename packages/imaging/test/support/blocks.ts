import { crc32 } from 'node:zlib'

/** Blocks of metadata and their positions in files, written byte by byte. */

const u16 = (value: number) => [value & 255, value >> 8]
const u32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24]

type Entry =
  | readonly [tag: number, type: 2 | 3 | 4, value: string | number]
  | readonly [tag: number, type: 5, values: readonly number[]]

/**
 * An EXIF block (little-endian, without the word Exif): its first directory, the camera's and the one on
 * interoperability.
 */
export const exifBlock = (parts: { main?: Entry[]; camera?: Entry[]; interoperability?: Entry[] }): Buffer => {
  const { main = [], camera = [], interoperability = [] } = parts
  const size = (count: number) => 2 + 12 * count + 4
  const cameraAt = 8 + size(main.length + 1)
  const interoperabilityAt = cameraAt + size(camera.length + 1)
  let textAt = interoperabilityAt + size(interoperability.length)
  const texts: number[] = []
  const directory = (entries: readonly Entry[]) => [
    ...u16(entries.length),
    ...entries.flatMap(([tag, type, value]) => {
      if (typeof value === 'number') return [...u16(tag), ...u16(type), ...u32(1), ...u32(value)]
      const isText = typeof value === 'string'
      const bytes = isText
        ? [...Buffer.from(`${value}\0`)]
        : value.flatMap((fraction) => [...u32(Math.round(fraction * 1e6)), ...u32(1e6)])
      const count = isText ? bytes.length : value.length
      if (bytes.length <= 4)
        return [...u16(tag), ...u16(type), ...u32(count), ...bytes, ...Array(4 - bytes.length).fill(0)]
      texts.push(...bytes)
      textAt += bytes.length
      return [...u16(tag), ...u16(type), ...u32(count), ...u32(textAt - bytes.length)]
    }),
    ...u32(0),
  ]
  const all = [
    ...directory([...main, [0x8769, 4, cameraAt]]),
    ...directory([...camera, [0xa005, 4, interoperabilityAt]]),
    ...directory(interoperability),
  ]
  return Buffer.from([0x49, 0x49, 42, 0, ...u32(8), ...all, ...texts])
}

/** The form in which cameras name Adobe RGB without embedding a profile. */
export const ADOBE_RGB_EXIF = exifBlock({ camera: [[0xa001, 3, 0xffff]], interoperability: [[1, 2, 'R03']] })

/** Inserts a segment after the beginning of a JPEG. */
export const withSegment = (jpeg: Uint8Array, marker: number, ...body: Uint8Array[]): Buffer => {
  const content = Buffer.concat(body)
  const length = content.length + 2
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, marker, length >> 8, length & 255]),
    content,
    jpeg.subarray(2),
  ])
}

export const withExifBlock = (jpeg: Uint8Array, block: Uint8Array): Buffer =>
  withSegment(jpeg, 0xe1, Buffer.from('Exif\0\0', 'latin1'), block)

export const chunk = (name: string, body: Uint8Array): Buffer => {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  check.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, check])
}

const HEADER_END = 8 + 25

/** Inserts chunks after the header of a PNG. */
export const withChunks = (png: Uint8Array, ...chunks: Uint8Array[]): Buffer =>
  Buffer.concat([png.subarray(0, HEADER_END), ...chunks, png.subarray(HEADER_END)])

export const figures = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, i) => {
    bytes.writeUInt32BE(Math.round(value * 100_000), 4 * i)
  })
  return bytes
}
