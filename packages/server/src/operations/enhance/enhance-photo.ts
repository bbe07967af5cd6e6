import { encodeImage } from '@platelight/imaging/codec/encode/encode-image.ts'
import { type AcceptedFormat, extensionOf, mimeOf } from '@platelight/imaging/codec/file/image-formats.ts'
import type { ImageLimits } from '@platelight/imaging/codec/file/image-limits.ts'
import { chooseFrame, type Framing } from '@platelight/imaging/framing/choose-frame.ts'
import type { Side } from '@platelight/imaging/framing/extend/open-sides.ts'
import { locateBySubject, locateDish } from '@platelight/imaging/framing/locate-dish.ts'
import { renderShots } from '@platelight/imaging/framing/render-shots.ts'
import { enlargementOf, type ImageShot, shotSize } from '@platelight/imaging/framing/shot-sizes.ts'
import { cutOut } from '@platelight/imaging/matting/cut-out.ts'
import { type Networks, NO_NETWORKS } from '@platelight/imaging/network-port.ts'
import type { Box } from '@platelight/imaging/raster/geometry.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { cropOntoCanvas } from '@platelight/imaging/raster/transparent-canvas.ts'
import { findRoughDish } from '@platelight/imaging/segmentation/find-rough-dish.ts'
import type { Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import { type DishMask, planDevelopment } from '@platelight/imaging/tone/develop-photo.ts'
import { type Correction, selectCorrections } from '@platelight/imaging/tone/select-corrections.ts'
import type { Recipe } from '@platelight/imaging/tone/tone-recipe.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Faithfulness, OutputImage } from '../define-work.ts'
import { findCutOut } from '../picture/find-cut-out.ts'
import { cutWarning } from '../picture/fit-warnings.ts'
import { imageInput } from '../picture/image-input.ts'
import { beginStage, type Reporting } from '../picture/progress-stages.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import { type WithoutBars, withoutBars } from '../picture/without-bars.ts'
import { SOURCE_TYPE } from '../picture/write-picture.ts'
import { inventedPixels } from '../steps/invented-pixels.ts'
import { runSteps } from '../steps/run-steps.ts'
import { styleForGoal } from '../tables/style-adjustments.ts'
import { developWithin } from './develop-within-scope.ts'
import type { EnhanceParams } from './enhance-params.ts'
import { detailForShots, framingTimes, type ShotDetail, whereTimes } from './upscale-for-shots.ts'

/** All parameters except the address of the photo. */
export type EnhanceSettings = Omit<EnhanceParams, 'image_url'>

export interface EnhanceOutput extends OutputImage {
  readonly name: ImageShot
}

export interface EnhanceWorkResult {
  readonly source: { readonly width: number; readonly height: number; readonly format: AcceptedFormat }
  readonly outputs: readonly EnhanceOutput[]
  /** `local`, the network that found the subject of a cut-out, and the network that added detail. */
  readonly engine: string
  /** `retouch` when a frame shows more than the photo. */
  readonly faithfulness: Faithfulness
  readonly warnings: readonly Warning[]
  readonly recipe: Recipe & {
    readonly framing: FramingRecipe
    readonly scope?: Pick<EnhanceParams, 'goal' | 'only' | 'area'>
    readonly steps?: EnhanceParams['steps']
    readonly invention?: EnhanceParams['invention']
    readonly made?: unknown
    readonly cutOut?: ReturnType<typeof subjectRecord>
    readonly detail?: number
  }
}

/** The frames of the shots in the photo, and what decided them. */
export interface FramingRecipe {
  /** `colour`, the engine of the mask, or `centre`. */
  readonly by: string
  readonly confidence: number
  /** In pixels of the photo. It exceeds the photo's borders where the photo was extended. */
  readonly windows: Readonly<Partial<Record<ImageShot, Box>>>
}

/**
 * The enhance operation on one file: decodes it once, measures a small copy, passes over the pixels once, then crops,
 * resizes and encodes each requested shot. Pure: the same bytes, parameters and networks give the same bytes.
 *
 * @param picture what a provider made of the photo
 * @param networks show the dish on which light is measured, and where a crop is uncertain; without them the colours decide
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `subject_not_found` when the dish
 * cannot be cut out, and `area_empty` when the photo does not have the layer to edit
 * @example const { outputs } = await enhanceWork(bytes, { preset: 'balanced', formats: ['square'], upscale: false }, limits)
 */
export const enhancePhoto = async (
  bytes: Uint8Array,
  params: EnhanceSettings,
  limits: ImageLimits,
  networks: Networks = NO_NETWORKS,
  reporting: Reporting = {},
  picture?: Uint8Array,
): Promise<EnhanceWorkResult> => {
  beginStage(reporting, 'Reading the photo')
  const { format, credits } = await imageInput.inspect(bytes, limits)
  const { longSide, only, area, goal } = params
  const preset = styleForGoal(params.preset, goal)
  if (!preset) throw new Error(`there is no preset ${params.preset}`)
  const photo = await imageInput.decode(bytes, limits)
  // The picture of a provider has the shape of the whole photo.
  const { subject } = params
  const trimmed: WithoutBars = params.made
    ? { pixels: photo, subject, warnings: [] }
    : await withoutBars(photo, subject)
  const hint = trimmed.subject
  const base = await inventedPixels(trimmed.pixels, picture, params, hint, { limits, networks })
  const { pixels } = base
  beginStage(reporting, 'Working on the photo')
  const enlargement = longSide !== undefined || params.upscale ? enlargementOf(pixels, longSide) : 1
  const found = params.removeBackground ? await findCutOut(pixels, networks, hint) : undefined
  let rough: Subject | undefined
  const dish: DishMask =
    found?.subject ??
    (async (copy) => {
      rough = await findRoughDish(copy, networks)
      return rough
    })
  const { recipe: whole, analysisCopy } = await planDevelopment(pixels, preset, { enlargement, subject: dish })
  const recipe = only ? selectCorrections(whole, new Set(only.filter(isCorrection))) : whole
  const where = found
    ? locateBySubject(pixels, found.subject)
    : await locateDish(pixels, analysisCopy, params.formats, networks, hint, rough)
  const developed = await developWithin({ pixels, analysisCopy }, recipe, { ...params, subject: hint }, networks)
  const instructed = params.steps && (await runSteps(pixels, params.steps, hint, { limits, networks }))
  // These steps keep every pixel in its place, so the photo keeps its buffer.
  if (instructed) pixels.data.set(instructed.pixels.data)
  const cut = found && (await cutOut(pixels, found.subject))

  const warnings: Warning[] = [
    ...trimmed.warnings,
    ...base.warnings,
    ...(found?.warnings ?? []),
    ...developed.warnings,
    ...(instructed?.warnings ?? []),
    ...(cut && params.format === 'jpeg' ? [ON_WHITE] : []),
  ]
  const outputs: EnhanceOutput[] = []
  const windows: Partial<Record<ImageShot, Box>> = {}
  let isExtended = false
  const framings = params.formats.map((name) => ({ name, framing: chooseFrame(pixels, where, name) }))
  const detail =
    params.upscale && params.detail ? await detailForShots(cut ?? pixels, framings, { limits, networks }) : PLAIN
  const { times } = detail
  warnings.push(...detail.warnings)
  // A cut-out needs no extended background: the rest of its frame is transparent as well.
  const shotOf = cut
    ? (framing: Framing) => cutShot(detail.pixels ?? cut, framing)
    : await renderShots(
        detail.pixels ?? pixels,
        whereTimes(where, times),
        framings.map(({ framing }) => framingTimes(framing, times)),
      )
  beginStage(reporting, 'Writing the result')
  for (const { name, framing } of framings) {
    const shot = await shotOf(framingTimes(framing, times))
    const crop = framing.window
    windows[name] = movedBy(framing.window, trimmed.kept)
    isExtended ||= framing.insets !== undefined
    if (!cut || !framing.dishInside) warnings.push(...framingWarnings(name, framing, where.by))
    const size = shotSize(params, crop, name)
    if (size.width > 2 * crop.width) {
      warnings.push({
        code: 'upscaled_more_than_2x',
        message: `The ${name} picture may look soft, because it was enlarged to more than twice the pixels of the photo (${crop.width}x${crop.height}).`,
      })
    }
    const written = params.format ?? (shot.pixels.channels === 4 ? 'png' : 'jpeg')
    const file = await encodeImage(shot.pixels, {
      format: written,
      crop: shot.crop,
      size,
      credits,
      source: SOURCE_TYPE[base.engine ? 'generative' : 'faithful'],
    })
    outputs.push({ name, bytes: file, ...size, mime: mimeOf(written), extension: extensionOf(written) })
  }
  const source = { width: photo.width, height: photo.height, format }
  const { by, confidence } = where
  return {
    source,
    outputs,
    engine: [
      ...new Set([
        ...(base.engine?.split(', ') ?? []),
        'local',
        found?.subject.engine,
        developed.engine,
        ...(instructed?.engine.split(', ') ?? []),
        detail.engine,
      ]),
    ]
      .filter(Boolean)
      .join(', '),
    warnings,
    faithfulness: base.engine
      ? 'generative'
      : isExtended || found || developed.isPartial || instructed?.faithfulness === 'retouch'
        ? 'retouch'
        : 'faithful',
    recipe: {
      ...recipe,
      framing: { by, confidence, windows },
      ...(params.steps && { steps: params.steps }),
      ...(params.made && { invention: params.invention, made: params.made.recipe }),
      ...((goal || only || area) && { scope: { goal, only, area } }),
      ...(found && { cutOut: subjectRecord(found.subject, params.subject) }),
      ...(detail.engine && { detail: times }),
    },
  }
}

/** A box of what was kept of a photo, in pixels of the photo. */
const movedBy = (box: Box, kept: Pick<Box, 'left' | 'top'> = { left: 0, top: 0 }): Box => ({
  ...box,
  left: kept.left + box.left,
  top: kept.top + box.top,
})

const isCorrection = (name: string): name is Correction => name !== 'background'

const PLAIN: ShotDetail = { times: 1, warnings: [] }

const cutShot = (cut: Pixels, { window }: Framing) => ({
  pixels: cropOntoCanvas(cut, window),
  crop: { left: 0, top: 0, width: window.width, height: window.height },
})

const ON_WHITE: Warning = {
  code: 'flattened_on_white',
  message:
    'JPEG has no transparency, so the dish was placed on white. Request png, webp or avif to keep it transparent.',
}

const crossedBorder = (name: ImageShot): Warning => ({
  code: 'border_crossed',
  message: `Something that the photo cuts at its border ends or goes on in what was added to the ${name} picture. Check the result before you use it.`,
})

/** Warnings about how a shot shows the dish. */
function framingWarnings(name: ImageShot, framing: Framing, by: string): Warning[] {
  const { dishInside, inside, insets, unsure } = framing
  if (!dishInside) {
    return [cutWarning(`${name} crop`, inside)]
  }
  if (!insets) return unsure ? [mayBeCut(name, by)] : []
  const added = (Object.keys(insets) as Side[]).filter((side) => insets[side] > 0)
  const how = framing.by === 'soft' ? 'a plain backdrop was added' : 'the background was extended'
  const where = `beyond the edge of the photo (${added.map((side) => `${side} ${insets[side]} px`).join(', ')})`
  return [
    {
      code: 'background_extended',
      message: unsure
        ? `For the ${name} picture ${how} ${where}, as far as the photo shows where the dish ends. Check that the dish is whole.`
        : `The ${name} picture shows the whole dish, because ${how} ${where}.`,
    },
    ...(framing.crossed ? [crossedBorder(name)] : []),
  ]
}

const mayBeCut = (name: ImageShot, by: string): Warning => ({
  code: 'dish_may_be_cut',
  message:
    by === 'colour'
      ? `The ${name} crop may cut into the dish, because the colours of the photo do not show clearly where the dish ends.`
      : `The ${name} crop may cut off parts that extend beyond the dish, such as a handle.`,
})
