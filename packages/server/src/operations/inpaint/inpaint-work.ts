import { boxArea } from '@platelight/imaging/inpaint/box-area.ts'
import { fillArea } from '@platelight/imaging/inpaint/fill-area.ts'
import { type LayerArea, layerArea } from '@platelight/imaging/inpaint/layer-area.ts'
import { lookAroundHole } from '@platelight/imaging/inpaint/look-around.ts'
import { maskArea } from '@platelight/imaging/inpaint/mask-area.ts'
import type { FillMask } from '@platelight/imaging/inpaint/working-copy.ts'
import type { Size } from '@platelight/imaging/raster/geometry.ts'
import type { SoftMask } from '@platelight/imaging/raster/masks/soft-mask.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { blendThroughMask } from '@platelight/imaging/segmentation/layers/blend-through-mask.ts'
import { fadeTowardsEdge } from '@platelight/imaging/segmentation/layers/fade-towards-edge.ts'
import type { Warning } from '@platelight/imaging/warning.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Work, WorkContext } from '../define-work.ts'
import type { PartialStep } from '../instructions/edit-step.ts'
import { findCutOut } from '../picture/find-cut-out.ts'
import { type OpenPicture, openPicture } from '../picture/open-picture.ts'
import { SURE } from '../picture/subject-warnings.ts'
import { writePicture } from '../picture/write-picture.ts'
import { runSteps } from '../steps/run-steps.ts'
import { type InpaintParams, inpaint } from './inpaint-operation.ts'

/**
 * Fills one area of a photo from its surroundings.
 *
 * @throws ServiceError `area_empty`, `subject_not_found`, `nothing_to_fill_from`, `mask_aspect`, `result_too_large`, `unsupported_image`,
 * `image_unreadable`, `image_too_large`
 */
export const inpaintWork: Work<InpaintParams> = async ([photo, mask], params, context) => {
  const { pixels, credits } = await openPicture(photo, context, (source) => inpaint.admit?.(params, [source]))
  const { hole, excluded, warnings } = await areaOf(pixels, mask, params, context)
  const coverage = shareOf(pixels, { hole, excluded }, params)
  if (params.steps) return changeArea({ pixels, credits, hole, warnings }, { ...params, steps: params.steps }, context)
  const filled = fillArea(pixels, { hole, excluded })
  const { format = 'png' } = params
  return {
    outputs: [await writePicture(pixels, { format, credits, faithfulness: 'retouch' }, context)],
    engine: inpaint.engine,
    faithfulness: 'retouch',
    warnings: [
      ...warnings,
      ...(coverage > MUCH ? [MUCH_INVENTED] : []),
      ...(filled?.by === 'soft' ? [NO_TEXTURE] : []),
      ...(format === 'png' ? [] : [compressedAnew(format)]),
    ],
    recipe: { ...areaGiven(params), coverage: Math.round(1e4 * coverage) / 1e4, ...filled },
  }
}

/** Does the steps of a prompt within the area, instead of filling it. */
async function changeArea(
  { pixels, credits, hole, warnings }: Area & Pick<OpenPicture, 'pixels' | 'credits'>,
  { steps, box, subject, format = 'png' }: InpaintParams & { readonly steps: readonly PartialStep[] },
  context: WorkContext,
): ReturnType<typeof inpaintWork> {
  const before = { ...pixels, data: Uint8Array.from(pixels.data) }
  // Opening and writing the picture are the stages that count.
  const { report: _, ...quietly } = context
  const made = await runSteps(pixels, steps, subject, quietly)
  const { width, height } = pixels
  const area = box ? fadedBox(pixels, box) : { alpha: hole, width, height }
  const result = await blendThroughMask(before, made.pixels, area)
  return {
    outputs: [await writePicture(result, { format, credits, faithfulness: 'retouch' }, context)],
    engine: made.engine,
    faithfulness: 'retouch',
    warnings: [...warnings, ...made.warnings, ...(format === 'png' ? [] : [compressedAnew(format)])],
    recipe: { steps },
  }
}

/** Long side of the copy on which a box fades, and width of the fade as a share of the box's shorter side. */
const FADE_SIDE = 768
const FADE = 0.2

/** A box whose change fades in from its edge. A change of light with four straight borders would look pasted on. */
function fadedBox({ width, height }: Size, box: NonNullable<InpaintParams['box']>): SoftMask {
  const small = Math.min(1, FADE_SIDE / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * small)), height: Math.max(1, Math.round(height * small)) }
  const shorter = Math.min(box.width * size.width, box.height * size.height)
  const share = (FADE * shorter) / Math.max(size.width, size.height)
  return fadeTowardsEdge({ alpha: boxArea(size, box), ...size }, share)
}

interface Area extends FillMask {
  readonly warnings: readonly Warning[]
}

