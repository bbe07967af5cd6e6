import { quantile, type SmoothColours, strongestChange } from '../../colour/colour-analysis.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Size } from '../../raster/geometry.ts'
import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import {
  type Ellipse,
  ellipseFromMoments,
  ellipseOverlap,
  fitEllipse,
  relativeRadii,
} from '../../raster/masks/fit-ellipse.ts'
import { labelComponents } from '../../raster/masks/mask-components.ts'
import { dilate } from '../../raster/masks/morphology.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'
import { randomSequence } from '../../raster/random-sequence.ts'

/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** Rays from the middle of the mask, and pixels on both sides of a place that are compared there. */
const RAYS = 180
const WINDOW = 5
/** Edges of a ray that could be its rim, and the least difference of colour (about ΔE) of one. */
const EDGES = 5
const LEAST_EDGE = 6
/** What a clearer edge than this counts as. */
const STRONG = 30
/** Ellipses that are tried. */
const TRIES = 3000
/** How far beside an ellipse an edge may lie, as a share of the way from the middle, and in pixels at least. */
const BESIDE = { share: 0.012, least: 2 }
/**
 * Least share of an ellipse that lies in the photo, least share of that at which the photo has an edge, for a first try and for a rim, and
 * the least overlap of a rim with the mask.
 */
const RIM = { seen: 0.5, promising: 0.5, supported: 0.85, overlap: 0.8 }
/** The least of a short axis, in long ones. Flatter ones are no ware. */
const FLATTEST = 0.35
/** Width in pixels of the soft edge of a rim. */
const SOFT = 2
/**
 * A thing that lies over a rim: the least share of it in which every prediction agrees, the least square of its outline in its areas, and
 * the least change of colour (about ΔE a pixel) at half of that outline.
 */
const THING = { seen: 0.3, outline: 4, edge: 5 }
/** Pixels from an outline within which its edge lies. */
const EDGE_REACH = 3

type Edge = readonly [x: number, y: number, distance: number, strength: number]

/**
 * Draws the outline of round ware along its rim. Rays from the middle of the mask meet edges of the photo, and RANSAC (Fischler,
 * Bolles 1981) finds the ellipse on which they lie. The mask follows it but for things that lie over it, such as a handle, food, or a
 * napkin.
 *
 * @param predictions of the mask's size
 * @returns the same mask where no ellipse is seen that is about as large
 */
export function evenRim(mask: SoftMask, colours: SmoothColours, predictions: readonly SoftMask[]): SoftMask {
  const { alpha, width } = mask
  const { bits } = thresholdMask(mask, INSIDE)
  const middle = ellipseFromMoments(bits, width)
  const rim = middle && findRim(bits, edgesAround(colours, middle), colours)
  if (!rim) return mask
  const [radius, mean] = [relativeRadii(rim), Math.sqrt(rim.a * rim.b)]
  const beyond = Float32Array.from(alpha, (_, i) => (radius((i % width) + 0.5, Math.floor(i / width) + 0.5) - 1) * mean)
  // Masks of ware alone lack what lies over its rim. Predictions show it.
  const shown = { ...mask, alpha: alpha.map((value, i) => Math.max(value, ...predictions.map((one) => one.alpha[i]))) }
  const kept = dilate(findThings(shown, beyond, colours, predictions), SOFT + 1).bits
  return {
    ...mask,
    alpha: alpha.map((_, i) => (kept[i] ? shown.alpha[i] : 255 * clamp(0.5 - beyond[i], 0, 1))),
  }
}

/**
 * Where a mask leaves a rim because of a thing of its own: predictions agree, and the photo has an edge around it. A piece with hardly an
 * outline of its own is what lies between the rim and the border of the photo.
 */
function findThings(
  mask: SoftMask,
  beyond: Float32Array,
  colours: SmoothColours,
  predictions: readonly SoftMask[],
): BinaryMask {
  const { width, height } = mask
  const { bits } = thresholdMask(mask, INSIDE)
  const differs = maskBits(bits.length, (i) => Math.abs(beyond[i]) > SOFT && beyond[i] > 0 === (bits[i] === 1))
  const { labels, areas } = labelComponents({ bits: differs, width, height }, 1)
  const ends = Array.from(areas, (): number[] => [])
  const [seen, atRim] = [new Uint32Array(areas.length), new Uint32Array(areas.length)]
  labels.forEach((label, i) => {
    if (label === 0) return
    if (predictions.every((one) => one.alpha[i] >= INSIDE === (bits[i] === 1))) seen[label]++
    if (Math.abs(beyond[i]) <= SOFT + 2) atRim[label]++
    const isAtBorder = i < width || i >= labels.length - width || i % width === 0 || (i + 1) % width === 0
    const isEnd = [i - 1, i + 1, i - width, i + width].some((j) => bits[j] !== bits[i])
    if (!isAtBorder && isEnd) ends[label].push(strongestChange(colours, i, EDGE_REACH))
  })
  const isThing = areas.map((area, label) =>
    atRim[label] > 0 &&
    seen[label] >= THING.seen * area &&
    ends[label].length ** 2 >= THING.outline * area &&
    quantile(ends[label], 0.5) >= THING.edge
      ? 1
      : 0,
  )
  return { bits: maskBits(labels.length, (i) => labels[i] > 0 && isThing[labels[i]] === 1), width, height }
}

