import type { CodePoints } from '../../colour/colour-profiles.ts'
import type { Size } from '../../raster/geometry.ts'
import { createBoxReader, MalformedBox } from './heif-boxes.ts'
import { type HeifContainer, readHeifContainer } from './heif-container.ts'

/** The primary picture of a HEIF file as its structure describes it; the coded pixels may differ from that. */
export interface HeifPicture {
  /** Coding of the picture, or of the tiles of a grid. */
  readonly coding: 'hevc' | 'av1'
  /** Size after the crop and the rotation that the file asks for. */
  readonly width: number
  readonly height: number
  /** Number of pixels as coded, before the crop that the file asks for. */
  readonly codedPixels: number
  readonly hasAlpha: boolean
  /** Whether the colours are multiplied with alpha. */
  readonly isPremultiplied: boolean
  readonly profile: Uint8Array | undefined
  /** Colour space as code points (nclx), if the file gives them. */
  readonly points: CodePoints | undefined
  readonly exif: Uint8Array | undefined
  readonly xmp: Uint8Array | undefined
}

/** The picture is coded in a way that is not supported. */
export class UnsupportedCoding extends Error {}

const CODINGS: Readonly<Record<string, HeifPicture['coding']>> = { hvc1: 'hevc', hev1: 'hevc', av01: 'av1' }
const ALPHA = /^urn:mpeg:(mpegB:cicp:systems:auxiliary:alpha|hevc:2015:auxid:1)$/

const propertyReaders = (file: Uint8Array, container: HeifContainer, item: number) => {
  const boxes = container.properties(item)
  return (type: string) =>
    boxes.filter((box) => box.type === type).map(({ start, end }) => createBoxReader(file, start, end))
}

const codedSize = (file: Uint8Array, container: HeifContainer, item: number): Size => {
  const reader = propertyReaders(file, container, item)('ispe')[0]
  if (!reader) throw new MalformedBox('the size is missing')
  reader.version()
  const size = { width: reader.u32(), height: reader.u32() }
  if (size.width === 0 || size.height === 0) throw new MalformedBox('the size is zero')
  return size
}

/** The size after the crop and the rotation that the file asks for; mirroring does not change it. */
const displayedSize = (file: Uint8Array, container: HeifContainer, item: number, coded: Size): Size => {
  let { width, height } = coded
  for (const { type, start, end } of container.properties(item)) {
    const reader = createBoxReader(file, start, end)
    if (type === 'clap') {
      const [w, wd, h, hd] = [reader.u32(), reader.u32(), reader.u32(), reader.u32()]
      if (wd === 0 || hd === 0) throw new MalformedBox('the crop is empty')
      width = Math.max(1, Math.min(width, Math.round(w / wd)))
      height = Math.max(1, Math.min(height, Math.round(h / hd)))
    }
    if (type === 'irot' && reader.u8() & 1) [width, height] = [height, width]
  }
  return { width, height }
}

/** The coding of a grid's tiles, after checking that they exactly fill the grid. */
const gridCoding = (file: Uint8Array, container: HeifContainer, item: number, size: Size): HeifPicture['coding'] => {
  const data = container.data(item)
  if (!data) throw new MalformedBox('the grid is missing')
  const reader = createBoxReader(data, 0, data.length)
  reader.skip(1)
  const wide = (reader.u8() & 1) === 1
  const [rows, columns] = [reader.u8() + 1, reader.u8() + 1]
  const [width, height] = wide ? [reader.u32(), reader.u32()] : [reader.u16(), reader.u16()]
  const tiles = container.references('dimg', item)
  const first = tiles[0]
  const coding = first === undefined ? undefined : CODINGS[container.typeOf(first) ?? '']
  if (first === undefined || tiles.length !== rows * columns) throw new MalformedBox('tiles are missing')
  if (!coding || tiles.some((tile) => CODINGS[container.typeOf(tile) ?? ''] !== coding)) {
    throw new MalformedBox('the tiles are not pictures')
  }
  const tile = codedSize(file, container, first)
  const fits = (side: number, one: number, count: number) => one * count >= side && one * (count - 1) < side
  const same = width === size.width && height === size.height
  if (!same || !fits(width, tile.width, columns) || !fits(height, tile.height, rows)) {
    throw new MalformedBox('the tiles do not fill the grid')
  }
  return coding
}

const colourOf = (file: Uint8Array, container: HeifContainer, item: number) => {
  let profile: Uint8Array | undefined
  let points: CodePoints | undefined
  for (const { type, start, end } of container.properties(item)) {
    if (type !== 'colr') continue
    const reader = createBoxReader(file, start, end)
    const kind = reader.name()
    if (kind === 'nclx') points ??= { primaries: reader.u16(), transfer: reader.u16() }
    if (kind === 'prof' || kind === 'rICC') profile ??= file.subarray(start + 4, end)
  }
  return { profile, points }
}

const metadataOf = (container: HeifContainer, item: number) => {
  let exif: Uint8Array | undefined
  let xmp: Uint8Array | undefined
  for (const { id, type, contentType } of container.items()) {
    const isExif = type === 'Exif'
    if (!isExif && contentType !== 'application/rdf+xml') continue
    if (!container.references('cdsc', id).includes(item)) continue
    const data = container.data(id)
    if (!data) continue
    if (!isExif) xmp ??= data
    else if (data.length > 4) {
      // The first four bytes are the distance from their end to the block.
      const gap = new DataView(data.buffer, data.byteOffset, 4).getUint32(0)
      exif ??= data.subarray(Math.min(data.length, 4 + gap))
    }
  }
  return { exif, xmp }
}

/**
 * Describes the primary picture of a HEIC or AVIF file without decoding it.
 *
 * @throws MalformedBox when the structure of the file is damaged
 * @throws UnsupportedCoding when the picture is coded in a way that is not supported
 * @example const { coding, width, height } = readHeifPicture(await readFile('IMG_0001.HEIC'))
 */
export const readHeifPicture = (file: Uint8Array): HeifPicture => {
  const container = readHeifContainer(file)
  const { primary } = container
  const type = container.typeOf(primary)
  if (type === undefined) throw new MalformedBox('there is no picture')
  const coded = codedSize(file, container, primary)
  const coding = type === 'grid' ? gridCoding(file, container, primary, coded) : CODINGS[type]
  if (!coding) throw new UnsupportedCoding(type.replace(/[^\w ]/g, '?'))

  const alpha = [...container.items()].find(
    ({ id }) => container.references('auxl', id).includes(primary) && isAlpha(file, container, id),
  )
  const colour = colourOf(file, container, primary)
  const tile = container.references('dimg', primary)[0]
  const inTile = tile === undefined ? colour : colourOf(file, container, tile)
  return {
    coding,
    codedPixels: coded.width * coded.height,
    ...displayedSize(file, container, primary, coded),
    hasAlpha: alpha !== undefined,
    isPremultiplied: alpha !== undefined && container.references('prem', primary).includes(alpha.id),
    profile: colour.profile ?? inTile.profile,
    points: colour.points ?? inTile.points,
    ...metadataOf(container, primary),
  }
}

const isAlpha = (file: Uint8Array, container: HeifContainer, item: number): boolean =>
  propertyReaders(
    file,
    container,
    item,
  )('auxC').some((reader) => {
    reader.version()
    return ALPHA.test(reader.text())
  })
