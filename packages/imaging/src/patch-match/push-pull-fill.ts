import { type Canvas, EXCLUDED, KNOWN } from './fill-canvas.ts'

/**
 * Fills a hole with soft colours from its border inwards. A search for texture starts from this, and it stays where there
 * is no texture to copy. What is excluded gives no colour, as long as anything else is known.
 *
 * @param canvas coloured in place, in its hole only
 */
export function pushPullFill(canvas: Canvas): void {
  const { colours, kinds, width, height } = canvas
  const least = kinds.includes(KNOWN) ? KNOWN : EXCLUDED
  const weights = Float32Array.from(kinds, (kind) => (kind === KNOWN || kind === least ? 1 : 0))
  const before = Float32Array.from(colours)
  pullAndPush({ colours, weights, width, height })
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] === EXCLUDED) colours.set(before.subarray(3 * i, 3 * i + 3), 3 * i)
  }
}

interface WeightedColours {
  /** Three numbers for each position. */
  readonly colours: Float32Array
  /** 0 where the colour is not known. */
  readonly weights: Float32Array
  readonly width: number
  readonly height: number
}

/**
 * Fills pixels of weight 0, in place, by pull and push (Gortler, Grzeszczuk, Szeliski, Cohen 1996): what a level does not
 * know is interpolated from the next coarser one.
 */
export function pullAndPush(level: WeightedColours): void {
  const { colours, weights, width, height } = level
  if (width * height <= 1 || !weights.includes(0)) return
  const coarse = pullLevel(level)
  pullAndPush(coarse)
  for (let y = 0, at = 0; y < height; y++) {
    const v = Math.max(0, Math.min(coarse.height - 1, y / 2 - 0.25))
    const upper = Math.floor(v)
    const lower = Math.min(coarse.height - 1, upper + 1)
    for (let x = 0; x < width; x++, at++) {
      if (weights[at] !== 0) continue
      const u = Math.max(0, Math.min(coarse.width - 1, x / 2 - 0.25))
      const left = Math.floor(u)
      const right = Math.min(coarse.width - 1, left + 1)
      const [fu, fv] = [u - left, v - upper]
      for (let c = 0; c < 3; c++) {
        const seen = (row: number, column: number) => coarse.colours[3 * (row * coarse.width + column) + c]
        const above = seen(upper, left) * (1 - fu) + seen(upper, right) * fu
        const below = seen(lower, left) * (1 - fu) + seen(lower, right) * fu
        colours[3 * at + c] = above * (1 - fv) + below * fv
      }
    }
  }
}

function pullLevel({ colours, weights, width, height }: WeightedColours): WeightedColours {
  const [across, down] = [(width + 1) >> 1, (height + 1) >> 1]
  const coarse = {
    colours: new Float32Array(3 * across * down),
    weights: new Float32Array(across * down),
    width: across,
    height: down,
  }
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const weight = weights[at]
      if (weight === 0) continue
      const to = (y >> 1) * across + (x >> 1)
      coarse.weights[to] += weight
      for (let c = 0; c < 3; c++) {
        coarse.colours[3 * to + c] += weight * colours[3 * at + c]
      }
    }
  }
  for (let i = 0; i < coarse.weights.length; i++) {
    const weight = coarse.weights[i]
    if (weight === 0) continue
    for (let c = 0; c < 3; c++) coarse.colours[3 * i + c] /= weight
    coarse.weights[i] = Math.min(1, weight)
  }
  return coarse
}
