import type { OverlayOptions } from 'sharp'
import type { Output } from '../reporting/run-events.ts'
import { escapeControls } from '../reporting/run-wording.ts'
import { escapeMarkup } from './html-sheet.ts'
import type { SheetEntry } from './sheet-entry.ts'
import { SHEET_MARK, type SheetInfo } from './sheet-info.ts'
import { type Thumbnail, thumbnailOf } from './thumbnail.ts'

// A page has the size of A4 at 190 dpi, so that names are readable on paper and in a chat.
const WIDTH = 1600
const MARGIN = 40
const HEAD = 92
const BETWEEN = 12

const PAPER = '#faf7f2'
const EMPTY = '#ebe5dc'
const INK = '#2f2a24'
const SOFT = '#6f665b'
const BAD = '#a3261b'

interface Grid {
  readonly columns: number
  readonly rows: number
  readonly cell: { readonly width: number; readonly height: number }
  readonly text: number
  /** Height of the row with the other formats of a photo; 0 if there is no room for it. */
  readonly crops: number
}

/** Up to three photos are large with every format, four are large, more are in two columns. */
function gridFor(count: number): Grid {
  const large = { columns: 1, cell: { width: 754, height: 440 }, text: 24 }
  if (count <= 3) return { ...large, rows: 3, crops: 200 }
  if (count === 4) return { ...large, rows: 4, crops: 0 }
  return { columns: 2, rows: 6, cell: { width: 362, height: 262 }, text: 19, crops: 0 }
}

/**
 * Renders the sheet as JPEG pages, 1600 px wide: up to 3 photos with all their formats, 4 without, or 12 per page.
 *
 * @returns the pages, and whether names are on them, which needs a font on this machine
 */
export async function jpegSheet(
  entries: readonly SheetEntry[],
  info: SheetInfo,
): Promise<{ pages: Buffer[]; isNamed: boolean }> {
  const { default: sharp } = await import('sharp')
  const { channels } = await sharp(svg(200, 60, [line('Ag', 0, 40, 30, INK, 200)])).stats()
  const isNamed = (channels[3]?.max ?? 0) > 0
  const grid = gridFor(entries.length)
  const perPage = grid.columns * grid.rows
  const count = Math.ceil(entries.length / perPage)
  const pages: Buffer[] = []
  for (let page = 0; page < count; page++) {
    const part = count > 1 ? ` · page ${page + 1} of ${count}` : ''
    pages.push(
      await renderPage(entries.slice(page * perPage, (page + 1) * perPage), grid, {
        ...info,
        facts: info.facts + part,
      }),
    )
  }
  return { pages, isNamed }
}

