import type { Network } from '../../network-port.ts'
import type { Box } from '../../raster/geometry.ts'
import { cropMask } from '../../raster/masks/crop-mask.ts'
import { maskBox } from '../../raster/masks/mask-box.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { resizeTo } from '../../raster/scaling/resize-to.ts'
import { detectWithMaps } from '../detector/detect-objects.ts'
import { type Evidence, hasEvidenceMaps } from '../detector/infer-by-evidence.ts'
import { inferMask, sideOf } from '../mask/infer-mask.ts'

/** Side of the square of a prediction. Larger ones miss food on large plates, smaller ones draw it roughly. */
const SIDE = 512
/** Alpha from which a pixel belongs to the subject, and how far inside its outline the surroundings' colour is taken. */
const MIN_ALPHA = 128
const RIM = 6

/** The part of a picture that its subject fills, and the subject in it. */
export interface SubjectPart {
  readonly picture: Pixels
  readonly subject: SoftMask
  /** Where the part is in the whole picture. */
  readonly box: Box
}

/**
 * Cuts out the part that the subject fills, as the networks see it that tell food from ware.
 *
 * @param picture RGB
 * @param subject mask of the picture's size, 0–255
 * @param surroundings `rim` gives everything outside the subject the mean colour of the subject's rim, so that the networks
 *   see a dish and nothing else
 * @returns undefined if the subject is empty
 */
export async function subjectPart(
  picture: Pixels,
  subject: Uint8Array,
  surroundings: 'rim' | 'photo',
): Promise<SubjectPart | undefined> {
  const box = maskBox(subject, picture, MIN_ALPHA)
  if (!box) return undefined
  const whole = surroundings === 'rim' ? surroundedByRim(picture, subject) : picture
  const part = await resizeTo(whole, { width: box.width, height: box.height }, box)
  const { width, height } = picture
  return { picture: part, subject: cropMask({ alpha: subject, width, height }, box, picture), box }
}

/** What the cut-out network sees in a part. */
export const predictPart = ({ picture }: SubjectPart, network: Network): Promise<SoftMask> =>
  inferMask(picture, network, network.anySize ? SIDE : sideOf(network))

/**
 * What the food network judges by, beside the picture: the predictions of the cut-out network for the dish alone and with its
 * surroundings, the subject, and the maps of the detector.
 *
 * @returns undefined if the detector does not give the maps that the network knows
 */
export async function gatherFoodEvidence(
  { alone, whole }: { readonly alone: SubjectPart; readonly whole: SubjectPart },
  { cutout, detector }: { readonly cutout: Network; readonly detector: Network },
): Promise<Evidence | undefined> {
  const { maps } = await detectWithMaps(whole.picture, detector)
  if (!hasEvidenceMaps(maps)) return undefined
  return { masks: [await predictPart(alone, cutout), await predictPart(whole, cutout), whole.subject], maps }
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
