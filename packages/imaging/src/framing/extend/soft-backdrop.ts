import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { makeAnalysisCopy } from '../../raster/scaling/analysis-copy.ts'
import { latticeNoise } from '../../raster/value-noise.ts'
import { measureGrain } from '../../tone/measure-grain.ts'
import { createBlurLevels } from './blur-levels.ts'
import { copyIntoMargins, type PaintStretch, paintMargins, sideOf } from './copy-into-margins.ts'
import type { Insets, Side } from './open-sides.ts'

/** Long side of the copy of the photo that is blurred. */
const SIDE = 512
/** Deviation of the blur, as a share of the distance from the border. */
const SPREAD = 1.2
/** The largest deviation, as a share of the long side. */
const WIDEST = 0.4
/** How far into the photo the backdrop looks at most, as a share of the photo's side. */
const REACH = 0.25
/** Deviation of the blur of what a backdrop begins with, as a share of the distance from the border. */
const DEFOCUS = 0.12
/** Deviation of a blur, in pixels, that leaves none of the grain. */
const GRAIN_LOST = 4
/** From this share of the reach on, the surface becomes the plain backdrop. */
const NEAR = 0.3

/** What a backdrop begins with beside the photo. */
export interface Beginning {
  /** Continues the surface of the photo at each side; undefined where too little of it is known. */
  readonly paint: Readonly<Partial<Record<Side, PaintStretch>>>
  /** Distance from the photo in its pixels at which nothing of it is left. */
  readonly reach: number
}

/**
 * A plain backdrop beyond the borders of a photo: its own colours, mirrored at the border and ever more out of focus with
 * the distance, with the photo's grain. It begins with the surface itself, which goes out of focus as behind a lens:
 * texture that ends at a line shows where the photo ends, and texture that only pales shows its repetitions. Nothing of the
 * dish is in it.
 *
 * @param most the most that will be added at each side
 * @param surface what of the photo counts: 255; on a copy of any size
 * @param beginning by default the backdrop is plain from the border on
 * @returns the photo with margins, at most as wide as `most`
 */
export async function createSoftBackdrop(
  photo: Pixels,
  most: Insets,
  surface: SoftMask,
  beginning: Beginning = { paint: {}, reach: 0 },
): Promise<(insets: Insets) => Promise<Pixels>> {
  const colourAt = await drawFar(photo, most, surface)
  const grain = measureGrain(photo).luma
  const { paint, reach } = beginning
  const { width, height } = photo
  const beyondY = (y: number) => (y < 0 ? -y : Math.max(0, y - height + 1))
  const beginWith: PaintStretch = (out, start, left, right, y) => {
    const paintNear = beyondY(y) < reach && paint[sideOf(photo, right, y)]
    if (paintNear) return paintNear(out, start, left, right, y)
    for (let x = left, at = start; x < right; x++, at += 3) {
      for (let c = 0; c < 3; c++) out[at + c] = colourAt(x, y, c)
    }
  }
  return async (insets) => {
    const wide = copyIntoMargins(photo, insets, beginWith)
    const outOfFocus = await defocusMargins(wide, insets, surface)
    const colour = new Float64Array(3)
    paintMargins(wide, insets, (out, start, left, right, y) => {
      const isPainted = paint[sideOf(photo, right, y)] !== undefined
      for (let x = left, at = start; x < right; x++, at += 3) {
        const distance = Math.hypot(x < 0 ? -x : Math.max(0, x - width + 1), beyondY(y))
        const far = isPainted ? smoothstep(NEAR * reach, reach, distance) : 1
        const deviation = DEFOCUS * distance
        for (let c = 0; c < 3; c++) colour[c] = far < 1 ? out[at + c] : 0
        if (far < 1) outOfFocus(colour, x, y, deviation)
        const lost = isPainted ? 1 - (1 - smoothstep(0, GRAIN_LOST, deviation)) ** 2 : 1
        const noise = grain * lost * noiseAt(x, y)
        for (let c = 0; c < 3; c++) {
          const mixed = far > 0 ? colour[c] + (colourAt(x, y, c) - colour[c]) * far : colour[c]
          out[at + c] = clamp(Math.round(mixed + noise + latticeNoise(x * 3 + c, y) - 0.5), 0, 255)
        }
      }
    })
    return wide
  }
}

/** Noise of deviation 1. */
const noiseAt = (x: number, y: number): number => {
  const shift = 37 * (x >> 8) + 91 * (y >> 8)
  const sum = latticeNoise(x + shift, y) + latticeNoise(x + 101, y + shift) + latticeNoise(x + 17, y + 203 + shift)
  return 2 * (sum - 1.5)
}

