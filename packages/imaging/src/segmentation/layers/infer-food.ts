import type { Network } from '../../network-port.ts'
import type { Box, Size } from '../../raster/geometry.ts'
import { maskBox } from '../../raster/masks/mask-box.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { resizeTo } from '../../raster/scaling/resize-to.ts'
import { inferMask, TRAINED_SIDE } from '../mask/infer-mask.ts'

/** Side of the square. Larger ones miss food on large plates, smaller ones draw it roughly. */
const SIDE = 512
/** Alpha from which a pixel belongs to the subject, and how far inside its outline the surroundings' colour is taken. */
const MIN_ALPHA = 128
const RIM = 6
/** Share of the subject that food on visible ware covers. Outside this range the network saw crumbs, or the ware too. */
const FOOD_SHARE = [0.2, 0.7] as const
/** Alpha between which a pixel is undecided, and the share of them in the food above which the network is guessing. */
const UNDECIDED = [40, 215] as const
const MAX_UNDECIDED = 0.4

/**
 * Finds the food of a subject with the cut-out network. Of a picture that shows nothing but a dish, the network takes the
 * food for the subject and the ware for the background. Around the dish the picture gets the colour of its rim; where the
 * network then sees nothing of use, it is asked again with the photo's own surroundings.
 *
 * @param picture RGB
 * @param subject mask of the picture's size, 0–255
 * @returns a mask of the picture's size within the subject; undefined if the network does not tell food from ware
 */
export async function inferFood(
  picture: Pixels,
  subject: Uint8Array,
  network: Network,
): Promise<Uint8Array | undefined> {
  const box = maskBox(subject, picture, MIN_ALPHA)
  if (!box) return undefined
  for (const whole of [surroundedByRim(picture, subject), picture]) {
    const part = await resizeTo(whole, { width: box.width, height: box.height }, box)
    const seen = await inferMask(part, network, network.anySize ? SIDE : TRAINED_SIDE)
    const food = withinSubject(seen, box, subject, picture)
    if (isFood(food, subject)) return food
  }
  return undefined
}

/** The picture with everything outside the subject in the mean colour of the subject's rim. */
function surroundedByRim({ data, width, height }: Pixels, subject: Uint8Array): Pixels {
  const isSubject = (i: number) => subject[i] >= MIN_ALPHA
  const sums = [0, 0, 0]
  let count = 0
  for (let y = RIM; y < height - RIM; y++) {
    for (let x = RIM; x < width - RIM; x++) {
      const i = y * width + x
      if (!isSubject(i)) continue
      if (isSubject(i - RIM) && isSubject(i + RIM) && isSubject(i - RIM * width) && isSubject(i + RIM * width)) continue
      count++
      for (let c = 0; c < 3; c++) sums[c] += data[3 * i + c]
    }
  }
  if (count === 0) return { data, width, height, channels: 3 }
  const surrounded = new Uint8Array(data)
  for (let i = 0; i < subject.length; i++) {
    if (!isSubject(i)) for (let c = 0; c < 3; c++) surrounded[3 * i + c] = sums[c] / count
  }
  return { data: surrounded, width, height, channels: 3 }
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
