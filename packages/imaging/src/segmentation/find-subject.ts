import sharp from 'sharp'
import type { Networks } from '../network-port.ts'
import type { Size } from '../raster/geometry.ts'
import { cropMask } from '../raster/masks/crop-mask.ts'
import { resizeMask } from '../raster/masks/resize-mask.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { eraseBlankBackdrop } from './backdrop/erase-blank-backdrop.ts'
import { smoothColours } from './candidates/colour-analysis.ts'
import { decideSubject } from './candidates/decide-subject.ts'
import { classicalMask } from './classical-mask.ts'
import { type DetectedObject, detectWithMaps } from './detector/detect-objects.ts'
import { hasEvidenceMaps } from './detector/infer-by-evidence.ts'
import { removeBystanders } from './detector/remove-bystanders.ts'
import { removeCutNeighbours } from './detector/remove-cut-neighbours.ts'
import { cleanUpMask } from './mask/clean-up-mask.ts'
import { maskConfidence } from './mask/mask-confidence.ts'
import { outlineContrast } from './mask/outline-contrast.ts'
import { inferAtTwoScales } from './mask/two-scale-inference.ts'
import { OUTLINE_STAGES, type OutlineStage } from './outline-stages.ts'
import type { Ellipse } from './plate/fit-ellipse.ts'
import { findHinted, hintedArea, type Sought, type SubjectHint } from './subject-hint.ts'

/** Long side of the copy on which the subject is found. */
const SUBJECT_SIDE = 1024
/** A copy with a shorter side than this shows no dish. */
const MIN_SIDE = 12
/** Deviation of the luma (of 255) below which a picture is one colour. */
const MIN_LUMA_DEVIATION = 1.5
/** A picture with a smaller opaque share than this shows nothing. */
const MIN_OPAQUE = 0.001
/** Opaque share above which a picture of one colour is no cut-out. */
const OPAQUE = 0.98

/** What a photo is of, the dish with its tableware, as a soft mask on a small copy. */
export interface Subject extends SoftMask {
  /** 0 (surroundings) to 255 (subject), row by row; all 0 if nothing was found. */
  readonly alpha: Uint8Array
  /** How likely it is that this is the whole subject and nothing else: 0–1, and 0 if nothing was found. */
  readonly confidence: number
  /** The network, such as `isnet`, or `classical`. */
  readonly engine: string
  /** Other masks that could be the subject, of any size, for a hint to choose among. */
  readonly considered?: readonly SoftMask[]
  /** Number of separate things. */
  readonly components?: number
  /** Plates that were added because their rim is clear and only the food on them had been found. */
  readonly plates?: readonly Ellipse[]
  /** What a detector recognised in the picture, with boxes in the mask's pixels; empty if none is installed. */
  readonly objects?: readonly DetectedObject[]
}

/** The engine's name if no network is installed. */
const CLASSICAL = 'classical'

/**
 * Finds the subject of a picture: by the mask that a service made of it, where there is one; else with the cut-out network, and
 * without one by its colours (GrabCut). The subject is
 * all dishes of the picture, or the one that a hint points out. Dishes that the frame cuts are left out beside a larger whole one.
 *
 * @param pixels at full size; transparent parts are never the subject
 * @param hint what the picture is of; the search is limited to it
 * @example const { alpha, confidence } = await findSubject(pixels, networks)
 */
export async function findSubject(pixels: Pixels, networks: Networks, hint?: SubjectHint): Promise<Subject> {
  const provided = await networks.provided?.(pixels)
  const own = (part: Pixels, sought?: Sought) => findWithoutHint(part, networks, sought)
  if (!provided) return hint ? findHinted(pixels, hint, own) : own(pixels)
  if (!hint) return cleanedUp(pixels, provided, provided.engine)
  const given = (part: Pixels, { at }: Sought = {}) =>
    cleanedUp(part, at ? cropMask(provided, at, pixels) : provided, provided.engine)
  const found = await findHinted(pixels, hint, given)
  // The service did not know the hint, and may have found something else.
  return found.confidence > 0 ? found : findHinted(pixels, hint, own)
}

