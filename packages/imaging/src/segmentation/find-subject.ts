import sharp from 'sharp'
import type { Networks } from '../network-port.ts'
import { cropMask } from '../raster/masks/crop-mask.ts'
import { resizeMask } from '../raster/masks/resize-mask.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { DetectedObject } from './detector/detect-objects.ts'
import { findHinted, hintedArea, type Sought, type SubjectHint } from './subject-hint.ts'
import {
  PROVIDED_STAGES,
  type Search,
  STAGES,
  STRONG_STAGES,
  type Stage,
  searchFrom,
  startSearch,
} from './subject-stages.ts'

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
  /** What a detector recognised in the picture, with boxes in the mask's pixels; empty if none is installed. */
  readonly objects?: readonly DetectedObject[]
}

/** The engine's name if no network is installed. */
const CLASSICAL = 'classical'

/**
 * Finds the subject of a picture: by the mask that a service made of it, where there is one; else with the cut-out network, and
 * without one by its colours. The subject is all dishes of the picture, or the one that a hint points out. Dishes that the frame cuts
 * are left out beside a larger whole one.
 *
 * @param pixels at full size; transparent parts are never the subject
 * @param hint what the picture is of; the search is limited to it
 * @example const { alpha, confidence } = await findSubject(pixels, networks)
 */
export async function findSubject(pixels: Pixels, networks: Networks, hint?: SubjectHint): Promise<Subject> {
  const provided = await networks.provided?.(pixels)
  const own = (part: Pixels, sought?: Sought) => findByStages(part, networks, sought)
  if (!provided) return hint ? findHinted(pixels, hint, own) : own(pixels)
  const given = async (part: Pixels, { at }: Sought = {}) => {
    const picture = await copyOnGrey(part)
    const { width, height } = picture.small
    if (Math.min(width, height) < MIN_SIDE) return emptySubject(picture.small, provided.engine)
    const mask = {
      width,
      height,
      alpha: await resizeMask(at ? cropMask(provided, at, pixels) : provided, picture.small),
    }
    const search = searchFrom({ ...picture, networks, sought: {} }, mask, [mask])
    return goThrough(search, provided.engine, PROVIDED_STAGES)
  }
  if (!hint) return given(pixels)
  const found = await findHinted(pixels, hint, given)
  // The service did not know the hint, and may have found something else.
  return found.confidence > 0 ? found : findHinted(pixels, hint, own)
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
  return area ? { ...found, ...area, confidence: least, engine: 'hint', components: 1 } : found
}

/**
 * Finds the subject by the networks of this server.
 *
 * @param stages others than {@link STAGES} to measure what one is worth
 */
export async function findByStages(
  pixels: Pixels,
  networks: Networks,
  sought: Sought = {},
  stages?: readonly Stage[],
): Promise<Subject> {
  const network = await networks.find('cutout')
  const engine = network?.engine ?? CLASSICAL
  const picture = await copyOnGrey(pixels)
  const { small, opacity } = picture
  if (Math.min(small.width, small.height) < MIN_SIDE || isUniform(small, opacity)) return emptySubject(small, engine)
  const search = await startSearch({ ...picture, sought, networks })
  return goThrough(search, engine, stages ?? (network?.isStrong ? STRONG_STAGES : STAGES))
}

async function goThrough(start: Search, engine: string, stages: readonly Stage[]): Promise<Subject> {
  let search = start
  for (const stage of stages) search = await stage(search)
  const { mask, confidence, components, objects, considered } = search
  return confidence === 0
    ? { ...emptySubject(search.small, engine), objects }
    : { ...mask, confidence, engine, components, objects, considered }
}

const emptySubject = ({ width, height }: Pixels, engine: string): Subject => ({
  alpha: new Uint8Array(width * height),
  width,
  height,
  confidence: 0,
  engine,
  components: 0,
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
