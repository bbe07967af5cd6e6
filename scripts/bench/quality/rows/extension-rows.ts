// What is added beyond the borders of a photo, around dishes that somebody drew by hand. So nothing here depends on how well
// the dish is found.

import { readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { decodeImage } from '@platelight/imaging/codec/decode/decode-image.ts'
import { SIDES, type Side } from '@platelight/imaging/framing/extend/open-sides.ts'
import { type FittedPixels, fitAround } from '@platelight/imaging/framing/fit/fit-pixels.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { resizeTo } from '@platelight/imaging/raster/scaling/resize-to.ts'
import { type Cell, writeSheet } from '../contact-sheet.ts'
import { checksumOf, type HandDrawnMask, paintMask, readHandDrawnMasks } from '../hand-drawn-masks.ts'
import type { Check, Quality } from '../quality-check.ts'
import { pngOf } from '../quality-samples.ts'

const SIDE = 1280
/** Slots of platforms whose shapes most photos do not have. */
const SLOTS = {
  story: { width: 720, height: 1280 },
  square: { width: 1000, height: 1000 },
  wide: { width: 1280, height: 720 },
  cover: { width: 1200, height: 630 },
} as const
/** Pixels along and across a border whose mean is compared. */
const WINDOW = { along: 12, across: 2 } as const
/** A seam of more than this many times the steps beside it is seen. */
const SEEN = 2
const COLUMNS = 5

interface Extended {
  readonly name: string
  readonly half: HandDrawnMask['half']
  readonly slot: string
  readonly fit: FittedPixels
  /** The mean step at the seams of all sides, in multiples of the same step in the photo beside them. */
  readonly seam: number
}

/** The size of what was added at each side, and of the photo between. */
function marginsOf({ frame, pixels, scale }: FittedPixels, photo: Pixels): Record<Side, number> {
  const part = (length: number) => Math.max(0, Math.round(length * scale))
  const right = part(frame.left + frame.width - photo.width)
  const bottom = part(frame.top + frame.height - photo.height)
  return {
    left: Math.min(part(-frame.left), pixels.width - 1),
    top: Math.min(part(-frame.top), pixels.height - 1),
    right,
    bottom,
  }
}

/** Mean step between the two strips that meet at a line parallel to a side, in codes. */
function stepAt({ data, width, height }: Pixels, side: Side, line: number, from: number, to: number): number {
  const isUpright = side === 'left' || side === 'right'
  const mean = (start: number, along: number, c: number): number => {
    let sum = 0
    for (let i = 0; i < WINDOW.along; i++) {
      for (let d = 0; d < WINDOW.across; d++) {
        const [x, y] = isUpright ? [start + d, along + i] : [along + i, start + d]
        sum += data[3 * (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) + c] ?? 0
      }
    }
    return sum / (WINDOW.along * WINDOW.across)
  }
  let [sum, count] = [0, 0]
  for (let along = from; along + WINDOW.along <= to; along += WINDOW.along) {
    for (const c of [0, 1, 2]) sum += Math.abs(mean(line - WINDOW.across, along, c) - mean(line, along, c))
    count += 3
  }
  return count === 0 ? 0 : sum / count
}

function seamOf(fit: FittedPixels, photo: Pixels): number {
  const margins = marginsOf(fit, photo)
  const { pixels } = fit
  const right = pixels.width - margins.right
  const bottom = pixels.height - margins.bottom
  const ratios = SIDES.filter((side) => margins[side] > 2 * WINDOW.across).map((side) => {
    const isUpright = side === 'left' || side === 'right'
    const line = { left: margins.left, top: margins.top, right, bottom }[side]
    const inwards = side === 'left' || side === 'top' ? 1 : -1
    const [from, to] = isUpright ? [margins.top, bottom] : [margins.left, right]
    const inside = [4, 8, 12].map((away) => stepAt(pixels, side, line + inwards * away, from, to))
    return stepAt(pixels, side, line, from, to) / (0.5 + inside.reduce((sum, step) => sum + step, 0) / inside.length)
  })
  return ratios.length === 0 ? 0 : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
}

/** Fits every photo with a hand-drawn dish into slots of other shapes, and looks at what was added. */
export const extensionQuality: Quality = async ({ photos, into }) => {
  const masks = readHandDrawnMasks()
  const made: Extended[] = []
  const cells: Cell[] = []
  for (const file of photos) {
    const bytes = readFileSync(file)
    const mask = masks.get(checksumOf(bytes))
    if (!mask) continue
    const full = await decodeImage(bytes)
    const scale = Math.min(1, SIDE / Math.max(full.width, full.height))
    const size = { width: Math.round(full.width * scale), height: Math.round(full.height * scale) }
    const photo = await resizeTo(full, size)
    const subject = { alpha: await paintMask(mask.dish, size), ...size, confidence: 1, engine: 'by hand' }
    for (const [slot, wanted] of Object.entries(SLOTS)) {
      const fit = await fitAround(photo, { size: wanted }, subject)
      const { name } = parse(file)
      made.push({ name, slot, fit, half: mask.half, seam: fit.extended ? seamOf(fit, photo) : 0 })
      if (fit.extended) cells.push({ bytes: await pngOf(fit.pixels), caption: `${name}, ${slot}: ${fit.by}` })
    }
  }
  const perSheet = 4 * COLUMNS
  for (let at = 0; at < cells.length; at += perSheet) {
    const rows = [0, 1, 2, 3].map((row) =>
      cells.slice(at + row * COLUMNS, Math.min(at + perSheet, at + (row + 1) * COLUMNS)),
    )
    const filled = rows.filter((row) => row.length > 0)
    await writeSheet(join(into, `extension-${at / perSheet + 1}.jpg`), filled, { width: 380, height: 380 })
  }
  const halves = [
    ['never fitted', made.filter(({ half }) => half === 'judged')],
    ['fitted', made.filter(({ half }) => half === 'fitted')],
  ] as const
  return halves
    .filter(([, some]) => some.length > 0)
    .flatMap(([half, some]) => [seamCheck(half, some), wholeCheck(half, some)])
}

function seamCheck(half: string, some: readonly Extended[]): Check {
  const extended = some.filter(({ fit }) => fit.extended)
  const seen = extended.filter(({ seam }) => seam > SEEN)
  const worst = [...extended].sort((a, b) => b.seam - a.seam)[0]
  const count = (by: string) => extended.filter(({ fit }) => fit.by === by).length
  return {
    what: `extended borders, ${half}: step at the seam above ${SEEN} times the steps beside it`,
    target: 'none',
    ours: `${seen.length} of ${extended.length}`,
    peer: '',
    met: seen.length === 0,
    note: `${count('texture')} continued, ${count('soft')} on a plain backdrop${worst ? `; worst ${worst.name} ${worst.slot} ${worst.seam.toFixed(1)}` : ''}`,
  }
}

function wholeCheck(half: string, some: readonly Extended[]): Check {
  const whole = some.filter(({ fit }) => fit.dishInside).length
  return {
    what: `slots of other shapes, ${half}: the whole dish is shown`,
    target: 'the more the better; the others say so',
    ours: `${((100 * whole) / some.length).toFixed(0)} % of ${some.length}`,
    peer: '',
    met: true,
    note: '9:16, 1:1, 16:9 and 1.91:1, around dishes drawn by hand',
  }
}
