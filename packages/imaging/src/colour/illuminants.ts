/** Log-chroma histograms have GRID cells a side, each STEP wide, with 0 in the middle. */
export const STEP = 0.05
export const GRID = 128
export const HALF = 64

/** A light that a photo may have been taken in, relative to daylight. */
export interface Illuminant {
  /** Distance from daylight along the black-body locus, in mireds; above 0 is warmer. */
  readonly mireds: number
  /** Distance from the locus; above 0 is magenta. */
  readonly tint: number
  /** Logarithms of red over green and blue over green. */
  readonly red: number
  readonly blue: number
}

/** Colour matching functions as sums of asymmetric Gaussians (Wyman, Sloan, Shirley 2013). */
const bell = (x: number, mean: number, below: number, above: number) =>
  Math.exp(-0.5 * ((x - mean) / (x < mean ? below : above)) ** 2)
const matching = (nm: number): [number, number, number] => [
  1.056 * bell(nm, 599.8, 37.9, 31) + 0.362 * bell(nm, 442, 16, 26.7) - 0.065 * bell(nm, 501.1, 20.4, 26.2),
  0.821 * bell(nm, 568.8, 46.9, 40.5) + 0.286 * bell(nm, 530.9, 16.3, 31.1),
  1.217 * bell(nm, 437, 11.8, 36) + 0.681 * bell(nm, 459, 26, 13.8),
]

/** A black body as the logarithms of red over green and blue over green of linear sRGB. */
const blackBody = (kelvin: number): [red: number, blue: number] => {
  let [X, Y, Z] = [0, 0, 0]
  for (let nm = 380; nm <= 780; nm += 5) {
    const power = nm ** -5 / (Math.exp(1.4388e7 / (nm * kelvin)) - 1)
    const [x, y, z] = matching(nm)
    X += power * x
    Y += power * y
    Z += power * z
  }
  const red = 3.2406 * X - 1.5372 * Y - 0.4986 * Z
  const green = -0.9689 * X + 1.8758 * Y + 0.0415 * Z
  const blue = 0.0557 * X - 0.204 * Y + 1.057 * Z
  return [Math.log(red / green), Math.log(blue / green)]
}

const DAYLIGHT = 1e6 / 6500
const TINTS = [-0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15]

/** All lights that are tried: from 2400 K to bluer than the bluest shade, with a tint either way. */
export const ILLUMINANTS: readonly Illuminant[] = (() => {
  const [red0, blue0] = blackBody(6500)
  const list: Illuminant[] = []
  for (let mireds = -108; mireds <= 264; mireds += 12) {
    const [red, blue] = blackBody(1e6 / (DAYLIGHT + mireds))
    for (const tint of TINTS) list.push({ mireds, tint, red: red - red0 + tint, blue: blue - blue0 + tint })
  }
  return list
})()

/**
 * How often a log-chroma occurs in well-balanced food photos, as a mixture of Gaussians: [share, red/green, blue/green,
 * their deviations, correlation]. They were fitted by expectation-maximisation to 21 photos in the public domain. In
 * order they stand for crockery, linen and steel; browned and pale food; wood, bread and crusts; sauces and yolks.
 */
type Bell = readonly [number, number, number, number, number, number]
const BRIGHT: readonly Bell[] = [
  [0.493, -0.002, -0.003, 0.185, 0.182, -0.536],
  [0.179, 0.182, -0.339, 0.303, 0.287, -0.101],
  [0.281, 0.396, -0.813, 0.279, 0.453, -0.489],
  [0.047, 0.55, -2.299, 0.45, 0.473, -0.118],
]
const FLAT: readonly Bell[] = [
  [0.57, -0.004, 0.005, 0.164, 0.173, -0.527],
  [0.175, 0.152, -0.169, 0.266, 0.235, -0.212],
  [0.226, 0.482, -0.859, 0.265, 0.288, -0.183],
  [0.028, 0.411, -2.468, 0.488, 0.428, 0.158],
]

/** Density that is added everywhere, so that a colour that never occurs has a finite logarithm. */
const RARE = 1e-5

const logDensity = (bells: readonly Bell[]): Float64Array => {
  const table = new Float64Array(GRID * GRID)
  for (let i = 0; i < table.length; i++) {
    const red = ((i % GRID) - HALF) * STEP
    const blue = (Math.floor(i / GRID) - HALF) * STEP
    let sum = RARE
    for (const [share, red0, blue0, redSpread, blueSpread, together] of bells) {
      const x = (red - red0) / redSpread
      const y = (blue - blue0) / blueSpread
      const loose = 1 - together * together
      const height = (share * STEP * STEP) / (2 * Math.PI * redSpread * blueSpread * Math.sqrt(loose))
      sum += height * Math.exp(-(x * x - 2 * together * x * y + y * y) / (2 * loose))
    }
    table[i] = Math.log(sum)
  }
  return table
}

/** Logarithms of the densities on the grid: of bright pixels, and of pixels in even areas. */
export const LOG_DENSITIES = { bright: logDensity(BRIGHT), flat: logDensity(FLAT) } as const

const KERNEL = [-3, -2, -1, 0, 1, 2, 3].map((d) => Math.exp((-d * d) / (2 * 0.8 * 0.8)))
const KERNEL_SUM = KERNEL.reduce((sum, k) => sum + k, 0)

const smoothAlong = (source: Float64Array, stride: number): Float64Array => {
  const result = new Float64Array(source.length)
  for (let i = 0; i < source.length; i++) {
    let sum = 0
    for (let d = -3; d <= 3; d++) sum += KERNEL[d + 3] * (source[i + d * stride] ?? 0)
    result[i] = sum / KERNEL_SUM
  }
  return result
}

/**
 * Smooths, flattens and normalises a histogram and lists its cells. It is flattened (to the power 0.35) because a table
 * that fills half the frame is one piece of evidence and not half of all evidence.
 */
export const toSparseHistogram = (histogram: Float64Array) => {
  const total = histogram.reduce((sum, value) => sum + value, 0)
  const smooth = smoothAlong(smoothAlong(histogram, 1), GRID)
  const cells: number[] = []
  for (let i = 0; i < smooth.length; i++) if (smooth[i] > 1e-4 * total) cells.push(i)
  const weights = Float64Array.from(cells, (i) => (smooth[i] / total) ** 0.35)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return {
    columns: Int32Array.from(cells, (i) => i % GRID),
    rows: Int32Array.from(cells, (i) => Math.floor(i / GRID)),
    weights: weights.map((weight) => weight / sum),
  }
}
