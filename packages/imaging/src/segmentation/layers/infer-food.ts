import type { Network, Networks } from '../../network-port.ts'
import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../../raster/geometry.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { softOverlap } from '../candidates/candidate-features.ts'
import { type Evidence, inferByEvidence } from '../detector/infer-by-evidence.ts'
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
  if (!evidence) return inferBySaliency([alone, whole], subject, picture, cutout)
  const seen = await inferByEvidence(whole.picture, evidence, network)
  const alpha = withinSubject(drawFood(seen, evidence, whole), whole.box, subject, picture)
  return { alpha, confidence: confidenceOf(seen, whole), engine: network.engine }
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
    if (isFood(seen, subject)) return { alpha: seen, confidence: SEEN_CONFIDENCE, engine: network.engine }
  }
  return undefined
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
/**
 * The food with a fine outline: the food network is coarse there, so the prediction of the cut-out network that shows the same food is
 * taken in its place.
 *
 * @param seen by the food network
 * @returns within the subject, in the size of the part
 */
export function drawFood(seen: SoftMask, { masks }: Evidence, { subject }: SubjectPart): SoftMask {
  const inSubject = (mask: SoftMask): SoftMask => ({
    ...mask,
    alpha: mask.alpha.map((value, i) => Math.min(value, subject.alpha[i])),
  })
  const food = inSubject(seen)
  const hard = food.alpha.map((value) => (value >= INSIDE ? 255 : 0))
  const [best] = masks
    .slice(0, 2)
    .filter((prediction) => prediction !== undefined)
    .map(inSubject)
    .map((prediction) => ({ prediction, same: softOverlap(prediction.alpha, hard).overlap }))
    .sort((a, b) => b.same - a.same)
  return best && best.same >= SAME ? best.prediction : food
}
