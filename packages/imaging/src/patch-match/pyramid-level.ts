import { type Canvas, HOLE, KNOWN } from './fill-canvas.ts'
import { sourcePositions, targetPositions } from './patch-positions.ts'
import { pullAndPush } from './push-pull-fill.ts'

/** One level of the pyramid: a canvas with everything that a search in it needs. */
export interface PyramidLevel {
  readonly canvas: Canvas
  /** Texture around each pixel, across and down. In the hole it is voted for like the colours. */
  readonly texture: Float32Array
  /** Mean colour around each pixel. In the hole it is interpolated from the border. */
  readonly tone: Float32Array
  /**
   * Cost of a difference in tone, relative to the square of a difference in colour. It is highest on the coarsest
   * level.
   */
  readonly toneWeight: number
  readonly sources: Int32Array
  /** 1 at the centre of a source. */
  readonly allowed: Uint8Array
  /** Weight of each position as a target: 1 at known pixels, less the deeper it lies in the hole. */
  readonly trust: Float32Array
}

/** The cost of another tone on the coarsest level, if the whole border of the hole has one tone. */
const TONE_WEIGHT = 1
/** Variance of the border's tone, in squares of codes, at which that cost is halved. */
const TONE_VARIANCE = 800

/**
 * Prepares a canvas for a search.
 *
 * @param coarser the level of half the size, if there is one
 */
export function createLevel(canvas: Canvas, coarser?: PyramidLevel): PyramidLevel {
  const sources = sourcePositions(canvas)
  const allowed = new Uint8Array(canvas.kinds.length)
  for (const source of sources) allowed[source] = 1
  const tone = measureTone(canvas)
  const toneWeight = coarser
    ? coarser.toneWeight / 2
    : TONE_WEIGHT / (1 + borderToneVariance(canvas, tone) / TONE_VARIANCE)
  return { canvas, texture: measureTexture(canvas), tone, toneWeight, sources, allowed, trust: measureTrust(canvas) }
}

/** Variance of the tone along the border of the hole. */
function borderToneVariance(canvas: Canvas, tone: Float32Array): number {
  const sums = [0, 0, 0]
  let [count, squares] = [0, 0]
  for (const at of targetPositions(canvas)) {
    if (canvas.kinds[at] !== KNOWN) continue
    count++
    for (let c = 0; c < 3; c++) {
      const value = tone[3 * at + c]
      sums[c] += value
      squares += value * value
    }
  }
  return count === 0 ? 0 : squares / count - sums.reduce((sum, value) => sum + (value / count) ** 2, 0)
}

/** 1 at known pixels, and less with every step into the hole, where colours are only guessed. */
function measureTrust({ kinds, width, height }: Canvas): Float32Array {
  const trust = Float32Array.from(kinds, (kind) => (kind === HOLE ? 0 : 1))
  const pass = (from: number, to: number, step: number) => {
    for (let y = from; y !== to; y += step) {
      for (let k = 0; k < width; k++) {
        const x = step > 0 ? k : width - 1 - k
        const at = y * width + x
        if (kinds[at] !== HOLE) continue
        const beside = step > 0 ? x > 0 : x < width - 1
        const above = step > 0 ? y > 0 : y < height - 1
        const near = Math.max(beside ? trust[at - step] : 0, above ? trust[at - step * width] : 0)
        trust[at] = Math.max(trust[at], TRUST_DECAY * near, MIN_TRUST)
      }
    }
  }
  pass(0, height, 1)
  pass(height - 1, -1, -1)
  return trust
}

const TRUST_DECAY = 0.8
const MIN_TRUST = 1e-6

/** Radius of the window in which texture and tone are measured. */
const RADIUS = 3

/**
 * Texture of each pixel's neighbourhood, across and down: the mean step between known neighbours. In the hole it is
 * interpolated from the border. Without it the best match for a hole in a weave would be anything smooth of the same
 * colour (Newson, Almansa, Fradet, Gousseau, Pérez 2014).
 *
 * @returns two numbers for each position, in codes
 */
