import type { Network, Networks } from '../../network-port.ts'
import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../../raster/geometry.ts'
import { lumaOf } from '../../raster/luma.ts'
import { maskBits } from '../../raster/masks/binary-mask.ts'
import { labelComponents } from '../../raster/masks/mask-components.ts'
import { closeMask, dilate, erode } from '../../raster/masks/morphology.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { softOverlap } from '../candidates/candidate-features.ts'
import { medianOf, smoothColours } from '../candidates/colour-analysis.ts'
import { type Evidence, inferByEvidence } from '../detector/infer-by-evidence.ts'
import { refineOutline } from '../mask/refine-outline.ts'
import { addSauce } from '../plate/sauce-beside-food.ts'
import { gatherFoodEvidence, predictPart, type SubjectPart, subjectPart } from './food-evidence.ts'

/** Share of the subject that food on visible ware covers. Outside this range the network saw crumbs, or the ware too. */
const FOOD_SHARE = [0.2, 0.7] as const
/** Alpha between which a pixel is undecided, and the share of them in the food above which the network is guessing. */
const UNDECIDED = [40, 215] as const
const MAX_UNDECIDED = 0.4
/** Confidence in food that the cut-out network sees apart from its ware. */
const SEEN_CONFIDENCE = 0.9
/** How decided the food network is, 0–1, up to which its food is wrong, and from which it is right. */
const DECIDED = [0.78, 0.94] as const

/** The food of a subject. */
export interface Food {
  /** 0–255, in the picture's size, and nowhere more than the subject. */
  readonly alpha: Uint8Array
  /** How likely it is that this is all of the food and nothing else: 0–1. */
  readonly confidence: number
  /** The network that found it. */
  readonly engine: string
}

/**
 * Finds the food of a subject with the food network. Without one, or without what it judges by, the cut-out network is asked: of a
 * picture that shows nothing but a dish, it takes the food for the subject and the ware for the background.
 *
 * @param picture RGB
 * @param subject mask of the picture's size, 0–255
 * @returns undefined if no network is installed that tells food from ware here
 * @example const food = await inferFood(small, subject.alpha, networks)
 */
export async function inferFood(picture: Pixels, subject: Uint8Array, networks: Networks): Promise<Food | undefined> {
  const cutout = await networks.find('cutout')
  if (!cutout) return undefined
  const alone = await subjectPart(picture, subject, 'rim')
  const whole = await subjectPart(picture, subject, 'photo')
  if (!alone || !whole) return undefined
  const [detector, network] = [await networks.find('detect'), await networks.find('food')]
  const evidence = detector && network && (await gatherFoodEvidence({ alone, whole }, { cutout, detector }))
  if (evidence) {
    const seen = await inferByEvidence(whole.picture, evidence, network)
    const drawn = withinSubject(drawFood(seen, evidence, whole), whole.box, subject, picture)
    const alpha = withSauce(addShadedFood(drawn, subject, picture), subject, picture)
    return { alpha, confidence: confidenceOf(seen, whole), engine: network.engine }
  }
  return inferBySaliency([alone, whole], subject, picture, cutout)
}

/** Food by the cut-out network. It is asked with the surroundings where it sees nothing of use in the dish alone. */
async function inferBySaliency(
  parts: readonly SubjectPart[],
  subject: Uint8Array,
  picture: Pixels,
  network: Network,
): Promise<Food | undefined> {
  for (const part of parts) {
    const seen = withinSubject(await predictPart(part, network), part.box, subject, picture)
    if (!isFood(seen, subject)) continue
    const alpha = withSauce(addShadedFood(seen, subject, picture), subject, picture)
    return { alpha, confidence: SEEN_CONFIDENCE, engine: network.engine }
  }
  return undefined
}

/** The food with the sauce beside it, which looks like ware to the networks. */
function withSauce(food: Uint8Array, subject: Uint8Array, picture: Pixels): Uint8Array {
  const { width, height } = picture
  return addSauce({ alpha: food, width, height }, smoothColours(picture)).map((value, i) => Math.min(value, subject[i]))
}

/** How decided the food network is within the subject, as a confidence. */
function confidenceOf(seen: SoftMask, { subject }: SubjectPart): number {
  let [decided, all] = [0, 0]
  for (let i = 0; i < seen.alpha.length; i++) {
    decided += subject.alpha[i] * Math.abs(seen.alpha[i] / 127.5 - 1)
    all += subject.alpha[i]
  }
  return smoothstep(...DECIDED, decided / Math.max(1, all))
}

function withinSubject(seen: SoftMask, box: Box, subject: Uint8Array, { width, height }: Size): Uint8Array {
  const food = new Uint8Array(width * height)
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const i = (y + box.top) * width + x + box.left
      food[i] = Math.min(subject[i], seen.alpha[y * box.width + x])
    }
  }
  return food
}

function isFood(food: Uint8Array, subject: Uint8Array): boolean {
  let [mass, all, undecided] = [0, 0, 0]
  for (let i = 0; i < food.length; i++) {
    mass += food[i] / 255
    all += subject[i] / 255
    if (food[i] > UNDECIDED[0] && food[i] < UNDECIDED[1]) undecided++
  }
  const share = all === 0 ? 0 : mass / all
  return share >= FOOD_SHARE[0] && share <= FOOD_SHARE[1] && undecided < MAX_UNDECIDED * mass
}

