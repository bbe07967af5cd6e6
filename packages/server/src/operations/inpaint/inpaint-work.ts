import { boxArea } from '@platelight/imaging/inpaint/box-area.ts'
import { fillArea } from '@platelight/imaging/inpaint/fill-area.ts'
import { patchArea, regionAround } from '@platelight/imaging/inpaint/patch-area.ts'
import type { Size } from '@platelight/imaging/raster/geometry.ts'
import { blendThroughMask } from '@platelight/imaging/raster/masks/blend-through-mask.ts'
import { fadeTowardsEdge } from '@platelight/imaging/raster/masks/fade-towards-edge.ts'
import type { SoftMask } from '@platelight/imaging/raster/masks/soft-mask.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Work, WorkContext } from '../define-work.ts'
import { type OpenPicture, openPicture } from '../picture/open-picture.ts'
import { writePicture } from '../picture/write-picture.ts'
import { runSteps } from '../steps/run-steps.ts'
import { openMadePicture } from '../synthesis/made-picture.ts'
import { type Area, areaField, findArea, measureArea } from './find-area.ts'
import { type InpaintParams, inpaint } from './inpaint-operation.ts'

/**
 * Fills one area of a photo from its surroundings, changes its light and colours, or puts what a provider made into it.
 *
 * @throws ServiceError `area_empty`, `subject_not_found`, `nothing_to_fill_from`, `mask_aspect`, `result_too_large`, `unsupported_image`,
 * `image_unreadable`, `image_too_large`
 */
export const inpaintWork: Work<InpaintParams> = async (files, params, context) => {
  const [photo, ...others] = files
  const mask = params.mask_url === undefined ? undefined : others.shift()
  const { pixels, credits } = await openPicture(photo, context, (source) => inpaint.admit?.(params, [source]))
  const area = await findArea(pixels, mask, params, context)
  const { share, hasSurroundings } = measureArea(pixels, area, params)
  const picture = { pixels, credits, ...area }
  if (params.made) return putIn(picture, others[0], params, context)
  const { steps, removes, format = 'png' } = params
  if (steps && !removes) return changeArea(picture, { ...params, steps }, context)
  if (!hasSurroundings) throw new ServiceError('nothing_to_fill_from', FULL[areaField(params)])
  const filled = fillArea(pixels, area)
  const warnings = [
    ...area.warnings,
    ...(share > MUCH ? [MUCH_INVENTED] : []),
    ...(filled?.by === 'soft' ? [NO_TEXTURE] : []),
  ]
  if (steps) return changeArea({ ...picture, warnings }, { ...params, steps }, context)
  return {
    outputs: [await writePicture(pixels, { format, credits, faithfulness: 'retouch' }, context)],
    engine: inpaint.engine,
    faithfulness: 'retouch',
    warnings: [...warnings, ...(format === 'png' ? [] : [compressedAnew(format)])],
    recipe: { ...areaGiven(params), coverage: Math.round(1e4 * share) / 1e4, ...filled },
  }
}

type AreaOfPicture = Area & Pick<OpenPicture, 'pixels' | 'credits'>

/** Does the steps of a prompt within the area, instead of filling it. */
async function changeArea(
  { pixels, credits, hole, warnings }: AreaOfPicture,
  { steps, box, subject, format = 'png' }: InpaintParams & { readonly steps: NonNullable<InpaintParams['steps']> },
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

/** Puts what a provider made of the area and its surroundings into the area. */
async function putIn(
  { pixels, credits, hole, warnings }: AreaOfPicture,
  picture: Uint8Array | undefined,
  { invention, made, steps = [], subject, format = 'png' }: InpaintParams,
  context: WorkContext,
): ReturnType<typeof inpaintWork> {
  const region = regionAround(hole, pixels)
  if (!region || !made) throw new Error('an area that a provider worked on is not empty')
  const patch = await openMadePicture(picture, region, context.limits)
  const { report: _, ...quietly } = context
  const changed = await runSteps(patch.pixels, steps, subject, quietly)
  await patchArea(pixels, hole, region, changed.pixels)
  return {
    outputs: [await writePicture(pixels, { format, credits, faithfulness: 'generative' }, context)],
    engine: steps.length > 0 ? `${made.engine}, ${changed.engine}` : made.engine,
    faithfulness: 'generative',
    warnings: [
      ...[...made.warnings, ...warnings, ...patch.warnings, ...changed.warnings],
      ...(format === 'png' ? [] : [compressedAnew(format)]),
    ],
    recipe: { invention, steps, made: made.recipe },
  }
}

const WHOLE = 'An area is filled from its surroundings, and this one has none.'
const FULL = {
  layer: `${WHOLE} Give a box or a mask of the thing to remove; POST /api/hero-shot puts the dish on another backdrop.`,
  box: `${WHOLE} Give a smaller box.`,
  mask_url: `${WHOLE} Leave some of mask_url black: white is edited, black and transparent are kept.`,
} as const

const areaGiven = ({ box, layer }: InpaintParams) => (box ? { box } : layer ? { layer } : { mask: true })

/** The share of a picture above which somebody should check the result before it is published. */
const MUCH = 0.25

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
