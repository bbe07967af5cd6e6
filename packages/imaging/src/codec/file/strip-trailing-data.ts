import { MalformedBox, readBoxes } from '../heif/heif-boxes.ts'
import { readHeifContainer } from '../heif/heif-container.ts'
import type { AcceptedFormat } from './image-formats.ts'
import { jpegExtent } from './jpeg-extent.ts'
import { sniffFormat } from './sniff-format.ts'
import { webpExtent } from './webp-extent.ts'

/**
 * Removes what follows the end of the picture in a file. Anything may be appended there, and decoders ignore it. The
 * further pictures of a JPEG (gain map, depth map, the video of a motion photo) are removed too; the first one stays
 * whole. A TIFF does not say where it ends, and a truncated file has no end; both are returned unchanged.
 *
 * @throws ImageError `unsupported_image` when the file is not a supported picture
 * @example stripTrailingData(await readFile('dish.jpg'))
 */
export const stripTrailingData = (file: Uint8Array): Uint8Array => {
  const end = ENDS[sniffFormat(file)](file)
  // A copy, because a view would keep the whole buffer in memory.
  return end === undefined || end >= file.length ? file : file.slice(0, end)
}

type FindEnd = (file: Uint8Array) => number | undefined

const viewOf = (file: Uint8Array) => new DataView(file.buffer, file.byteOffset, file.length)

/** Behind the end marker of a JPEG. Without one, nothing says what belongs to the picture. */
const jpegEnd: FindEnd = (file) => {
  const { end, isMarked } = jpegExtent(file)
  return isMarked ? end : undefined
}

const pngEnd: FindEnd = (file) => {
  const view = viewOf(file)
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + view.getUint32(at)
    if (end > file.length) return undefined
    if (String.fromCharCode(...file.subarray(at + 4, at + 8)) === 'IEND') return end
    at = end
  }
  return undefined
}

const GIF_HEADER = 13
/** Bytes of the colour table that the flags of a GIF announce. */
const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

const gifEnd: FindEnd = (file) => {
  const subBlocks = (from: number) => {
    let at = from
    for (let size = file[at]; size; size = file[at]) at += 1 + size
    return at + 1
  }
  let at = GIF_HEADER + colourTable(file[10] ?? 0)
  while (at < file.length) {
    const kind = file[at]
    if (kind === 0x3b) return at + 1
    if (kind === 0x21) at = subBlocks(at + 2)
    else if (kind === 0x2c) at = subBlocks(at + 11 + colourTable(file[at + 9] ?? 0))
    else return undefined
  }
  return undefined
}

/** Top-level boxes of an ISO base media file. */
const TOP_LEVEL_BOXES = new Set([
  'ftyp',
  'meta',
  'mdat',
  'moov',
  'moof',
  'sidx',
  'styp',
  'uuid',
  'free',
  'skip',
  'wide',
  'pdin',
])
/** Boxes that matter only if another box points into them. */
const FILLERS = new Set(['mdat', 'free', 'skip', 'uuid', 'wide'])

/** The position behind the last top-level box that holds a part of the picture. */
const heifEnd: FindEnd = (file) => {
  try {
    const all = readBoxes(file, 0, file.length, 'ignored')
    const foreign = all.findIndex(({ type }) => !TOP_LEVEL_BOXES.has(type))
    const boxes = foreign < 0 ? all : all.slice(0, foreign)
    const moving = boxes.some(({ type }) => type === 'moov' || type === 'moof')
    const needed = moving ? file.length : readHeifContainer(file).dataEnd
    while (boxes.length > 1 && FILLERS.has(boxes.at(-1)?.type ?? '') && (boxes.at(-2)?.end ?? 0) >= needed) boxes.pop()
    return boxes.at(-1)?.end
  } catch (error) {
    if (error instanceof MalformedBox) return undefined
    throw error
  }
}

const ENDS: Readonly<Record<AcceptedFormat, FindEnd>> = {
  jpeg: jpegEnd,
  png: pngEnd,
  webp: webpExtent,
  gif: gifEnd,
  avif: heifEnd,
  heic: heifEnd,
  tiff: () => undefined,
}