/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** Overlap from which a prediction shows the same food. */
const SAME = 0.92
/** Radius in pixels over which an edge is softened. */
const SOFT = 1

/**
 * The food with a fine outline. The food network is coarse there. Where a prediction of the cut-out network shows the same
 * food, its outline is taken; otherwise the outline is moved to where the colours change.
 *
 * @param seen by the food network
 * @returns within the subject, in the size of the part
 */
export function drawFood(seen: SoftMask, { masks }: Evidence, { picture, subject }: SubjectPart): SoftMask {
  const { width, height } = picture
  const inSubject = (mask: SoftMask): SoftMask => {
    return { alpha: mask.alpha.map((value, i) => Math.min(value, subject.alpha[i])), width, height }
  }
  const hard = inSubject({ ...seen, alpha: seen.alpha.map((value) => (value >= INSIDE ? 255 : 0)) })
  const predictions = masks.slice(0, 2).filter((prediction) => prediction !== undefined)
  const [best] = predictions
    .map(inSubject)
    .map((prediction) => ({ prediction, same: softOverlap(prediction.alpha, hard.alpha).overlap }))
    .sort((a, b) => b.same - a.same)
  if (best && best.same >= SAME) return best.prediction
  const refined = Float32Array.from(refineOutline(hard, smoothColours(picture)))
  return inSubject({ ...seen, alpha: Uint8Array.from(boxMean(refined, width, height, SOFT), Math.round) })
}

/** Luma from which ware is pale, and up to which nothing on pale ware is its own shade, as shares of white and of the ware. */
const [PALE, BLACK] = [0.55, 0.3]
/** Luma up to which the soft edge of such a place goes with it, as a share of that of the ware. */
const SOFT_EDGE = 0.75
/** Every how many pixels of the ware one is looked at. */
const EVERY = 7
/** The least share of the subject. What is smaller is a bubble or a crumb. */
const LEAST_SHARE = 0.006
/** Share of its outline that must lie beside the food. */
const BESIDE_FOOD = 0.2
/** Distance, as a share of the long side, across which food and shade count as touching. */
const TOUCH = 0.02
/** Distance from the outline of the subject, as a share of the long side, from which a place is within the ware. */
const WITHIN = 0.012

/**
 * Adds to the food what lies beside it on pale ware and is nearly black: a drink in the shade of its cup, a dark sauce. The shade on
 * pale ware itself is grey. What reaches the outline of the subject, as a handle or the shadow of the dish, is left.
 *
 * @param food mask of the picture's size, 0–255, within the subject
 * @returns the food with such places; the same mask where there are none
 */
export function addShadedFood(food: Uint8Array, subject: Uint8Array, picture: Pixels): Uint8Array {
  const { data, width, height } = picture
  const size: Size = { width, height }
  const luma = Float32Array.from(food, (_, i) => lumaOf(data[3 * i], data[3 * i + 1], data[3 * i + 2]))
  const isWare = (i: number) => subject[i] >= INSIDE && food[i] < INSIDE
  const wareLuma: number[] = []
  for (let i = 0; i < food.length; i += EVERY) if (isWare(i)) wareLuma.push(luma[i])
  const pale = wareLuma.length === 0 ? 0 : medianOf(wareLuma)
  if (pale < PALE * 255) return food
  const side = Math.max(width, height)
  const deep = erode(
    { bits: maskBits(food.length, (i) => subject[i] >= INSIDE), ...size },
    Math.ceil(WITHIN * side),
  ).bits
  const black = { bits: maskBits(food.length, (i) => isWare(i) && luma[i] < BLACK * pale), ...size }
  const { labels, count, areas } = labelComponents(black, 1)
  const inside = maskBits(food.length, (i) => food[i] >= INSIDE)
  const beside = dilate({ bits: inside, ...size }, Math.ceil(TOUCH * side)).bits
  const all = subject.reduce((sum, value) => sum + (value >= INSIDE ? 1 : 0), 0)
  const outline = new Int32Array(count + 1)
  const atFood = new Int32Array(count + 1)
  const atRim = new Set<number>()
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const label = labels[i]
      if (label === 0) continue
      if (deep[i] === 0) atRim.add(label)
      if (labels[i - 1] && labels[i + 1] && labels[i - width] && labels[i + width]) continue
      outline[label]++
      if (beside[i] === 1) atFood[label]++
    }
  }
  const isShade = (label: number) =>
    label > 0 && areas[label] >= LEAST_SHARE * all && !atRim.has(label) && atFood[label] >= BESIDE_FOOD * outline[label]
  const shade = { bits: maskBits(food.length, (i) => isShade(labels[i])), ...size }
  if (!shade.bits.includes(1)) return food
  const reach = Math.ceil(TOUCH * side)
  const joined = closeMask(
    { bits: maskBits(food.length, (i) => inside[i] === 1 || shade.bits[i] === 1), ...size },
    reach,
  ).bits
  return food.map((value, i) => (joined[i] === 1 && isWare(i) && luma[i] < SOFT_EDGE * pale ? subject[i] : value))
}