/** The clearest edges along each ray, from half the way to the outline on. */
function edgesAround({ channels, width, height }: SmoothColours, { x, y, b }: Ellipse): Edge[][] {
  return Array.from({ length: RAYS }, (_, ray) => {
    const [dx, dy] = [Math.cos((2 * Math.PI * ray) / RAYS), Math.sin((2 * Math.PI * ray) / RAYS)]
    const at = (r: number) => {
      const [u, v] = [Math.floor(x + r * dx), Math.floor(y + r * dy)]
      return u < 0 || v < 0 || u >= width || v >= height ? -1 : v * width + u
    }
    const steps: number[] = []
    for (let r = Math.round(b / 2); at(r + WINDOW) >= 0; r++) {
      const difference = (plane: Float32Array) => {
        let sum = 0
        for (let k = 1; k <= WINDOW; k++) sum += plane[at(r + k)] - plane[at(r - k)]
        return sum / WINDOW
      }
      steps[r] = Math.hypot(...channels.map(difference))
    }
    return steps
      .flatMap((step, r): Edge[] =>
        step >= LEAST_EDGE && step >= (steps[r - 1] ?? 0) && step > (steps[r + 1] ?? 0)
          ? [[x + r * dx, y + r * dy, r, step]]
          : [],
      )
      .sort((one, other) => other[3] - one[3])
      .slice(0, EDGES)
  })
}

/** The ellipse on which most of the clearest edges lie and that covers about what the mask does. */
function findRim(bits: Uint8Array, edges: readonly Edge[][], size: Size): Ellipse | undefined {
  const seen = edges.filter((some) => some.length > 0)
  if (seen.length < RIM.seen * RAYS) return undefined
  const random = randomSequence(1)
  // One point of each sixth of the rays, and mostly of the clearest edges.
  const sample = () =>
    Array.from({ length: 6 }, (_, sixth) => {
      const some = seen[Math.floor(((sixth + random()) * seen.length) / 6)]
      return some[Math.floor(random() ** 2 * some.length)]
    })
  const tried = new Set<string>()
  let best: { rim: Ellipse; score: number } | undefined
  for (let round = 0; round < TRIES; round++) {
    const rough = supportOf(throughEdges(sample()), edges, size)
    if (!rough || rough.share < RIM.promising) continue
    const rim = throughEdges(rough.on)
    const about = rim && [rim.x, rim.y, rim.a, rim.b].map(Math.round).join()
    if (!about || tried.has(about)) continue
    tried.add(about)
    const found = supportOf(rim, edges, size)
    // An overlap, which takes long to measure, is 1 at most.
    if (!found || found.share < RIM.supported || found.share * found.strength <= (best?.score ?? 0)) continue
    const overlap = ellipseOverlap(bits, size.width, rim)
    const score = found.share * found.strength * overlap ** 4
    if (overlap >= RIM.overlap && score > (best?.score ?? 0)) best = { rim, score }
  }
  return best?.rim
}

const throughEdges = (edges: readonly Edge[]) => fitEllipse(edges.map(([x, y]) => [x, y]))

/** The edges that lie on an ellipse, their share of its rays that end in the photo, and their mean strength. */
function supportOf(rim: Ellipse | undefined, edges: readonly Edge[][], { width, height }: Size) {
  if (!rim || rim.b < FLATTEST * rim.a || rim.a > 2 * Math.max(width, height)) return undefined
  const radius = relativeRadii(rim)
  const [cos, sin] = [Math.cos(rim.angle), Math.sin(rim.angle)]
  const visible = edges.filter((_, ray) => {
    const [u, v] = [rim.a * Math.cos((2 * Math.PI * ray) / RAYS), rim.b * Math.sin((2 * Math.PI * ray) / RAYS)]
    const [x, y] = [rim.x + u * cos - v * sin, rim.y + u * sin + v * cos]
    return x >= WINDOW && y >= WINDOW && x < width - WINDOW && y < height - WINDOW
  }).length
  if (visible < RIM.seen * RAYS) return undefined
  const isOn = ([x, y, r]: Edge) => Math.abs(radius(x, y) - 1) * r <= Math.max(BESIDE.least, BESIDE.share * r)
  const on = edges.map((some) => some.find(isOn)).filter((edge) => edge !== undefined)
  const strength = on.reduce((sum, edge) => sum + Math.min(edge[3], STRONG), 0) / Math.max(1, on.length)
  return { on, share: Math.min(1, on.length / visible), strength }
}