/** The subject by the mask that a service made, which is cleaned up and doubted like any other. */
async function cleanedUp(pixels: Pixels, mask: SoftMask, engine: string): Promise<Subject> {
  const { small, opacity } = await copyOnGrey(pixels)
  const { width, height } = small
  if (Math.min(width, height) < MIN_SIDE) return emptySubject(small, engine)
  const alpha = await resizeMask(mask, small)
  return subjectFromMask(small, limitToOpaque({ alpha, width, height }, opacity), engine)
}

/**
 * The same for a frame, which always shows something: where too little is found at a hint, the subject is the area that
 * the hint names.
 *
 * @param least the confidence from which a finding is preferred to the area
 */
export async function findSubjectForFrame(
  pixels: Pixels,
  networks: Networks,
  least: number,
  hint?: SubjectHint,
): Promise<Subject> {
  const found = await findSubject(pixels, networks, hint)
  const area = hint && found.confidence < least ? await hintedArea(pixels, hint) : undefined
  return area ? { ...found, ...area, confidence: least, engine: 'hint', components: 1, plates: [] } : found
}

/**
 * Finds the subject by the networks of this server.
 *
 * @param stages fewer of {@link OUTLINE_STAGES} to measure what one is worth
 */
export async function findWithoutHint(
  pixels: Pixels,
  networks: Networks,
  { withNeighbours = false, box }: Sought = {},
  stages: readonly OutlineStage[] = Object.values(OUTLINE_STAGES),
): Promise<Subject> {
  const network = await networks.find('cutout')
  const engine = network?.engine ?? CLASSICAL
  const { small, opacity } = await copyOnGrey(pixels)
  if (Math.min(small.width, small.height) < MIN_SIDE || isUniform(small, opacity)) return emptySubject(small, engine)
  const [detector, saliency] = [await networks.find('detect'), await networks.find('saliency')]
  // Networks run in a thread of their own, so everything that needs only the picture starts at once.
  const detection = detector ? detectWithMaps(small, detector) : Promise.resolve({ objects: [], maps: [] })
  const [{ objects, maps }, soft, colours] = await Promise.all([
    detection,
    network && inferAtTwoScales(small, network, saliency),
    detection.then(() => smoothColours(small)),
  ])
  // A picture with transparent parts has its outline already.
  const finished = (found: Subject, seen: readonly SoftMask[] = []): Subject => {
    if (opacity || found.confidence === 0) return { ...found, objects }
    const scene = { small, colours, seen, components: found.components ?? 0 }
    let { alpha } = found
    for (const stage of stages) alpha = stage({ ...found, alpha }, scene)
    return { ...found, objects, alpha }
  }
  const onBackdrop = (mask: SoftMask): SoftMask => ({ ...mask, alpha: eraseBlankBackdrop(mask, small) })
  const limited = (mask: SoftMask) => limitToOpaque(onBackdrop(mask), opacity)
  if (!network || !soft) {
    const { doubt, ...byColours } = await classicalMask(small)
    return finished(subjectFromMask(small, limited(byColours), engine, { doubt }))
  }
  const alone = withNeighbours ? (mask: SoftMask) => mask : removeCutNeighbours
  if (network.isStrong) {
    const seen = alone(removeBystanders(limitToOpaque(soft, opacity), objects))
    return { ...subjectFromMask(small, seen, engine, { agreement: 1 }), objects }
  }
  const cleared = (mask: SoftMask) => alone(removeBystanders(limited(mask), objects))
  if (!('predictions' in soft)) return finished(subjectFromMask(small, cleared(soft), engine))
  const { agreement, opinions } = soft
  const first = subjectFromMask(small, cleared(soft), engine, { agreement })
  const predictions = soft.predictions.map((prediction) => alone(limitToOpaque(prediction, opacity)))
  const seen = await seenByPredictions(soft.predictions, small)
  const ware = hasEvidenceMaps(maps) ? await networks.find('ware') : undefined
  const advisers = { network, opinions, ware: ware && { network: ware, maps } }
  const decision = await decideSubject(small, { ...first, predictions }, advisers, {
    withNeighbours,
    ...(box && { box }),
  })
  if (!decision) return finished(first, seen)
  const subject = decision.mask ? subjectFromMask(small, cleared(decision.mask), engine, { agreement: 1 }) : first
  const confidence = subject.confidence > 0 ? Math.round(100 * decision.confidence) / 100 : 0
  const considered = decision.candidates.map(({ bits, ...size }) => ({ ...size, alpha: bits.map((bit) => 255 * bit) }))
  return { ...(await finished({ ...subject, confidence }, seen)), considered: [...considered, ...predictions] }
}