async function renderPage(
  entries: readonly SheetEntry[],
  { columns, cell, text, crops }: Grid,
  info: SheetInfo,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const caption = Math.round(text * 3)
  const pair = 2 * cell.width + BETWEEN
  const across = columns === 1 ? 0 : WIDTH - 2 * MARGIN - columns * pair
  const strip = crops > 0 && entries.some(({ outputs }) => outputs.length > 1) ? crops + BETWEEN : 0
  const down = cell.height + strip + caption + 24
  const head = svg(WIDTH - 2 * MARGIN, HEAD, [
    line(escapeControls(info.title), 0, 34, 30, INK, WIDTH - 2 * MARGIN),
    line(info.facts, 0, 66, 20, SOFT, WIDTH - 2 * MARGIN),
  ])
  const layers: OverlayOptions[] = [{ input: head, left: MARGIN, top: MARGIN }]
  for (const [index, entry] of entries.entries()) {
    const left = MARGIN + (index % columns) * (pair + across)
    const top = MARGIN + HEAD + Math.floor(index / columns) * down
    const before = await thumbnailOf(entry.before, { ...cell, quality: 92 })
    const result = entry.after(before.jpeg ? before.width / before.height : 1)
    const after: Thumbnail = result ? await thumbnailOf(result, { ...cell, quality: 92 }) : { label: 'not enhanced' }
    const facts = [entry.verdict, entry.price].filter(Boolean).join(' · ')
    layers.push(...side(before, 'before', left, top, cell))
    layers.push(...side(after, 'after', left + cell.width + BETWEEN, top, cell))
    if (strip > 0) layers.push(...(await cropsOf(entry, result, left, top + cell.height + BETWEEN, crops, pair)))
    const words = svg(pair, caption, [
      line(entry.name, 0, text * 1.25, text, INK, pair),
      line(facts, 0, text * 2.35, text * 0.85, entry.status === 'failed' ? BAD : SOFT, pair),
    ])
    layers.push({ input: words, left, top: top + cell.height + strip })
  }
  const height = MARGIN + HEAD + Math.ceil(entries.length / columns) * down + MARGIN / 2
  return sharp({ create: { width: WIDTH, height: Math.round(height), channels: 3, background: PAPER } })
    .composite(layers)
    .withExif({ IFD0: { ImageDescription: SHEET_MARK } })
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** The other formats of a photo in a row, as many as fit. */
async function cropsOf(
  { outputs }: SheetEntry,
  shown: Output | undefined,
  left: number,
  top: number,
  height: number,
  width: number,
): Promise<OverlayOptions[]> {
  const layers: OverlayOptions[] = []
  let x = left
  for (const { format, path } of outputs.filter((output) => output !== shown)) {
    const picture = await thumbnailOf({ path }, { width, height, quality: 92 })
    if (!picture.jpeg || x + picture.width > left + width) continue
    layers.push(...side(picture, format, x, top, { width: picture.width, height }))
    x += picture.width + BETWEEN
  }
  return layers
}

/** A picture at the bottom centre of its cell, with a label. */
function side(
  picture: Thumbnail,
  word: string,
  left: number,
  top: number,
  { width, height }: Grid['cell'],
): OverlayOptions[] {
  const pill = Math.max(84, 9 * word.length + 28)
  const tag = svg(pill + 12, 34, [
    `<rect width="${pill}" height="28" x="8" y="6" rx="14" fill="#000" fill-opacity=".62"/>`,
    `<text x="${8 + pill / 2}" y="26" font-size="17" text-anchor="middle" fill="#fff">${word}</text>`,
  ])
  if (!picture.jpeg) {
    const empty = svg(width, height, [
      `<rect width="${width}" height="${height}" fill="${EMPTY}"/>`,
      `<text x="${width / 2}" y="${height / 2}" font-size="22" text-anchor="middle" fill="${SOFT}">${escapeMarkup(picture.label)}</text>`,
    ])
    return [
      { input: empty, left, top },
      { input: tag, left, top },
    ]
  }
  const x = left + Math.round((width - picture.width) / 2)
  const y = top + height - picture.height
  return [
    { input: picture.jpeg, left: x, top: y },
    { input: tag, left: x, top: y },
  ]
}

function svg(width: number, height: number, parts: readonly string[]): Buffer {
  const size = `width="${width}" height="${height}"`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}><g font-family="sans-serif">${parts.join('')}</g></svg>`,
  )
}

/** A line of text, shorten in the middle to about the given width. */
function line(text: string, x: number, y: number, size: number, fill: string, width: number): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}">${escapeMarkup(shorten(text, width / size))}</text>`
}

/** @param room width in ems */
function shorten(text: string, room: number): string {
  const letters = [...text]
  const widths = letters.map((letter) => ((letter.codePointAt(0) ?? 0) >= 0x1100 ? 1.1 : 0.58))
  if (widths.reduce((sum, width) => sum + width, 0) <= room) return text
  const keep = Math.max(4, Math.floor((room - 1) / 0.6))
  let [start, end, used] = [0, letters.length, 0]
  while (start < end && used < Math.min(keep * 0.6, room - 1)) {
    used += (start <= letters.length - end ? widths[start++] : widths[--end]) ?? 0
  }
  return `${letters.slice(0, start).join('')}…${letters.slice(end).join('')}`
}
