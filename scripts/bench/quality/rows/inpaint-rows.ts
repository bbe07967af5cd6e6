import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { boxArea } from '@platelight/imaging/inpaint/box-area.ts'
import { NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import { HOLE, KNOWN } from '@platelight/imaging/patch-match/fill-canvas.ts'
import { pushPullFill } from '@platelight/imaging/patch-match/push-pull-fill.ts'
import type { Box } from '@platelight/imaging/raster/geometry.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import sharp from 'sharp'
import { inpaintWork } from '#server-testing/works'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import { openCv } from '../open-cv.ts'
import type { Check, Quality } from '../quality-check.ts'

const SIDE = 1024
/** Holes whose content is known: a corner is mostly table, the middle mostly food. */
const PLACES = { table: { x: 0.03, y: 0.06 }, food: { x: 0.43, y: 0.42 } } as const
const SHARE = 0.13
const LIMITS = { maxPixels: 50e6, maxSide: 12_000, maxDetailPixels: 4e6, maxMemoryBytes: 4e9 }

interface Judged {
  readonly name: string
  readonly place: string
  readonly changedOutside: number
  readonly ours: number
  readonly telea: number
  readonly smear: number
}

/** Steps between neighbours inside a box, as shares of size classes: a measure of texture. */
function steps({ data, width }: Pixels, { left, top, width: across, height: down }: Box): Float64Array {
  const classes = new Float64Array(24)
  for (let y = top + 1; y < top + down - 1; y++) {
    for (let x = left + 1; x < left + across - 1; x++) {
      const at = 3 * (y * width + x) + 1
      const step = Math.hypot(
        (data[at + 3] as number) - (data[at - 3] as number),
        (data[at + 3 * width] as number) - (data[at - 3 * width] as number),
      )
      const kind = Math.min(23, Math.floor(4 * Math.log2(1 + step)))
      classes[kind] = (classes[kind] as number) + 1 / ((across - 2) * (down - 2))
    }
  }
  return classes
}

/** 0 for the same texture, 1 when nothing of it is left. */
const apart = (a: Float64Array, b: Float64Array) =>
  a.reduce((sum, share, i) => sum + Math.abs(share - (b[i] as number)), 0) / 2

/** The peer: Telea's fast marching, radius 5, as OpenCV does it. */
async function telea({ data, width, height }: Pixels, hole: Uint8Array): Promise<Pixels> {
  const { cv } = await openCv()
  const [image, mask] = [
    cv.matFromArray(height, width, cv.CV_8UC3, data),
    cv.matFromArray(height, width, cv.CV_8UC1, hole),
  ]
  const to = new cv.Mat()
  try {
    cv.inpaint(image, mask, to, 5, cv.INPAINT_TELEA)
    return { data: Uint8Array.from(to.data), width, height, channels: 3 }
  } finally {
    for (const mat of [image, mask, to]) mat.delete()
  }
}

/** The other peer: soft colours from the border inwards. */
function smear({ data, width, height }: Pixels, hole: Uint8Array): Pixels {
  const colours = Float32Array.from(data)
  pushPullFill({ colours, kinds: hole.map((value) => (value ? HOLE : KNOWN)), width, height })
  return { data: Uint8Array.from(colours, Math.round), width, height, channels: 3 }
}

const rawOf = async (bytes: Uint8Array): Promise<Pixels> => {
  const image = sharp(bytes).removeAlpha().toColourspace('srgb').raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: 3 }
}

const detail = ({ data, width, height }: Pixels, { left, top, width: across, height: down }: Box) => {
  const [x, y] = [Math.max(0, left - 60), Math.max(0, top - 60)]
  const part = { left: x, top: y, width: Math.min(width - x, across + 120), height: Math.min(height - y, down + 120) }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .extract(part)
    .png()
    .toBuffer()
}

/**
 * Fills holes cut into the table and the food of every photo. Compares texture inside, and checks that nothing changes
 * outside.
 */
export const inpaintQuality: Quality = async ({ photos, into }) => {
  const judged: Judged[] = []
  const rows: Cell[][] = []
  for (const path of photos) {
    const name = basename(path, extname(path))
    const shown = sharp(readFileSync(path)).autoOrient().resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    const file = await shown.removeAlpha().toColourspace('srgb').png().toBuffer()
    const before = await rawOf(file)
    const { width, height } = before
    for (const [place, { x, y }] of Object.entries(PLACES)) {
      const box = { x, y, width: SHARE, height: SHARE }
      const hole = boxArea(before, box)
      const part = {
        left: Math.floor(x * width),
        top: Math.floor(y * height),
        width: Math.floor(SHARE * width),
        height: Math.floor(SHARE * height),
      }
      const made = await inpaintWork([file], { image_url: '', box }, { limits: LIMITS, networks: NO_NETWORKS } as never)
      const after = await rawOf(made.outputs[0]?.bytes ?? file)
      let changedOutside = 0
      for (let i = 0; i < hole.length; i++) {
        if (hole[i] === 0 && [0, 1, 2].some((c) => before.data[3 * i + c] !== after.data[3 * i + c])) changedOutside++
      }
      const [peer, soft] = [await telea(before, hole), smear(before, hole)]
      const was = steps(before, part)
      const differs = (pixels: Pixels) => apart(was, steps(pixels, part))
      judged.push({ name, place, changedOutside, ours: differs(after), telea: differs(peer), smear: differs(soft) })
      rows.push([
        { bytes: await detail(before, part), caption: `${name}, ${place}` },
        { bytes: await detail(after, part), caption: `ours ${differs(after).toFixed(2)}` },
        { bytes: await detail(peer, part), caption: `Telea ${differs(peer).toFixed(2)}` },
        { bytes: await detail(soft, part), caption: `smear ${differs(soft).toFixed(2)}` },
      ])
    }
  }
  for (let at = 0; at < rows.length; at += 6) {
    await writeSheet(join(into, `inpaint-${at / 6 + 1}.jpg`), rows.slice(at, at + 6), { width: 340, height: 260 })
  }
  return checksOf(judged)
}

function checksOf(judged: readonly Judged[]): Check[] {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const outside = judged.reduce((sum, { changedOutside }) => sum + changedOutside, 0)
  const textures = Object.keys(PLACES).map((place): Check => {
    const here = judged.filter((one) => one.place === place)
    const [ours, telea, smear] = [
      mean(here.map((one) => one.ours)),
      mean(here.map((one) => one.telea)),
      mean(here.map((one) => one.smear)),
    ]
    const worst = here.reduce((a, b) => (b.ours > a.ours ? b : a), here[0] ?? { name: '-', ours: 0 })
    return {
      what: `inpaint: texture of a filled hole in the ${place}, distance to what was there`,
      target: 'nearer than the peers',
      ours: ours.toFixed(2),
      peer: `OpenCV Telea ${telea.toFixed(2)}, smear ${smear.toFixed(2)}`,
      met: here.length > 0 && ours < Math.min(telea, smear),
      note: `worst ${worst.name} ${worst.ours.toFixed(2)}; 0 is the same shares of steps between neighbours, 1 none`,
    }
  })
  return [
    {
      what: 'inpaint: pixels outside the area, PNG',
      target: 'identical',
      ours: `${outside} of all differ`,
      peer: '',
      met: outside === 0 && judged.length > 0,
      note: `${judged.length} holes`,
    },
    ...textures,
  ]
}