async function areaOf(
  pixels: Pixels,
  mask: Uint8Array | undefined,
  params: InpaintParams,
  { limits, networks }: WorkContext,
): Promise<Area> {
  const { layer, subject: hint } = params
  if (layer) {
    const { subject } = LIGHT.has(layer)
      ? { subject: await findSubject(pixels, networks, hint) }
      : await findCutOut(pixels, networks, hint)
    return layerMarks(layer, await layerArea(pixels, layer, subject, networks))
  }
  const withoutOtherSide = async (hole: Uint8Array): Promise<Area> => {
    // Nothing is erased where a prompt only changes light and colour, so nothing can be left half erased.
    if (params.steps) return { hole, warnings: [] }
    const { excluded, partlyErased: whole } = await lookAroundHole(pixels, hole, networks)
    return { hole, excluded, warnings: whole ? [partlyErased(whole)] : [] }
  }
  if (params.box) return withoutOtherSide(boxArea(pixels, params.box))
  const { pixels: drawn } = await openMask(mask, () =>
    openPicture(mask, { limits }, (read) => inpaint.admit?.(params, [pixels, read])),
  )
  return withoutOtherSide(await maskArea(drawn, pixels))
}

/** Puts the name of the field in front of errors about the mask. */
async function openMask<T>(mask: Uint8Array | undefined, open: () => Promise<T>): Promise<T> {
  if (!mask) throw new ServiceError('bad_request', 'Give the area to edit: one of mask_url, box and layer.')
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'mask_aspect') throw error
    throw new ServiceError(error.code, `mask_url: ${error.message}`)
  }
}

function layerMarks(layer: string, { hole, excluded, confidence }: LayerArea): Area {
  return { hole, excluded, warnings: confidence < SURE ? [uncertain(layer)] : [] }
}

/**
 * The share of the opaque pixels that will be filled.
 *
 * @throws ServiceError when that is nothing, or everything
 */
function shareOf({ data, channels }: Pixels, { hole, excluded }: FillMask, params: InpaintParams): number {
  let [inside, known, opaque] = [0, 0, 0]
  for (let i = 0; i < hole.length; i++) {
    if (channels === 4 && data[4 * i + 3] === 0) continue
    opaque++
    if (hole[i] !== 0) inside++
    else if (!excluded?.[i] && (channels === 3 || data[4 * i + 3] === 255)) known++
  }
  const field = params.layer ? 'layer' : params.box ? 'box' : 'mask_url'
  if (inside === 0) throw new ServiceError('area_empty', EMPTY[field])
  if (known === 0) throw new ServiceError('nothing_to_fill_from', FULL[field])
  return inside / opaque
}

const EMPTY = {
  layer:
    'This photo has nothing in that layer, or the layer could not be found. POST /api/smart-layers shows the layers.',
  box: 'The box contains no visible part of the picture. It starts at the right or lower edge, or everything in it is transparent.',
  mask_url: 'mask_url has no white where the picture is visible. White is edited; black and transparent are kept.',
} as const

const WHOLE = 'An area is filled from its surroundings, and this one has none.'
const FULL = {
  layer: `${WHOLE} Give a box or a mask of the thing to remove; POST /api/hero-shot puts the dish on another backdrop.`,
  box: `${WHOLE} Give a smaller box.`,
  mask_url: `${WHOLE} Leave some of mask_url black: white is edited, black and transparent are kept.`,
} as const

const areaGiven = ({ box, layer }: InpaintParams) => (box ? { box } : layer ? { layer } : { mask: true })

/** Layers that are found by their brightness. The dish need not be known for them. */
const LIGHT: ReadonlySet<string> = new Set(['highlights', 'shadows'])
/** The share of a picture above which somebody should check the result before it is published. */
const MUCH = 0.25

const uncertain = (layer: string): Warning => ({
  code: 'layer_uncertain',
  message: `The layer ${layer} may be incomplete, or contain more than it should. Check the result, or give a mask.`,
})

const partlyErased = ({ x, y, width, height }: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>): Warning => ({
  code: 'partly_erased',
  message: `The area erases only a part of an object, and the rest of it stays. Give the box of the whole object to remove it: about x ${x.toFixed(2)}, y ${y.toFixed(2)}, width ${width.toFixed(2)}, height ${height.toFixed(2)}.`,
})

const MUCH_INVENTED: Warning = {
  code: 'large_area',
  message: 'More than a quarter of this picture was filled in from the rest of it. Check the result before you use it.',
}

const NO_TEXTURE: Warning = {
  code: 'no_texture',
  message: 'There is too little texture around the area to continue it, so the area was filled with soft colours.',
}

const compressedAnew = (format: string): Warning => ({
  code: 'outside_recompressed',
  message: `As ${format} the whole picture is compressed again, which slightly changes pixels outside the area. As png they stay the same.`,
})
