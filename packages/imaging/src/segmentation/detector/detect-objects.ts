import type { Network, Tensor } from '../../network-port.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../../raster/geometry.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { planarTensor, stretchToSquare } from '../network-input.ts'
import { COCO_CLASSES, type CocoClass } from './coco-classes.ts'

/** Side of the squares that the network was trained on. */
const TRAINED_SIDE = 512
/** Below this score the network mostly guesses. */
const MIN_SCORE = 0.25
/** Of two things of one class that overlap by more than this, as the share of both in what either covers, one is dropped. */
const MAX_OVERLAP = 0.5

/** A thing that the network recognises. Bowls and dining tables are, on food photos, mostly the dish with its plate. */
export interface DetectedObject {
  readonly label: CocoClass
  /** 0–1. */
  readonly score: number
  /** In pixels of the picture. */
  readonly box: Box
}

/** Corners in pixels of the square. */
interface Candidate {
  readonly label: CocoClass
  readonly score: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Recognises things by a CenterNet (Zhou, Wang, Krähenbühl 2019): each is a peak in the heat map of its class, and a second
 * map says how far it reaches to its four sides from there.
 *
 * @param analysisCopy RGB
 * @param network for the use `detect`
 * @returns the most certain first
 * @throws Error when the network has other outputs than its contract says
 * @example const [best] = await detectObjects(analysisCopy, network)
 */
export const detectObjects = async (analysisCopy: Pixels, network: Network): Promise<readonly DetectedObject[]> =>
  (await detectWithMaps(analysisCopy, network)).objects

/** The things in a picture, and what the network made of the picture on the way to them. */
export interface Detection {
  readonly objects: readonly DetectedObject[]
  /** The heat maps of the classes, then the inner maps that the network gives, each of a square picture. */
  readonly maps: readonly Tensor[]
}

/** The same with the maps, which say more about each place of the picture than boxes do. */
export async function detectWithMaps(analysisCopy: Pixels, network: Network): Promise<Detection> {
  const square = await stretchToSquare(analysisCopy, TRAINED_SIDE)
  const { further = [], ...centres } = await network.run(planarTensor(square, TRAINED_SIDE, (value) => value))
  const [reach, ...inner] = further
  if (!reach) throw new Error('the detector has no second output')
  const objects = suppressOverlaps(peaks(centres, reach)).map((found) => ({
    label: found.label,
    score: found.score,
    box: boxOf(found, analysisCopy),
  }))
  return { objects, maps: [centres, ...inner] }
}

/** The local maxima of all classes, the highest first. */
function peaks({ data, dims }: Tensor, reach: Tensor): Candidate[] {
  const [, classes = 0, height = 0, width = 0] = dims
  const plane = width * height
  const scale = TRAINED_SIDE / width
  const found: Candidate[] = []
  for (let c = 0; c < Math.min(classes, COCO_CLASSES.length); c++) {
    for (let i = 0; i < plane; i++) {
      const score = data[c * plane + i]
      if (score < MIN_SCORE || !isPeak(data, c * plane, i, { width, height })) continue
      const [x, y] = [scale * (i % width), scale * Math.floor(i / width)]
      const [toLeft, up, toRight, down] = [0, 1, 2, 3].map((side) => reach.data[side * plane + i])
      found.push({ label: COCO_CLASSES[c], score, left: x - toLeft, top: y - up, right: x + toRight, bottom: y + down })
    }
  }
  return found.sort((a, b) => b.score - a.score)
}

/** Whether none of the eight neighbours is higher. */
function isPeak(data: Float32Array, from: number, i: number, { width, height }: Size): boolean {
  const [x, y] = [i % width, Math.floor(i / width)]
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      if (data[from + v * width + u] > data[from + i]) return false
    }
  }
  return true
}

/** Keeps the most certain of those of one class that cover nearly the same. */
function suppressOverlaps(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = []
  for (const one of candidates) {
    if (!kept.some((other) => other.label === one.label && overlap(other, one) > MAX_OVERLAP)) kept.push(one)
  }
  return kept
}

/** The share of what both cover in what either covers. */
function overlap(a: Candidate, b: Candidate): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / (area(a) + area(b) - width * height)
}

const area = ({ left, top, right, bottom }: Candidate): number => (right - left) * (bottom - top)

/** The whole pixels of the picture that are nearest; what lies outside is cut off. */
function boxOf(found: Candidate, { width, height }: Size): Box {
  const along = (from: number, to: number, length: number): [number, number] => {
    const start = clamp(Math.round((from / TRAINED_SIDE) * length), 0, length - 1)
    return [start, clamp(Math.round((to / TRAINED_SIDE) * length), start + 1, length) - start]
  }
  const [left, across] = along(found.left, found.right, width)
  const [top, down] = along(found.top, found.bottom, height)
  return { left, top, width: across, height: down }
}
