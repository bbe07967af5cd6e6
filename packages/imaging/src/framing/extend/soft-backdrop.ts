import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { makeAnalysisCopy } from '../../raster/scaling/analysis-copy.ts'
import { latticeNoise } from '../../raster/value-noise.ts'
import { measureGrain } from '../../tone/measure-grain.ts'
import { createBlurLevels } from './blur-levels.ts'
import { copyIntoMargins } from './copy-into-margins.ts'
import type { Insets } from './open-sides.ts'

/** Long side of the copy of the photo that is blurred. */
const SIDE = 512
/** Deviation of the blur, as a share of the distance from the border. */
const SPREAD = 0.6
/** The largest deviation, as a share of the long side. */
const WIDEST = 0.2
/** How far into the photo the backdrop looks at most, as a share of the photo's side. */
const REACH = 0.25
/** Deviation in pixels of the copy from which the copy is sharp enough. */
const COPY_BLUR = 1.5

/**
 * A plain backdrop beyond the borders of a photo: its own surface, mirrored at the border and ever more out of focus with
 * the distance, as behind a shallow depth of field. It begins as sharp as the photo, so that no seam shows, and has the
 * photo's grain. Nothing of the dish is in it, and what the border cuts dissolves.
 *
 * @param most the most that will be added at each side
 * @param surface what of the photo counts: 255; on a copy of any size
 * @returns the photo with margins, at most as wide as `most`
 */
export async function createSoftBackdrop(
  photo: Pixels,
  most: Insets,
  surface: SoftMask,
): Promise<(insets: Insets) => Pixels> {
  const far = await drawFar(photo, most, surface)
  const grain = measureGrain(photo).luma
  const near = (COPY_BLUR * far.scale) / SPREAD
  const { data, width, height } = photo
  return (insets) =>
    copyIntoMargins(photo, insets, (out, start, left, right, y) => {
      for (let x = left, at = start; x < right; x++, at += 3) {
        const [u, v] = [mirrored(x, width), mirrored(y, height)]
        const distance = Math.hypot(x < 0 ? -x : Math.max(0, x - width + 1), y < 0 ? -y : Math.max(0, y - height + 1))
        const soft =
          distance >= near
            ? 1
            : Math.max(smoothstep(0, near, distance), alphaAt(surface, u / width, v / height) > 0 ? 0 : 1)
        const noise = grain * (1 - (1 - soft) ** 2) * noiseAt(x, y)
        const from = 3 * (v * width + u)
        for (let c = 0; c < 3; c++) {
          const blurred = far.colourAt(x, y, c) + noise + latticeNoise(x * 3 + c, y) - 0.5
          out[at + c] = clamp(
            Math.round(soft === 1 ? blurred : data[from + c] + (blurred - data[from + c]) * soft),
            0,
            255,
          )
        }
      }
    })
}

/** The pixel that lies as far inside a side as a position lies beyond it. */
const mirrored = (at: number, length: number): number =>
  clamp(at < 0 ? -at - 1 : at >= length ? 2 * length - 1 - at : at, 0, length - 1)

const alphaAt = ({ alpha, width, height }: SoftMask, u: number, v: number): number =>
  alpha[Math.floor(v * height) * width + Math.floor(u * width)] / 255

/** Noise of deviation 1. */
const noiseAt = (x: number, y: number): number => {
  const shift = 37 * (x >> 8) + 91 * (y >> 8)
  const sum = latticeNoise(x + shift, y) + latticeNoise(x + 101, y + shift) + latticeNoise(x + 17, y + 203 + shift)
  return 2 * (sum - 1.5)
}

/** The blurred backdrop in the size of the copy, over the whole new picture. */
async function drawFar(photo: Pixels, most: Insets, surface: SoftMask) {
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
  return {
    /** How many pixels of the photo a pixel of the copy is wide. */
    scale: 1 / across,
    /** One channel at a pixel in the photo's coordinates. */
    colourAt(x: number, y: number, c: number): number {
      const u = (x + 0.5) * across - 0.5 + left
      const v = (y + 0.5) * down - 0.5 + top
      const [column, row] = [Math.floor(u), Math.floor(v)]
      const at = 3 * (row * width + column) + c
      const below = at + 3 * width
      const upper = colours[at] + (colours[at + 3] - colours[at]) * (u - column)
      const lower = colours[below] + (colours[below + 3] - colours[below]) * (u - column)
      return upper + (lower - upper) * (v - row)
    },
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
