import sharp from 'sharp'
import { image2sixel } from 'sixel'
import type { Graphics } from '../context/graphics-of.ts'
import type { OriginalPhoto } from './sheet-entry.ts'
import { type Thumbnail, thumbnailOf } from './thumbnail.ts'

/** The widest picture, in columns. */
const WIDEST = 40
const GAP = 2
/** About the pixels of a column; terminals scale. */
const COLUMN = 10
/** The longest part of a picture in one escape sequence of kitty. */
const CHUNK = 4096

export interface PreviewOptions {
  readonly graphics: Graphics
  readonly columns: number
  /** Whether the terminal has more than 256 colours. */
  readonly trueColor: boolean
}

/**
 * A photo before and after, side by side, as text for a terminal.
 *
 * @returns undefined if one of them cannot be shown, or the terminal is too narrow
 */
export async function terminalPreview(
  before: OriginalPhoto,
  after: string,
  { graphics, columns, trueColor }: PreviewOptions,
): Promise<string | undefined> {
  const width = Math.min(WIDEST, Math.floor((columns - GAP) / 2))
  if (width < 8) return undefined
  const side = width * COLUMN
  const box = { width: side, height: side }
  const [one, two] = await Promise.all([thumbnailOf(before, box), thumbnailOf({ path: after }, box)])
  if (!isPicture(one) || !isPicture(two)) return undefined
  if (graphics === 'blocks') {
    const [left, right] = await Promise.all([one, two].map((picture) => blocks(picture.jpeg, width, trueColor)))
    return sideBySide(left ?? [], right ?? [], width)
  }
  const pair = sharp({
    create: {
      width: 2 * side + GAP * COLUMN,
      height: Math.max(one.height, two.height),
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    },
  }).composite([
    { input: one.jpeg, left: 0, top: 0 },
    { input: two.jpeg, left: side + GAP * COLUMN, top: 0 },
  ])
  const cells = 2 * width + GAP
  if (graphics === 'sixel') {
    const { data, info } = await pair.raw().toBuffer({ resolveWithObject: true })
    return image2sixel(new Uint8Array(data), info.width, info.height, 256)
  }
  const png = (await pair.png().toBuffer()).toString('base64')
  if (graphics === 'iterm') return `\x1b]1337;File=inline=1;width=${cells};preserveAspectRatio=1:${png}\x07`
  const chunks = png.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? []
  return chunks
    .map((chunk, index) => {
      const first = index === 0 ? `a=T,f=100,c=${cells},` : ''
      return `\x1b_G${first}m=${index < chunks.length - 1 ? 1 : 0};${chunk}\x1b\\`
    })
    .join('')
}

const isPicture = (thumbnail: Thumbnail): thumbnail is Extract<Thumbnail, { jpeg: Buffer }> =>
  thumbnail.jpeg !== undefined

/** A picture in half blocks: each character is two pixels, one above the other. */
async function blocks(jpeg: Buffer, width: number, trueColor: boolean): Promise<string[]> {
  const { data, info } = await sharp(jpeg)
    .resize(width, width, { fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const color = (x: number, y: number) => {
    const at = (Math.min(y, info.height - 1) * info.width + x) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    return trueColor ? `2;${red};${green};${blue}` : `5;${cubeColor(red, green, blue)}`
  }
  const rows = Math.ceil(info.height / 2)
  const start = ' '.repeat(Math.floor((width - info.width) / 2))
  const end = ' '.repeat(width - info.width - start.length)
  return Array.from({ length: rows }, (_, row) => {
    const cells = Array.from(
      { length: info.width },
      (_, x) => `\x1b[38;${color(x, 2 * row)};48;${color(x, 2 * row + 1)}m▀`,
    )
    return `${start}${cells.join('')}\x1b[0m${end}`
  })
}

/** The nearest colour of the 6 x 6 x 6 cube that terminals with 256 colours have. */
const cubeColor = (...channels: readonly number[]): number =>
  channels.reduce((index, channel) => index * 6 + Math.round((channel / 255) * 5), 0) + 16

function sideBySide(left: readonly string[], right: readonly string[], width: number): string {
  const empty = ' '.repeat(width)
  return Array.from({ length: Math.max(left.length, right.length) }, (_, row) =>
    `${left[row] ?? empty}${' '.repeat(GAP)}${right[row] ?? empty}`.trimEnd(),
  ).join('\n')
}
