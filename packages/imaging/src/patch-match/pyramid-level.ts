import { type Canvas, HOLE, KNOWN } from './fill-canvas.ts'
import { sourcePositions, targetPositions } from './patch-positions.ts'
import { measureTexture, measureTone } from './texture-features.ts'

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
