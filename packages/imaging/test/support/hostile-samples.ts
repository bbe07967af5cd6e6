import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { chunk, withChunks, withSegment } from './blocks.ts'

/** Small files that demand much: memory, time, or endless steps. */

const u16 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255])
const u24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16])
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

const plain = (width = 64, height = 48) => sharp({ create: { width, height, channels: 3, background: '#a06040' } })
const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })

/** Text that unpacks to many times the size of everything else. */
export const pngTextBomb = async (chunks = 100): Promise<Buffer> => {
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros(20_000_000)])
  return withChunks(await plain().png().toBuffer(), ...Array.from({ length: chunks }, () => chunk('zTXt', text)))
}

export const pngProfileBomb = async (): Promise<Buffer> =>
  withChunks(
    await plain().png().toBuffer(),
    chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), zeros(500_000_000)])),
  )

export const jpegWithMetadata = async (megabytes = 4): Promise<Buffer> => {
  let file: Buffer = await plain().jpeg().toBuffer()
  const segment = Buffer.alloc(65_000, 'metadata ')
  for (let left = megabytes * 1e6; left > 0; left -= segment.length) {
    file = withSegment(file, left % 2 === 0 ? 0xe1 : 0xed, segment)
  }
  return file
}

/** A progressive JPEG whose last scan is repeated many times. */
export const jpegScanBomb = async (scans = 20_000): Promise<Buffer> => {
  const file = await plain(4000, 4000).jpeg({ progressive: true }).toBuffer()
  const start = file.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = file.subarray(start, file.length - 2)
  return Buffer.concat([
    file.subarray(0, file.length - 2),
    ...Array.from({ length: scans }, () => scan),
    file.subarray(-2),
  ])
}

/** A TIFF whose directories follow one another. The last one points at `end`: 0 for nothing, 8 for the first. */
export const tiffOfPages = (pages: number, end: 0 | 8 = 0): Buffer => {
  const entries: (readonly [number, number, number])[] = [
    [256, 4, 1],
    [257, 4, 1],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 4, 1],
    [279, 4, 1],
  ]
  const size = 2 + 12 * entries.length + 4
  const all = Array.from({ length: pages }, (_, i) =>
    Buffer.concat([
      u16(entries.length),
      ...entries.map(([tag, type, value]) => Buffer.concat([u16(tag), u16(type), u32(1), u32(value)])),
      u32(i === pages - 1 ? end : 8 + (i + 1) * size),
    ]),
  )
  return Buffer.concat([Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]), ...all])
}

/** A directory that claims the largest possible number of entries. */
export const tiffOfEntries = (): Buffer => {
  const entry = Buffer.concat([u16(0x9999), u16(4), u32(0xffffffff), u32(8)])
  return Buffer.concat([
    Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]),
    u16(0xffff),
    ...Array.from({ length: 0xffff }, () => entry),
    u32(0),
  ])
}

export const gifOfCanvas = async (width: number, height: number): Promise<Buffer> => {
  const file = await plain().gif().toBuffer()
  file.writeUInt16LE(width, 6)
  file.writeUInt16LE(height, 8)
  return file
}

/** The only frame of a GIF, repeated. */
export const gifOfFrames = async (frames: number): Promise<Buffer> => {
  const file = await plain(16, 16).gif().toBuffer()
  const start = 13 + (file[10] & 0x80 ? 3 * 2 ** ((file[10] & 7) + 1) : 0)
  const frame = file.subarray(start, -1)
  return Buffer.concat([file.subarray(0, start), ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

const riff = (name: string, body: Uint8Array) =>
  Buffer.concat([Buffer.from(name, 'latin1'), u32(body.length), body, Buffer.alloc(body.length & 1)])

export const webpOfFrames = async (frames: number): Promise<Buffer> => {
  const still = await plain(16, 16).webp().toBuffer()
  const frame = riff(
    'ANMF',
    Buffer.concat([u24(0), u24(0), u24(15), u24(15), u24(100), Buffer.from([0]), still.subarray(12)]),
  )
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riff('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), u24(15), u24(15)])),
    riff('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ])
  return riff('RIFF', body)
}