function measureTexture({ colours, kinds, width, height }: Canvas): Float32Array {
  const count = kinds.length
  const steps = new Float32Array(2 * count)
  const seen = new Float32Array(2 * count)
  for (let at = 0; at < count; at++) {
    if (kinds[at] !== KNOWN) continue
    for (let k = 0; k < 2; k++) {
      const isLast = k === 0 ? at % width === width - 1 : at + width >= count
      const other = at + (k === 0 ? 1 : width)
      if (isLast || kinds[other] !== KNOWN) continue
      let sum = 0
      for (let c = 0; c < 3; c++) sum += Math.abs(colours[3 * at + c] - colours[3 * other + c])
      steps[2 * at + k] = sum / 3
      seen[2 * at + k] = 1
    }
  }
  const sums = boxSum(steps, 2, width, height)
  const counts = boxSum(seen, 2, width, height)
  const texture = new Float32Array(3 * count)
  const weights = new Float32Array(count)
  for (let at = 0; at < count; at++) {
    const [across, down] = [counts[2 * at], counts[2 * at + 1]]
    if (kinds[at] !== KNOWN || across === 0 || down === 0) continue
    texture[3 * at] = sums[2 * at] / across
    texture[3 * at + 1] = sums[2 * at + 1] / down
    weights[at] = 1
  }
  pullAndPush({ colours: texture, weights, width, height })
  const pairs = new Float32Array(2 * count)
  for (let at = 0; at < count; at++) {
    pairs[2 * at] = texture[3 * at]
    pairs[2 * at + 1] = texture[3 * at + 1]
  }
  return pairs
}

/**
 * Tone of each pixel's neighbourhood: its mean colour. In the hole it is interpolated from the border. It keeps materials
 * out of the hole that do not border on it.
 *
 * @returns three numbers for each position, in codes
 */
function measureTone({ colours, kinds, width, height }: Canvas): Float32Array {
  const known = new Float32Array(kinds.length)
  const seen = new Float32Array(colours.length)
  for (let at = 0; at < kinds.length; at++) {
    if (kinds[at] !== KNOWN) continue
    known[at] = 1
    for (let c = 0; c < 3; c++) seen[3 * at + c] = colours[3 * at + c]
  }
  const tone = boxSum(seen, 3, width, height)
  const counts = boxSum(known, 1, width, height)
  for (let at = 0; at < kinds.length; at++) {
    for (let c = 0; c < 3; c++) tone[3 * at + c] /= Math.max(1, counts[at])
  }
  pullAndPush({ colours: tone, weights: known, width, height })
  return tone
}

/** Sums over square windows, of `size` numbers for each position. */
function boxSum(values: Float32Array, size: number, width: number, height: number): Float32Array {
  const rows = new Float32Array(values.length)
  const sums = new Float32Array(values.length)
  slidingSum(values, rows, { size, lines: height, pitch: width, length: width, step: 1 })
  slidingSum(rows, sums, { size, lines: width, pitch: 1, length: height, step: width })
  return sums
}

interface Lines {
  readonly size: number
  readonly lines: number
  readonly pitch: number
  readonly length: number
  readonly step: number
}

function slidingSum(from: Float32Array, to: Float32Array, { size, lines, pitch, length, step }: Lines): void {
  for (let line = 0; line < lines; line++) {
    for (let k = 0; k < size; k++) {
      const first = size * line * pitch + k
      const far = size * step
      let sum = 0
      for (let i = -RADIUS; i < length; i++) {
        if (i + RADIUS < length) sum += from[first + (i + RADIUS) * far]
        if (i - RADIUS - 1 >= 0) sum -= from[first + (i - RADIUS - 1) * far]
        if (i >= 0) to[first + i * far] = Math.max(0, sum)
      }
    }
  }
}
