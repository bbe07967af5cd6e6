// Before and after on one JPEG, to look at or send around.

import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { Pair } from './manifest.ts'

/** Beyond this the sheet is no longer looked at as one picture, and a JPEG has no more than 65,535 lines. */
const MOST_PAIRS = 60

const GAP = 24
const CAPTION = 40
const BACKGROUND = '#faf7f2'

/**
 * Draws the sheet.
 *
 * @param file where the JPEG goes
 * @returns how many pairs are on it, and whether their names could be written (that takes a font on this machine)
 */
export async function drawContactSheet(pairs: Pair[], file: string): Promise<{ shown: number; named: boolean }> {
  const shown = pairs.slice(0, MOST_PAIRS)
  const columns = shown.length > 8 ? 2 : 1
  const cell = columns === 1 ? { width: 760, height: 570 } : { width: 440, height: 330 }
  const pairWidth = 2 * cell.width + GAP / 2
  const rowHeight = cell.height + CAPTION + GAP
  const named = await fontsAreThere()

  const layers: OverlayOptions[] = []
  for (const [index, pair] of shown.entries()) {
    const left = GAP + (index % columns) * (pairWidth + GAP)
    const top = GAP + Math.floor(index / columns) * rowHeight
    layers.push({ input: await fit(pair.before, cell), left, top })
    layers.push({ input: await fit(pair.after, cell), left: left + cell.width + GAP / 2, top })
    if (named) layers.push({ input: caption(pair.title, pairWidth), left, top: top + cell.height })
  }

  await sharp({
    create: {
      width: GAP + columns * (pairWidth + GAP),
      height: GAP + Math.ceil(shown.length / columns) * rowHeight,
      channels: 3,
      background: BACKGROUND,
    },
  })
    .composite(layers)
    .jpeg({ quality: 88 })
    .toFile(file)
  return { shown: shown.length, named }
}

/** A picture in its cell, whole, upright and in the middle. */
const fit = (path: string, { width, height }: { width: number; height: number }) =>
  readable(path, (picture) =>
    picture
      .resize(width, height, { fit: 'contain', background: BACKGROUND })
      .flatten({ background: BACKGROUND })
      .jpeg({ quality: 92 }),
  )

/** The server reads kinds of pictures that this script cannot (HEIC, say): an empty grey one stands for those. */
export async function readable(path: string, draw: (picture: Sharp) => Sharp): Promise<Buffer> {
  const grey = sharp({ create: { width: 640, height: 480, channels: 3, background: '#c9c2b8' } })
  return draw(sharp(path, { failOn: 'none' }).autoOrient())
    .toBuffer()
    .catch(() => draw(grey).toBuffer())
}

function caption(title: string, width: number): Buffer {
  const half = width / 2
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${CAPTION}">
    <g font-family="sans-serif" font-size="17" fill="#3b342c">
      <text x="2" y="24">${escapeMarkup(title.length > 52 ? `…${title.slice(-51)}` : title)} · before</text>
      <text x="${half + 8}" y="24">after</text>
    </g></svg>`)
}

export const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/** Text is drawn with the machine's fonts, and a bare container has none. */
async function fontsAreThere(): Promise<boolean> {
  const { channels } = await sharp(caption('Ag', 200)).stats()
  return (channels[3]?.max ?? 0) > 0
}
