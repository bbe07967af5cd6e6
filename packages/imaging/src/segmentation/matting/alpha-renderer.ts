import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { type AlphaModel, Term, Trimap } from './alpha-model.ts'
import type { DropShadow } from './drop-shadow.ts'

/** Alpha (of 255) below which a pixel is left empty, and above which it is whole. */
const EMPTY_BELOW = 3
const OPAQUE_ABOVE = 253

/** How far a colour may lie beside those between subject and surroundings, as a share of their difference, to be a mixture. */
const LIKELY = 0.4
const BESIDE = 1

const COUNT = Term.count

/**
 * Makes rows of a cut-out from the picture and the model of its edges. Only pixels at an edge cost anything.
 *
 * @returns writes row `y` into `rgba` from `at` on
 */
export function createAlphaRenderer(pixels: Pixels, model: AlphaModel, shadow: DropShadow | undefined) {
  const { data, width, height, channels } = pixels
  const { trimap, terms } = model
  const values = new Float32Array(COUNT)
  const stepX = model.width / width
  const stepY = model.height / height

  /** The model's numbers at a place between its pixels. */
  const interpolate = (u: number, top: number, bottom: number, down: number): void => {
    const left = Math.max(0, Math.floor(u))
    const right = Math.min(model.width - 1, left + 1)
    const across = Math.max(0, u - left)
    const [a, b, c, d] = [
      (top + left) * COUNT,
      (top + right) * COUNT,
      (bottom + left) * COUNT,
      (bottom + right) * COUNT,
    ]
    const wa = (1 - across) * (1 - down)
    const wb = across * (1 - down)
    const wc = (1 - across) * down
    const wd = across * down
    for (let k = 0; k < COUNT; k++) {
      values[k] = wa * terms[a + k] + wb * terms[b + k] + wc * terms[c + k] + wd * terms[d + k]
    }
  }

  return (y: number, rgba: Uint8Array, at: number): void => {
    const v = (y + 0.5) * stepY - 0.5
    const nearY = Math.min(model.height - 1, Math.floor((y + 0.5) * stepY)) * model.width
    const topRow = Math.max(0, Math.floor(v))
    const down = Math.max(0, v - topRow)
    const [top, bottom] = [topRow * model.width, Math.min(model.height - 1, topRow + 1) * model.width]
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * channels
      const to = at + 4 * x
      const zone = trimap[nearY + Math.min(model.width - 1, Math.floor((x + 0.5) * stepX))]
      let alpha = 0
      if (zone === Trimap.foreground) {
        alpha = 255
        for (let c = 0; c < 3; c++) rgba[to + c] = data[from + c]
      } else if (zone === Trimap.unknown) {
        interpolate((x + 0.5) * stepX - 0.5, top, bottom, down)
        alpha = renderEdge(values, data, from, rgba, to)
      }
      if (channels === 4) alpha = Math.round((alpha * data[from + 3]) / 255)
      rgba[to + 3] = alpha
      if (alpha === 0) rgba[to] = rgba[to + 1] = rgba[to + 2] = 0
      if (shadow && alpha < 255) layOverShadow(rgba, to, alpha, shadow.at((x + 0.5) / width, (y + 0.5) / height))
    }
  }
}

/**
 * Alpha of a pixel at an edge, and its colour without what shines through from behind: whatever of it points from the
 * subject's colour towards the surroundings' is taken away, so that neither a light nor a dark fringe is left.
 */
function renderEdge(values: Float32Array, data: Uint8Array, from: number, rgba: Uint8Array, to: number): number {
  const [r, g, b] = [data[from], data[from + 1], data[from + 2]]
  const sum = values[Term.red] * r + values[Term.green] * g + values[Term.blue] * b
  const level = sum / 255 + values[Term.offset]
  const alpha = Math.round(255 * Math.min(1, Math.max(0, level)))
  const [s0, s1, s2] = [values[4], values[5], values[6]]
  const [d0, d1, d2] = [values[7] - s0, values[8] - s1, values[9] - s2]
  const length = d0 * d0 + d1 * d1 + d2 * d2
  // Colours too much alike to tell what is whose; or one of them is nowhere near.
  const mixed = s0 < 0 || values[7] < 0 ? 0 : values[Term.mixture] * Math.min(1, length / 900)
  const share = length > 0 ? ((r - s0) * d0 + (g - s1) * d1 + (b - s2) * d2) / length : 0
  const square = (r - s0) ** 2 + (g - s1) ** 2 + (b - s2) ** 2
  const beside = length > 0 ? Math.sqrt(Math.max(0, square / length - share * share)) : 1
  const spill =
    mixed *
    Math.min(1, Math.max(0, share)) *
    (1 - smoothstep(LIKELY, BESIDE, beside)) *
    (d0 + d1 + d2 > 0 ? 1 - smoothstep(1.15, 1.5, share) : 1)
  rgba[to] = Math.min(255, Math.max(0, r - spill * d0 + 0.5))
  rgba[to + 1] = Math.min(255, Math.max(0, g - spill * d1 + 0.5))
  rgba[to + 2] = Math.min(255, Math.max(0, b - spill * d2 + 0.5))
  return alpha < EMPTY_BELOW ? 0 : alpha > OPAQUE_ABOVE ? 255 : alpha
}

/** Lays black of some opacity under a pixel. */
function layOverShadow(rgba: Uint8Array, to: number, alpha: number, under: number): void {
  const below = under * (255 - alpha)
  const whole = alpha + below
  if (whole < 1) return
  for (let c = 0; c < 3; c++) rgba[to + c] = (rgba[to + c] * alpha) / whole + 0.5
  rgba[to + 3] = Math.round(whole)
}