/**
 * Cleans up the mask of an engine and judges it.
 *
 * @param small RGB, of the mask's size
 * @param about `doubt`, 0–1, of a mask from colours alone; `agreement`, 0–1, of a mask from two scales, which has whole
 *   plates already
 */
export function subjectFromMask(
  small: Pixels,
  soft: SoftMask,
  engine: string,
  { doubt, agreement }: { readonly doubt?: number; readonly agreement?: number } = {},
): Subject {
  const searchPlates = agreement === undefined
  const { alpha, width, height, filtered, plates, plateMissed } = cleanUpMask(small, soft, searchPlates)
  const plate = plates.length === 0 ? undefined : Math.min(...plates.map(({ support }) => support))
  const outline = outlineContrast(small, filtered)
  const confidence = maskConfidence(soft, filtered, { plate, doubt, missed: plateMissed, agreement, outline })
  if (confidence === 0) return emptySubject(small, engine)
  return { alpha, width, height, confidence, engine, components: filtered.components, plates }
}

const emptySubject = ({ width, height }: Pixels, engine: string): Subject => ({
  alpha: new Uint8Array(width * height),
  width,
  height,
  confidence: 0,
  engine,
  components: 0,
  plates: [],
})

/** The picture small and on grey, with the opacity of each pixel if the picture has an alpha channel. */
async function copyOnGrey(pixels: Pixels): Promise<{ small: Pixels; opacity: Uint8Array | undefined }> {
  const scale = Math.min(1, SUBJECT_SIDE / Math.max(pixels.width, pixels.height))
  const width = Math.max(1, Math.round(pixels.width * scale))
  const height = Math.max(1, Math.round(pixels.height * scale))
  const raw = { width: pixels.width, height: pixels.height, channels: pixels.channels }
  const data = await sharp(pixels.data, { raw, limitInputPixels: false })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  if (pixels.channels === 3) return { small: { data, width, height, channels: 3 }, opacity: undefined }
  const opaque = new Uint8Array(3 * width * height)
  const opacity = new Uint8Array(width * height)
  for (let i = 0; i < opacity.length; i++) {
    const share = data[4 * i + 3] / 255
    opacity[i] = data[4 * i + 3]
    for (let c = 0; c < 3; c++) opaque[3 * i + c] = 128 + (data[4 * i + c] - 128) * share
  }
  return { small: { data: opaque, width, height, channels: 3 }, opacity }
}

const limitToOpaque = (soft: SoftMask, opacity: Uint8Array | undefined): SoftMask =>
  opacity ? { ...soft, alpha: soft.alpha.map((value, i) => Math.min(value, opacity[i])) } : soft

/** Whether a picture is of one colour, or almost all transparent. */
function isUniform({ data, width, height }: Pixels, opacity: Uint8Array | undefined): boolean {
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < width * height; i++) {
    if (opacity && opacity[i] < 128) continue
    const luma = 0.3 * data[3 * i] + 0.59 * data[3 * i + 1] + 0.11 * data[3 * i + 2]
    count++
    sum += luma
    squares += luma * luma
  }
  if (count < MIN_OPAQUE * width * height) return true
  // A cut-out of one colour still has a subject.
  const isCutOut = count <= OPAQUE * width * height
  return !isCutOut && Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) < MIN_LUMA_DEVIATION
}

/** What every prediction shows, and what any shows: of each pixel the least and the highest alpha that one gives it. */
async function seenByPredictions(predictions: readonly SoftMask[], { width, height }: Size): Promise<SoftMask[]> {
  const masks = await Promise.all(predictions.map((prediction) => resizeMask(prediction, { width, height })))
  const least = new Uint8Array(width * height).fill(255)
  const most = new Uint8Array(width * height)
  for (const alpha of masks) {
    for (let i = 0; i < alpha.length; i++) {
      if (alpha[i] < least[i]) least[i] = alpha[i]
      if (alpha[i] > most[i]) most[i] = alpha[i]
    }
  }
  return [least, most].map((alpha) => ({ alpha, width, height }))
}
