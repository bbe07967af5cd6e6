import { type Canvas, HOLE, KNOWN } from './fill-canvas.ts'
import { sourcePositions, targetPositions } from './patch-positions.ts'
import { measureTexture, measureTone } from './texture-features.ts'

/** One size of a canvas, with all that a search in it asks for. */
export interface PyramidLevel {
  readonly canvas: Canvas
  /** How rough it is around each pixel, across and down; that of the hole is voted for like its colours. */
  readonly texture: Float32Array
  /** The colour around each pixel; that of the hole is its rim's, going on softly. */
  readonly tone: Float32Array
  /** What another tone than the rim's costs, against the square of another colour: most where all is decided. */
  readonly toneWeight: number
  readonly sources: Int32Array
  /** 1 where the middle of a source is. */
  readonly allowed: Uint8Array
  /** By target: how far from the known its middle lies, as a weight. */
  readonly trust: Float32Array
}

/** What another tone than that of the hole's rim costs where a fill begins and all of the rim is one tone. */
const TONE_WEIGHT = 1
/** By this much a rim may vary, in squares of codes, before its tone says half as much. */
const TONE_VARIANCE = 800

/**
 * All that a search in a canvas asks for.
 *
 * @param coarser the level of half its size, where there is one
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

/** How little the tones around a hole are one: of what borders on it, mean squared distance to their mean. */
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

/** Of each position: 1 at what is known, less with every step into the hole, where all is hearsay. */
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
