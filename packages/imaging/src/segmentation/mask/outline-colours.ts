import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import { dilate, erode } from '../../raster/masks/morphology.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import type { SmoothColours } from '../candidates/colour-analysis.ts'

/** Pixels of the tiles that share their samples. */
const TILE = 20
/** Where colours are sampled beyond the band, and how far around a tile, in widths of the band. */
const SAMPLED = 3.2
const AROUND = 2.6
/** Samples across the surroundings of a tile. */
const SAMPLES_ACROSS = 22
/** A side with fewer samples is unknown. */
const LEAST_SAMPLES = 12
/** Distance within which a side explains a colour, beyond which the other does not, and how many times as far that must be. */
const EXPLAINS = 6
const DIFFERS = 9
const TIMES = 2.2
/** Only every second pixel of a row and column is asked. */
const STEP = 2
/** Radius of the window over which answers are averaged, twice. */
const POOLING = 2

/** The zones of a mask. Unknown pixels are near its outline; samples of both sides lie beyond them. */
const OUTLINE = 1
const DISH = 2
const SURROUNDINGS = 3

/**
 * What the colours on both sides of an outline say of the pixels near it: a local classifier (after Video SnapCut, Bai et al.
 * 2009), but by nearest samples, and with an answer only where one side explains a colour well and the other does not.
 *
 * @param band pixels on both sides of the outline that are judged
 * @returns −1 (surely of the surroundings) to 1 (surely of the dish) for each pixel; 0 away from the outline
 */
export function judgeByOutlineColours(colours: SmoothColours, mask: BinaryMask, band: number): Float32Array {
  const { width, height } = mask
  const zones = zonesOf(mask, band)
  const votes = new Float32Array(zones.length)
  const reach = Math.round(AROUND * band)
  for (let top = 0; top < height; top += TILE) {
    for (let left = 0; left < width; left += TILE) {
      const unknown = pixelsOf(zones, OUTLINE, STEP, {
        left,
        top,
        right: left + TILE,
        bottom: top + TILE,
        width,
        height,
      })
      if (unknown.length === 0) continue
      const around = { left: left - reach, top: top - reach, right: left + TILE + reach, bottom: top + TILE + reach }
      const step = Math.max(1, Math.round((TILE + 2 * reach) / SAMPLES_ACROSS))
      const [dish, surroundings] = [DISH, SURROUNDINGS].map((zone) =>
        samplesAt(colours, pixelsOf(zones, zone, step, { ...around, width, height })),
      )
      if (!dish) continue
      for (const i of unknown) {
        const toDish = nearness(colours, i, dish)
        // Whatever the surroundings are, neither side would explain it and the other not.
        if (toDish >= EXPLAINS && toDish <= DIFFERS) continue
        // A gap within the dish may have no surroundings nearby.
        const toSurroundings = surroundings ? nearness(colours, i, surroundings) : Number.POSITIVE_INFINITY
        const vote = voteOf(toDish, toSurroundings)
        if (vote !== 0) spread(votes, i, width, vote)
      }
    }
  }
  const once = boxMean(votes, width, height, POOLING)
  return boxMean(once, width, height, POOLING)
}

function zonesOf(mask: BinaryMask, band: number): Uint8Array {
  const far = Math.round(SAMPLED * band)
  const [near, wide] = [dilate(mask, band).bits, dilate(mask, far).bits]
  const [core, deep] = [erode(mask, band).bits, erode(mask, far).bits]
  const zones = new Uint8Array(near.length)
  for (let i = 0; i < zones.length; i++) {
    if (core[i] === 1) zones[i] = deep[i] === 1 ? 0 : DISH
    else if (near[i] === 1) zones[i] = OUTLINE
    else if (wide[i] === 1) zones[i] = SURROUNDINGS
  }
  return zones
}

interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** The pixels of a zone in an area, on a grid. */
function pixelsOf(zones: Uint8Array, zone: number, step: number, area: Area): number[] {
  const found: number[] = []
  for (let y = Math.max(0, area.top); y < Math.min(area.height, area.bottom); y += step) {
    for (let x = Math.max(0, area.left); x < Math.min(area.width, area.right); x += step) {
      if (zones[y * area.width + x] === zone) found.push(y * area.width + x)
    }
  }
  return found
}

/** The colours at some pixels, three numbers each; undefined if they are too few. */
function samplesAt({ channels: [light, red, blue] }: SmoothColours, at: readonly number[]): Float32Array | undefined {
  if (at.length < LEAST_SAMPLES) return undefined
  const samples = new Float32Array(3 * at.length)
  for (const [k, i] of at.entries()) samples.set([light[i], red[i], blue[i]], 3 * k)
  return samples
}

/** The mean distance of a pixel's colour from the four nearest samples. */
function nearness({ channels: [light, red, blue] }: SmoothColours, i: number, samples: Float32Array): number {
  const [l, a, b] = [light[i], red[i], blue[i]]
  // Four variables take half the time of an array.
  let first = Number.POSITIVE_INFINITY
  let [second, third, fourth] = [first, first, first]
  for (let k = 0; k < samples.length; k += 3) {
    const dl = samples[k] - l
    const da = samples[k + 1] - a
    const db = samples[k + 2] - b
    const square = dl * dl + da * da + db * db
    if (square >= fourth) continue
    fourth = square >= third ? square : third
    if (square >= third) continue
    third = square >= second ? square : second
    if (square >= second) continue
    second = square >= first ? square : first
    if (square < first) first = square
  }
  return (Math.sqrt(first) + Math.sqrt(second) + Math.sqrt(third) + Math.sqrt(fourth)) / 4
}

function voteOf(toDish: number, toSurroundings: number): number {
  const explains = (one: number, other: number) => one < EXPLAINS && other > DIFFERS && other > TIMES * one
  if (explains(toSurroundings, toDish)) return -1
  return explains(toDish, toSurroundings) ? 1 : 0
}

/** Gives an answer to the pixels that were not asked, too. */
function spread(votes: Float32Array, i: number, width: number, vote: number): void {
  const across = (i + 1) % width === 0 ? 1 : STEP
  for (let y = 0; y < STEP; y++) {
    const at = i + y * width
    if (at < votes.length) votes.fill(vote, at, at + across)
  }
}
