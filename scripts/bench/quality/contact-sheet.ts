import sharp from 'sharp'

const GAP = 6
const CAPTION = 22
const GREY = '#3a3a3a'
/** An upper estimate for the width of a letter. If the text had a box, it would be scaled to fill it. */
const LETTER = 8.2

/** One picture of a contact sheet: encoded bytes in any format that sharp reads, shown upright on grey. */
export interface Cell {
  readonly bytes: Uint8Array
  readonly caption?: string
}

const escaped = (text: string) => text.replace(/[<&]/g, (sign) => (sign === '<' ? '&lt;' : '&amp;'))

/** Drawn by sharp's text input and not from SVG, because the server's imaging lets sharp read photos only. */
const label = (text: string, width: number) => {
  const most = Math.floor(width / LETTER)
  const shown = text.length > most ? `${text.slice(0, most - 1)}…` : text
  return { text: { text: `<span foreground="#ddd">${escaped(shown)}</span>`, font: 'sans 10', dpi: 96, rgba: true } }
}

/**
 * Writes rows of pictures side by side, each fitted into its cell without being enlarged, so that a detail given at
 * full size is seen at full size.
 *
 * @param rows top to bottom; each row left to right
 * @param cell size of a cell in pixels
 */
export async function writeSheet(
  file: string,
  rows: readonly (readonly Cell[])[],
  cell: { readonly width: number; readonly height: number } = { width: 480, height: 400 },
): Promise<void> {
  const pitch = cell.height + CAPTION + GAP
  const columns = Math.max(...rows.map((row) => row.length))
  const parts = await Promise.all(
    rows.flatMap((row, y) =>
      row.map(async ({ bytes, caption }, x) => {
        const input = await sharp(bytes)
          .autoOrient()
          .resize(cell.width, cell.height, { fit: 'inside', withoutEnlargement: true })
          .png()
          .toBuffer()
        const place = { left: x * (cell.width + GAP), top: y * pitch }
        return [
          { input, ...place },
          ...(caption
            ? [{ input: label(caption, cell.width), left: place.left, top: place.top + cell.height + 3 }]
            : []),
        ]
      }),
    ),
  )
  const size = { width: columns * (cell.width + GAP), height: rows.length * pitch }
  await sharp({ create: { ...size, channels: 3, background: GREY } })
    .composite(parts.flat())
    .jpeg({ quality: 90 })
    .toFile(file)
}
