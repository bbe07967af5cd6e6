import { type Canvas, EXCLUDED, HOLE, KNOWN } from '../../patch-match/fill-canvas.ts'
import type { Box } from '../../raster/geometry.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'

/** Depth of the strip along a border whose tones count, and length of its parts, in pixels of the canvas. */
const STRIP = 10
/** Radius of the window whose mean is the tone of a pixel. */
const RADIUS = 3
/** Mean difference in codes from the nearest tone of the strips above which a place shows something else. */
const OTHER = 26

type Tone = readonly [number, number, number]

/**
 * Keeps things that nobody recognised from being copied: a place whose tone none of the continued borders has is excluded.
 *
 * @param canvas changed in place
 * @param place of the photo in the canvas
 */
export function excludeOtherTones(canvas: Canvas, place: Box): void {
  const { colours, kinds, width, height } = canvas
  const planes = [0, 1, 2].map((c) =>
    boxMean(
      Float32Array.from(kinds, (_, i) => colours[3 * i + c]),
      width,
      height,
      RADIUS,
    ),
  )
  const tones = stripsBeside(canvas, place).flatMap((strip) => toneOf(canvas, strip) ?? [])
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== KNOWN) continue
    const isOther = tones.every(
      (tone) => tone.reduce((sum, value, c) => sum + Math.abs(value - planes[c][i]), 0) > 3 * OTHER,
    )
    if (isOther) kinds[i] = EXCLUDED
  }
}

/** The parts of the strips along the borders of the photo beyond which there is something to fill. */
function stripsBeside({ kinds, width, height }: Canvas, { left, top, ...size }: Box): Box[] {
  const [right, bottom] = [left + size.width, top + size.height]
  const strips: Box[] = []
  const isHole = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && kinds[y * width + x] === HOLE
  for (let y = top; y < bottom; y += STRIP) {
    const part = { top: y, width: Math.min(STRIP, size.width), height: Math.min(STRIP, bottom - y) }
    if (isHole(left - 1, y)) strips.push({ left, ...part })
    if (isHole(right, y)) strips.push({ left: right - part.width, ...part })
  }
  for (let x = left; x < right; x += STRIP) {
    const part = { left: x, width: Math.min(STRIP, right - x), height: Math.min(STRIP, size.height) }
    if (isHole(x, top - 1)) strips.push({ top, ...part })
    if (isHole(x, bottom)) strips.push({ top: bottom - part.height, ...part })
  }
  return strips
}

/** The mean colour of the surface in a box; undefined if it shows none. */
function toneOf({ colours, kinds, width }: Canvas, box: Box): [Tone] | undefined {
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const i = y * width + x
      if (kinds[i] !== KNOWN) continue
      count++
      for (const c of [0, 1, 2] as const) sum[c] += colours[3 * i + c]
    }
  }
  return count === 0 ? undefined : [[sum[0] / count, sum[1] / count, sum[2] / count]]
}
