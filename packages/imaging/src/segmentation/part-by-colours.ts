import type { Pixels } from '../raster/pixels.ts'

/** What is known of a pixel before its side is decided. */
export const Hint = { background: 0, foreground: 1, probableBackground: 2, probableForeground: 3 } as const

/** Levels of a channel in the histograms, and the pixels that each bin is taken to hold on both sides. */
const LEVELS = 16
const PRIOR = 0.5
/** How much the four neighbours of a pixel count against its colour, and the sweeps over which that spreads. */
const TOGETHER = 2
const SWEEPS = 12
/** The largest log odds that a colour alone gives. */
const MOST_ODDS = 4

/**
 * Parts a picture into foreground and background by their colours. A histogram of each side says how common a colour is there.
 * Neighbours of like colour stay together (a Markov random field as in GrabCut, solved by mean-field sweeps).
 *
 * @param picture RGB of a few hundred pixels a side
 * @param hints one of {@link Hint} for each pixel; certain ones keep their side
 * @param rounds how often the histograms are counted anew by the sides found
 * @returns 1 for foreground, 0 for background
 */
export function partByColours({ data, width, height }: Pixels, hints: Uint8Array, rounds = 3): Uint8Array {
  const count = width * height
  const share = Float32Array.from(hints, (hint) => hint & 1)
  const bins = Uint16Array.from({ length: count }, (_, i) => binOf(data, 3 * i))
  const [across, down] = likenesses(data, width, height)
  for (let round = 0; round < rounds; round++) {
    const odds = colourOdds(bins, share)
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (let i = 0; i < count; i++) {
        if (hints[i] < Hint.probableBackground) continue
        const x = i % width
        let pull = odds[bins[i]]
        if (x > 0) pull += across[i - 1] * (2 * share[i - 1] - 1)
        if (x < width - 1) pull += across[i] * (2 * share[i + 1] - 1)
        if (i >= width) pull += down[i - width] * (2 * share[i - width] - 1)
        if (i < count - width) pull += down[i] * (2 * share[i + width] - 1)
        share[i] = 1 / (1 + Math.exp(-pull))
      }
    }
  }
  return Uint8Array.from(share, (value) => (value > 0.5 ? 1 : 0))
}

const binOf = (data: Uint8Array, at: number): number =>
  (Math.floor((data[at] * LEVELS) / 256) * LEVELS + Math.floor((data[at + 1] * LEVELS) / 256)) * LEVELS +
  Math.floor((data[at + 2] * LEVELS) / 256)

/** The log odds of each bin that its colour is foreground. */
function colourOdds(bins: Uint16Array, share: Float32Array): Float32Array {
  const [front, back] = [new Float32Array(LEVELS ** 3), new Float32Array(LEVELS ** 3)]
  let [all, inFront] = [0, 0]
  for (let i = 0; i < bins.length; i++) {
    front[bins[i]] += share[i]
    back[bins[i]] += 1 - share[i]
    all++
    inFront += share[i]
  }
  const [one, other] = [smoothed(front), smoothed(back)]
  const base = Math.log((all - inFront + 1) / (inFront + 1))
  return one.map((value, bin) => {
    const odds = Math.log((value + PRIOR) / (other[bin] + PRIOR)) + base
    return Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds))
  })
}

/** A histogram with half of each bin spread over its neighbours, channel by channel. */
function smoothed(histogram: Float32Array): Float32Array {
  let from = histogram
  for (const step of [1, LEVELS, LEVELS ** 2]) {
    const to = new Float32Array(from.length)
    for (let bin = 0; bin < from.length; bin++) {
      const level = Math.floor(bin / step) % LEVELS
      const before = level > 0 ? from[bin - step] : from[bin]
      const after = level < LEVELS - 1 ? from[bin + step] : from[bin]
      to[bin] = from[bin] / 2 + (before + after) / 4
    }
    from = to
  }
  return from
}

/** How strongly each pixel holds on to its right and to its lower neighbour: less across an edge of the picture. */
function likenesses(data: Uint8Array, width: number, height: number): [across: Float32Array, down: Float32Array] {
  const squares = (i: number, j: number) =>
    (data[3 * i] - data[3 * j]) ** 2 +
    (data[3 * i + 1] - data[3 * j + 1]) ** 2 +
    (data[3 * i + 2] - data[3 * j + 2]) ** 2
  const count = width * height
  const planes = [1, width].map((step) =>
    Float32Array.from({ length: count }, (_, i) =>
      i + step < count && (step > 1 || i % width < width - 1) ? squares(i, i + step) : 0,
    ),
  )
  const mean = planes.reduce((sum, plane) => sum + plane.reduce((a, b) => a + b, 0), 0) / (2 * count)
  const [across, down] = planes.map((plane) => plane.map((square) => TOGETHER * Math.exp(-square / (2 * mean + 1e-6))))
  return [across ?? new Float32Array(), down ?? new Float32Array()]
}