/**
 * The blurred backdrop over the whole new picture, in the size of the copy.
 *
 * @returns one channel at a pixel in the photo's coordinates
 */
async function drawFar(
  photo: Pixels,
  most: Insets,
  surface: SoftMask,
): Promise<(x: number, y: number, c: number) => number> {
  const copy = await makeAnalysisCopy(photo, SIDE)
  const levels = createBlurLevels(copy, surface)
  const [across, down] = [copy.width / photo.width, copy.height / photo.height]
  const added = (inset: number, share: number) => Math.ceil(Math.max(0, inset) * share) + 1
  const [left, top] = [added(most.left, across), added(most.top, down)]
  const width = left + copy.width + added(most.right, across)
  const height = top + copy.height + added(most.bottom, down)
  const colours = new Float32Array(3 * width * height)
  const widest = WIDEST * Math.max(copy.width, copy.height)
  const colour = new Float64Array(3)
  for (let y = 0; y < height; y++) {
    const [v, beyondY] = lookInto(y - top + 0.5, copy.height)
    for (let x = 0; x < width; x++) {
      const [u, beyondX] = lookInto(x - left + 0.5, copy.width)
      const beyond = Math.hypot(beyondX, beyondY)
      colour.fill(0)
      levels.sample(u, v, Math.min(widest, SPREAD * beyond), colour)
      colours.set(colour, 3 * (y * width + x))
    }
  }
  return (x, y, c) => {
    const u = (x + 0.5) * across - 0.5 + left
    const v = (y + 0.5) * down - 0.5 + top
    const [column, row] = [Math.floor(u), Math.floor(v)]
    const at = 3 * (row * width + column) + c
    const below = at + 3 * width
    const upper = colours[at] + (colours[at + 3] - colours[at]) * (u - column)
    const lower = colours[below] + (colours[below + 3] - colours[below]) * (u - column)
    return upper + (lower - upper) * (v - row)
  }
}

/** Where the backdrop looks into the photo for a position, and how far that lies beyond the border. */
function lookInto(at: number, length: number): [position: number, beyond: number] {
  if (at >= 0 && at <= length) return [at, 0]
  const beyond = at < 0 ? -at : at - length
  const reach = REACH * length
  const inside = reach * (1 - Math.exp(-beyond / reach))
  return [at < 0 ? inside : length - inside, beyond]
}

/** Long side of the copy that is blurred. */
const FIELD_SIDE = 1024
/** Deviation, in pixels of the copy, from which nothing of the sharp pixel is left. */
const BLURRED = 1.5

/** Blurs the colour of a pixel of a margin, in place. The position is in the photo's coordinates, the deviation in pixels. */
type Defocus = (colour: Float64Array, x: number, y: number, deviation: number) => void

/**
 * Prepares a photo with margins to be blurred in them, as behind a lens that is focused on the dish. Nothing of the dish
 * comes into the margins.
 *
 * @param wide the photo with its margins
 * @param surface what of the photo counts: 255; on a copy of any size
 */
async function defocusMargins(wide: Pixels, insets: Insets, surface: SoftMask): Promise<Defocus> {
  const copy = await makeAnalysisCopy(wide, FIELD_SIDE)
  const scale = copy.width / wide.width
  const levels = createBlurLevels(copy, countedOf(copy, scale, { wide, insets, surface }))
  const soft = new Float64Array(3)
  return (colour, x, y, deviation) => {
    const share = smoothstep(0, BLURRED, deviation * scale)
    soft.fill(0)
    levels.sample((x + 0.5 + insets.left) * scale, (y + 0.5 + insets.top) * scale, deviation * scale, soft)
    for (let c = 0; c < 3; c++) colour[c] += (soft[c] - colour[c]) * share
  }
}

/** What of a copy counts: the margins, and the surface of the photo between them. */
function countedOf(
  { width, height }: Pixels,
  scale: number,
  { wide, insets, surface }: { readonly wide: Pixels; readonly insets: Insets; readonly surface: SoftMask },
): SoftMask {
  const across = surface.width / (wide.width - insets.left - insets.right)
  const down = surface.height / (wide.height - insets.top - insets.bottom)
  const alpha = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const v = Math.floor(((y + 0.5) / scale - insets.top) * down)
    for (let x = 0; x < width; x++, i++) {
      const u = Math.floor(((x + 0.5) / scale - insets.left) * across)
      const isInside = u >= 0 && v >= 0 && u < surface.width && v < surface.height
      alpha[i] = isInside ? surface.alpha[v * surface.width + u] : 255
    }
  }
  return { alpha, width, height }
}
