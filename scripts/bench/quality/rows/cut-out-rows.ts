import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, parse } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { cutOut } from '@platelight/imaging/matting/cut-out.ts'
import { type Networks, NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import sharp from 'sharp'
import { realNetworks } from '#server-testing/networks'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import { DISHES, drawDish } from '../drawn-dish.ts'
import type { Check, Quality } from '../quality-check.ts'

/** Long side at which composites are created and judged. */
const SIDE = 1024
/** From this confidence on, a photo's cut-out gives a subject whose alpha counts as the truth. */
const SURE = 0.9
/** Colours of an empty table spread at most this much (of 255) without its grain. Things on it spread more. */
const BARE = 10
const GRAIN = 16
/** Pixels on both sides of the true edge in which colours are compared. */
const RIM = 3

interface Named {
  readonly name: string
  readonly pixels: Pixels
}

/** Cuts known subjects out of composites, and shows every photo's own cut-out on white and on black. */
export const cutout: Quality = async ({ photos, into }) => {
  const networks = realNetworks()
  const pictures: Named[] = []
  for (const photo of photos) pictures.push({ name: parse(photo).name, pixels: await small(photo) })
  const [subjects, tables] = await parts(pictures, networks, into)
  const trials: Trialled[] = []
  for (const [index, { name, pixels: truth }] of subjects.entries()) {
    const table = tables[(index + 1) % tables.length]
    if (!table || table.name === name) continue
    trials.push({ name: `${name} on ${table.name}`, drawn: false, picture: compose(truth, table.pixels), truth })
  }
  for (const [index, dish] of DISHES.entries()) {
    const [table, food] = [tables[(2 * index) % tables.length], subjects[index % subjects.length]]
    if (!table || !food) continue
    const bare = { width: SIDE, height: 0.75 * SIDE, channels: 4, data: new Uint8Array(3 * SIDE * SIDE) } as const
    const made = drawDish(compose(bare, table.pixels), food.pixels, dish)
    trials.push({ name: `${dish.name} on ${table.name}`, drawn: true, ...made })
  }
  const results: Result[] = []
  const rows: Cell[][] = []
  for (const { name, drawn, picture, truth } of trials) {
    const ours = await cutOut(picture, await findSubject(picture, networks))
    const classical = await cutOut(picture, await findSubject(picture, NO_NETWORKS))
    const flooded = await floodFill(picture)
    const judged = [ours, classical, flooded].map((cut) => judge(cut, truth))
    results.push({ name, drawn, judged })
    rows.push(
      await Promise.all(
        [picture, ours, classical, flooded].map(async (one, i) => ({
          bytes: await png(one, '#ff00ff'),
          caption: i === 0 ? name : `IoU ${judged[i - 1]?.iou.toFixed(3)}`,
        })),
      ),
    )
  }
  await networks.close()
  if (results.length === 0) {
    const note = tables.length === 0 ? 'no photo shows a bare table' : 'no photo is cut out surely enough to be a truth'
    return [{ ...ROWS.iou, ours: '-', peer: '', met: false, note }]
  }
  await writeSheet(join(into, 'cutout-composites.jpg'), rows)
  const [known, cut] = [results.filter(({ drawn }) => drawn), results.filter(({ drawn }) => !drawn)]
  return [cut, known]
    .filter((some) => some.length > 0)
    .flatMap((some) => [iouCheck(some), fringeCheck(some)])
    .map((check, i) => (i < 2 ? check : { ...check, what: check.what.replace('composites', 'drawn plates') }))
}

/** A picture with a known cut-out, because it was drawn or composited. */
interface Trialled {
  readonly name: string
  readonly drawn: boolean
  readonly picture: Pixels
  readonly truth: Pixels
}

interface Judged {
  readonly iou: number
  /** Mean difference from the true colours along the edge, in levels of 255, on white and on black. */
  readonly fringe: number
}

interface Result {
  readonly name: string
  readonly drawn: boolean
  /** Ours, colours alone, flood fill. */
  readonly judged: readonly Judged[]
}

const ROWS = {
  iou: { what: 'cut-out of composites: IoU', target: '>= 0.95' },
  fringe: {
    what: 'cut-out of composites: colour error along the line, on white and black',
    target: '<= 10 levels, and the least',
  },
} as const

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const meanOf = (results: readonly Result[], at: number, key: keyof Judged) =>
  mean(results.map(({ judged }) => judged[at]?.[key] ?? 0))

function iouCheck(results: readonly Result[]): Check {
  const ours = meanOf(results, 0, 'iou')
  const worst = results.reduce((least, one) => ((one.judged[0]?.iou ?? 0) < (least.judged[0]?.iou ?? 0) ? one : least))
  const below = results.filter(({ judged }) => (judged[0]?.iou ?? 0) < 0.95).length
  return {
    ...ROWS.iou,
    ours: `${ours.toFixed(3)} over ${results.length}`,
    peer: `colours alone ${meanOf(results, 1, 'iou').toFixed(3)}, ImageMagick -fuzz flood fill ${meanOf(results, 2, 'iou').toFixed(3)}`,
    met: ours >= 0.95,
    note: `worst ${worst.name} ${worst.judged[0]?.iou.toFixed(3)}; ${below} below 0.95`,
  }
}

function fringeCheck(results: readonly Result[]): Check {
  const [ours, byColour, flood] = [0, 1, 2].map((at) => meanOf(results, at, 'fringe')) as [number, number, number]
  const worst = results.reduce((most, one) =>
    (one.judged[0]?.fringe ?? 0) > (most.judged[0]?.fringe ?? 0) ? one : most,
  )
  return {
    ...ROWS.fringe,
    ours: ours.toFixed(1),
    peer: `colours alone ${byColour.toFixed(1)}, ImageMagick -fuzz flood fill ${flood.toFixed(1)}`,
    met: ours <= 10 && ours <= byColour && ours <= flood,
    note: `worst ${worst.name} ${worst.judged[0]?.fringe.toFixed(1)}`,
  }
}

async function small(photo: string): Promise<Pixels> {
  const file = await sharp(readFileSync(photo)).autoOrient().resize(SIDE, SIDE, { fit: 'inside' }).png().toBuffer()
  return decodeImage(file)
}

/** Subjects that are certainly right, and for every photo the table beside the dish. */
async function parts(pictures: readonly Named[], networks: Networks, into: string): Promise<[Named[], Named[]]> {
  const [subjects, tables]: [Named[], Named[]] = [[], []]
  const cells: Cell[][] = []
  for (const { name, pixels } of pictures) {
    const subject = await findSubject(pixels, networks)
    const cut = await cutOut(pixels, subject)
    const shaded = await cutOut(pixels, subject, { shadow: true })
    const caption = `${name} ${subject.confidence}`
    const shown = await Promise.all(['#ffffff', '#000000', '#7fbf7f'].map((ground) => png(cut, ground)))
    cells.push([...shown.map((bytes) => ({ bytes, caption })), { bytes: await png(shaded, '#e8e4dc'), caption }])
    if (subject.confidence >= SURE) subjects.push({ name, pixels: cut })
    const table = await tableOf(pixels, subject.alpha)
    if (table) tables.push({ name, pixels: table })
  }
  await writeSheet(join(into, 'cutout.jpg'), cells)
  return [subjects, tables]
}

/** The largest corner of a photo without its subject and with nothing else on it, at least a fifth of each side. */
async function tableOf({ data, width, height }: Pixels, alpha: Uint8Array): Promise<Pixels | undefined> {
  for (let share = 0.6; share >= 0.2; share -= 0.05) {
    const size = { width: Math.floor(share * width), height: Math.floor(share * height) }
    for (const left of [0, width - size.width]) {
      for (const top of [0, height - size.height]) {
        const out = new Uint8Array(3 * size.width * size.height)
        let taken = 0
        for (let y = 0; y < size.height; y++) {
          const from = (top + y) * width + left
          for (let x = 0; x < size.width; x++) taken = Math.max(taken, alpha[from + x] as number)
          out.set(data.subarray(3 * from, 3 * (from + size.width)), 3 * y * size.width)
        }
        const corner: Pixels = { data: out, ...size, channels: 3 }
        if (taken < 8 && (await isBare(corner))) return corner
      }
    }
  }
  return undefined
}

/** Judged by the picture alone, so that no table is left out because our cut-out would fail on it. */
async function isBare({ data, width, height }: Pixels): Promise<boolean> {
  const { channels } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(GRAIN, GRAIN, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
    .then((coarse) => sharp(coarse, { raw: { width: GRAIN, height: GRAIN, channels: 3 } }).stats())
  return channels.every(({ stdev }) => stdev <= BARE)
}

/** A cut-out placed on a table that is extended by its own reflection. */
function compose(cut: Pixels, table: Pixels): Pixels {
  const { width, height } = cut
  const folded = (at: number, size: number) => {
    const place = at % (2 * size)
    return place < size ? place : 2 * size - 1 - place
  }
  const data = new Uint8Array(3 * width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const from = 3 * (folded(y, table.height) * table.width + folded(x, table.width))
      const share = (cut.data[4 * i + 3] as number) / 255
      for (let c = 0; c < 3; c++) {
        data[3 * i + c] = (table.data[from + c] as number) * (1 - share) + (cut.data[4 * i + c] as number) * share + 0.5
      }
    }
  }
  return { data, width, height, channels: 3 }
}

function judge(cut: Pixels, truth: Pixels): Judged {
  const { width, height } = truth
  const [found, known] = [cut, truth].map(({ data }) =>
    Uint8Array.from({ length: width * height }, (_, i) => data[4 * i + 3] as number),
  ) as [Uint8Array, Uint8Array]
  let [both, either, error, count] = [0, 0, 0, 0]
  for (let i = 0; i < found.length; i++) {
    const [a, b] = [(found[i] as number) >= 128, (known[i] as number) >= 128]
    if (a || b) either++
    if (a && b) both++
    if (!isRim(known, i, width, height)) continue
    count++
    for (const ground of [0, 255]) {
      for (let c = 0; c < 3; c++) {
        const on = (data: Uint8Array) =>
          ground + (((data[4 * i + c] as number) - ground) * (data[4 * i + 3] as number)) / 255
        error += Math.abs(on(cut.data) - on(truth.data)) / 6
      }
    }
  }
  return { iou: either === 0 ? 0 : both / either, fringe: count === 0 ? 0 : error / count }
}

function isRim(alpha: Uint8Array, i: number, width: number, height: number): boolean {
  const [x, y] = [i % width, Math.floor(i / width)]
  if (x < RIM || y < RIM || x >= width - RIM || y >= height - RIM) return false
  const near = [i - RIM, i + RIM, i - RIM * width, i + RIM * width].map((at) => alpha[at] as number)
  return Math.min(...near) < 128 && Math.max(...near) >= 128
}

/** What people do without a cut-out: everything similar to the corners becomes transparent. */
async function floodFill(picture: Pixels): Promise<Pixels> {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-flood-'))
  try {
    const [from, to] = [join(folder, 'in.png'), join(folder, basename('out.png'))]
    writeFileSync(from, await png(picture))
    const corners = [
      [0, 0],
      [picture.width - 1, 0],
      [0, picture.height - 1],
      [picture.width - 1, picture.height - 1],
    ]
    const draws = corners.flatMap((corner) => ['-draw', `matte ${corner.join(',')} floodfill`])
    runProgram('ImageMagick', [from, '-alpha', 'set', '-fuzz', '15%', '-fill', 'none', ...draws, to])
    const data = await sharp(readFileSync(to)).ensureAlpha().toColourspace('srgb').raw().toBuffer()
    return { ...picture, data, channels: 4 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const png = ({ data, width, height, channels }: Pixels, ground?: string): Promise<Buffer> => {
  const image = sharp(data, { raw: { width, height, channels } })
  return (ground ? image.flatten({ background: ground }) : image).png({ compressionLevel: 3 }).toBuffer()
}
