import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'

/** A picture blurred and halved some times: RGB as numbers, and how much of each pixel is known. */
interface BlurLevel {
  readonly colours: Float32Array
  readonly weights: Float32Array
  readonly width: number
  readonly height: number
}

/** Deviation in pixels of the blur of a level, in its own pixels. */
const LEVEL_BLUR = 0.9
/** Share of known pixels from which a level is used as it is; below it, the next coarser one fills in. */
const KNOWN_ENOUGH = 0.1

/** A picture with any amount of blur. */
export interface BlurLevels {
  /** Adds the colour at a position, blurred by about the deviation, both in the picture's pixels. */
  sample(x: number, y: number, deviation: number, colour: Float64Array): void
}

/**
 * Prepares a picture for blurs of different widths, by a pyramid. Pixels that do not count take their colour from what lies
 * around them.
 *
 * @param counted 255 where a pixel counts; on a copy of any size
 */
export function createBlurLevels({ data, width, height, channels }: Pixels, counted: SoftMask): BlurLevels {
  const first: BlurLevel = {
    colours: new Float32Array(3 * width * height),
    weights: new Float32Array(width * height),
    width,
    height,
  }
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) / height) * counted.height) * counted.width
    for (let x = 0; x < width; x++, i++) {
      const weight = counted.alpha[row + Math.floor(((x + 0.5) / width) * counted.width)] / 255
      first.weights[i] = weight
      for (let c = 0; c < 3; c++) first.colours[3 * i + c] = weight * data[channels * i + c]
    }
  }
  const levels = [first]
  for (let level = first; Math.min(level.width, level.height) > 2; levels.push(level)) level = halveLevel(level)
  for (let k = levels.length - 1; k >= 0; k--) fillIn(levels[k], levels[k + 1])
  return {
    sample(x, y, deviation, colour) {
      const at = clamp(Math.log2(Math.max(1, deviation / LEVEL_BLUR)), 0, levels.length - 1)
      const lower = Math.min(Math.floor(at), Math.max(0, levels.length - 2))
      addSample(levels[lower], x / 2 ** lower, y / 2 ** lower, 1 - (at - lower), colour)
      if (at > lower) addSample(levels[lower + 1], x / 2 ** (lower + 1), y / 2 ** (lower + 1), at - lower, colour)
    },
  }
}

/** Divides the colours of a level by their weights, and fills what is not known from the next coarser level. */
function fillIn({ colours, weights, width, height }: BlurLevel, coarser: BlurLevel | undefined): void {
  const back = new Float64Array(3)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const share = coarser ? smoothstep(0, KNOWN_ENOUGH, weights[i]) : 1
      back.fill(0)
      if (coarser && share < 1) addSample(coarser, (x + 0.5) / 2, (y + 0.5) / 2, 1 - share, back)
      const scale = weights[i] > 0 ? share / weights[i] : 0
      for (let c = 0; c < 3; c++) colours[3 * i + c] = colours[3 * i + c] * scale + back[c]
    }
  }
}

/** Adds the weighted colour at a position in the level's pixels, between its four neighbours. */
function addSample(
  { colours, width, height }: BlurLevel,
  x: number,
  y: number,
  weight: number,
  colour: Float64Array,
): void {
  const [u, v] = [clamp(x - 0.5, 0, width - 1), clamp(y - 0.5, 0, height - 1)]
  const [left, top] = [Math.floor(u), Math.floor(v)]
  const across = left + 1 < width ? 3 : 0
  const down = top + 1 < height ? 3 * width : 0
  const at = 3 * (top * width + left)
  for (let c = at; c < at + 3; c++) {
    const above = colours[c] + (colours[c + across] - colours[c]) * (u - left)
    const below = colours[c + down] + (colours[c + down + across] - colours[c + down]) * (u - left)
    colour[c - at] += weight * (above + (below - above) * (v - top))
  }
}

/** The weights of four neighbours for a picture of half the size. */
const TAPS = [1 / 8, 3 / 8, 3 / 8, 1 / 8] as const

function halveLevel({ colours, weights, width, height }: BlurLevel): BlurLevel {
  const [across, down] = [(width + 1) >> 1, (height + 1) >> 1]
  const rows = { colours: new Float32Array(3 * across * height), weights: new Float32Array(across * height) }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < across; x++) {
      for (let k = 0; k < 4; k++) {
        addTap({ colours, weights }, y * width + clamp(2 * x + k - 1, 0, width - 1), TAPS[k], rows, y * across + x)
      }
    }
  }
  const half = { colours: new Float32Array(3 * across * down), weights: new Float32Array(across * down) }
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      for (let k = 0; k < 4; k++) {
        addTap(rows, clamp(2 * y + k - 1, 0, height - 1) * across + x, TAPS[k], half, y * across + x)
      }
    }
  }
  return { ...half, width: across, height: down }
}

type WeightedColours = Pick<BlurLevel, 'colours' | 'weights'>

function addTap(from: WeightedColours, at: number, share: number, to: WeightedColours, place: number): void {
  for (let c = 0; c < 3; c++) to.colours[3 * place + c] += share * from.colours[3 * at + c]
  to.weights[place] += share * from.weights[at]
}
