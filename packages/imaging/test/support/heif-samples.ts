import { readHeifContainer } from '../../src/codec/heif/heif-container.ts'
import type { Pixels } from '../../src/raster/pixels.ts'
import { toFile } from './drawn-pictures.ts'
import { runProgram } from './machine/outside-programs.ts'

/**
 * Writes HEIF files from coded pictures: tile grids, rotations, auxiliary and hidden images, colour by code points,
 * credits and more. Phones write such files, and the installed encoders cannot. Some of the files make false claims.
 */

const u8 = (...values: number[]) => Buffer.from(values)
const u16 = (...values: number[]) => Buffer.concat(values.map((v) => u8(v >> 8, v & 255)))
const u32 = (...values: number[]) =>
  Buffer.concat(
    values.map((v) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(v >>> 0)
      return bytes
    }),
  )
const text = (value: string) => Buffer.from(`${value}\0`, 'latin1')

const box = (type: string, ...body: Uint8Array[]): Buffer => {
  const whole = Buffer.concat(body)
  return Buffer.concat([u32(8 + whole.length), Buffer.from(type, 'latin1'), whole])
}
const fullBox = (type: string, version: number, flags: number, ...body: Uint8Array[]) =>
  box(type, u32((version << 24) | flags), ...body)

export const ispe = (width: number, height: number) => fullBox('ispe', 0, 0, u32(width, height))
/** Quarter turns counter-clockwise. */
export const irot = (turns: number) => box('irot', u8(turns))
/** Mirrored: 0 top to bottom, 1 left to right. */
export const imir = (axis: number) => box('imir', u8(axis))
export const nclx = (primaries: number, transfer: number, matrix = 6) =>
  box('colr', Buffer.from('nclx'), u16(primaries, transfer, matrix), u8(0x80))
export const prof = (profile: Uint8Array) => box('colr', Buffer.from('prof'), profile)
export const auxC = (urn: string) => fullBox('auxC', 0, 0, text(urn))
export const ALPHA_URN = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha'

export interface Item {
  readonly id: number
  readonly type: string
  readonly data: Uint8Array
  readonly properties?: readonly Uint8Array[]
  readonly contentType?: string
}

export interface Heif {
  readonly items: readonly Item[]
  readonly primary?: number
  readonly references?: readonly (readonly [kind: string, from: number, ...to: number[]])[]
  readonly brand?: string
}

export const writeHeif = ({ items, primary = 1, references = [], brand = 'heic' }: Heif): Buffer => {
  const ftyp = box('ftyp', Buffer.from(brand), u32(0), Buffer.from(`mif1${brand}`))
  const properties = items.flatMap((item) => item.properties ?? [])
  let next = 1
  const associations = items.map(({ id, properties: own = [] }) =>
    Buffer.concat([u16(id), u8(own.length), ...own.map(() => u8(next++))]),
  )
  const withOffsets = (offsets: readonly number[]) =>
    fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict'), u32(0, 0, 0), u8(0)),
      fullBox('pitm', 0, 0, u16(primary)),
      fullBox(
        'iinf',
        0,
        0,
        u16(items.length),
        ...items.map(({ id, type, contentType }) =>
          fullBox('infe', 2, 0, u16(id, 0), Buffer.from(type), u8(0), contentType ? text(contentType) : u8()),
        ),
      ),
      fullBox('iref', 0, 0, ...references.map(([kind, from, ...to]) => box(kind, u16(from, to.length, ...to)))),
      box('iprp', box('ipco', ...properties), fullBox('ipma', 0, 0, u32(items.length), ...associations)),
      fullBox(
        'iloc',
        0,
        0,
        u8(0x44, 0),
        u16(items.length),
        ...items.map(({ id, data }, i) => Buffer.concat([u16(id, 0, 1), u32(offsets[i] ?? 0, data.length)])),
      ),
    )
  const start = ftyp.length + withOffsets([]).length + 8
  let at = start
  const offsets = items.map(({ data }) => {
    at += data.length
    return at - data.length
  })
  return Buffer.concat([ftyp, withOffsets(offsets), box('mdat', ...items.map(({ data }) => data))])
}

/** The body of a grid item. */
export const gridData = (rows: number, columns: number, width: number, height: number) =>
  Buffer.concat([u8(0, 1, rows - 1, columns - 1), u32(width, height)])

/** The body of an Exif item. */
export const exifData = (tiff: Uint8Array) => Buffer.concat([u32(0), tiff])

export interface Coded {
  readonly data: Uint8Array
  /** hvcC or av1C, size, and bits of a channel. */
  readonly properties: readonly Uint8Array[]
}

/** A picture coded by HEVC, without the file around it. */
export const hevc = async (pixels: Pixels, ...options: string[]): Promise<Coded> =>
  codedIn(
    runProgram(
      'heif-enc',
      ['-q', '95', '-p', 'chroma=444', '-p', 'preset=ultrafast', '--no-alpha', ...options, 'in.png', '-o', 'out.heic'],
      {
        files: { 'in.png': await toFile(pixels) },
        result: 'out.heic',
      },
    ),
  )

/** A picture coded by AV1, without the file around it. */
export const av1 = async (pixels: Pixels, ...options: string[]): Promise<Coded> =>
  codedIn(
    runProgram('avifenc', ['-s', '8', '--min', '4', '--max', '8', ...options, 'in.png', 'out.avif'], {
      files: { 'in.png': await toFile(pixels) },
      result: 'out.avif',
    }),
  )

const codedIn = (file: Uint8Array): Coded => {
  const container = readHeifContainer(file)
  const properties = container
    .properties(container.primary)
    .filter(({ type }) => /^(hvcC|av1C|ispe|pixi)$/.test(type))
    .map(({ type, start, end }) => box(type, file.subarray(start, end)))
  return { data: Uint8Array.from(container.data(container.primary)!), properties }
}

/** One coded picture as a file, with further properties. */
export const one = (coded: Coded, ...more: Uint8Array[]): Heif => ({
  items: [{ id: 1, type: 'hvc1', data: coded.data, properties: [...coded.properties, ...more] }],
})

/** A picture cut into tiles as phones do, and joined by a grid. */
export const gridOf = async (pixels: Pixels, tile: number, more: readonly Uint8Array[] = []): Promise<Heif> => {
  const { width, height } = pixels
  const [columns, rows] = [Math.ceil(width / tile), Math.ceil(height / tile)]
  const tiles: Item[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const coded = await hevc(cut(pixels, column * tile, row * tile, tile))
      tiles.push({ id: 2 + tiles.length, type: 'hvc1', ...coded })
    }
  }
  const grid: Item = {
    id: 1,
    type: 'grid',
    data: gridData(rows, columns, width, height),
    properties: [ispe(width, height), ...more],
  }
  return { items: [grid, ...tiles], references: [['dimg', 1, ...tiles.map(({ id }) => id)]] }
}

/** A square cut out of a picture. Its last row and column are repeated beyond the edge. */
const cut = ({ data, width, height }: Pixels, left: number, top: number, side: number): Pixels => {
  const square = new Uint8Array(side * side * 3)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const from = (Math.min(height - 1, top + y) * width + Math.min(width - 1, left + x)) * 3
      square.set(data.subarray(from, from + 3), (y * side + x) * 3)
    }
  }
  return { data: square, width: side, height: side, channels: 3 }
}
