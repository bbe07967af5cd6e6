import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { PRESETS } from '@platelight/imaging/tone/enhance-presets.ts'
import sharp from 'sharp'
import { enhancePhoto } from '#server-testing/works'

const CELL = { width: 480, height: 400 }
const GAP = 6
const ROWS = 4

/** The photos of a folder, sorted by name. */
export const photosIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => ['.jpg', '.jpeg', '.png', '.webp'].includes(extname(name).toLowerCase()))
    .sort()
    .map((name) => join(folder, name))

const cell = (bytes: Uint8Array) =>
  sharp(bytes)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize(CELL.width, CELL.height, { fit: 'contain', background: '#3a3a3a' })
    .png()
    .toBuffer()

/** One photo as a row of cells: the original, then each preset. */
const row = async (file: string): Promise<Buffer[]> => {
  const original = await readFile(file)
  const cells = [await cell(original)]
  for (const { id } of PRESETS) {
    const { outputs } = await enhancePhoto(
      original,
      { preset: id, formats: ['original'], upscale: false },
      DEFAULT_LIMITS,
    )
    cells.push(await cell(outputs[0]?.bytes ?? original))
  }
  return cells
}

/**
 * Writes contact sheets of a folder, before and after, four photos a sheet, one column per preset.
 *
 * @returns the files written
 */
export const run = async (folder: string, into: string): Promise<string[]> => {
  await mkdir(into, { recursive: true })
  const files = await photosIn(folder)
  const written: string[] = []
  for (let first = 0; first < files.length; first += ROWS) {
    const rows: Buffer[][] = []
    for (const file of files.slice(first, first + ROWS)) rows.push(await row(file))
    const cells = rows.flatMap((buffers, y) =>
      buffers.map((input, x) => ({ input, left: x * (CELL.width + GAP), top: y * (CELL.height + GAP) })),
    )
    const sheet = await sharp({
      create: {
        width: (PRESETS.length + 1) * (CELL.width + GAP),
        height: rows.length * (CELL.height + GAP),
        channels: 3,
        background: '#3a3a3a',
      },
    })
      .composite(cells)
      .png()
      .toBuffer()
    const name = join(into, `sheet-${String(first / ROWS + 1).padStart(2, '0')}.png`)
    await writeFile(name, sheet)
    written.push(name)
  }
  return written
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder = '.', into = 'contact-sheets'] = process.argv.slice(2)
  for (const name of await run(folder, into)) console.log(name)
}
