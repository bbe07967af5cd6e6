import { boxArea } from '@platelight/imaging/inpaint/box-area.ts'
import { type LayerArea, layerArea } from '@platelight/imaging/inpaint/layer-area.ts'
import { lookAroundHole } from '@platelight/imaging/inpaint/look-around.ts'
import { maskArea } from '@platelight/imaging/inpaint/mask-area.ts'
import type { FillMask } from '@platelight/imaging/inpaint/working-copy.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { WorkContext } from '../define-work.ts'
import { findCutOut } from '../picture/find-cut-out.ts'
import { openPicture } from '../picture/open-picture.ts'
import { SURE } from '../picture/subject-warnings.ts'
import { type InpaintParams, inpaint } from './inpaint-operation.ts'

/** The area of a photo that is edited. */
export interface Area extends FillMask {
  readonly warnings: readonly Warning[]
}

/**
 * Finds the area that the parameters name.
 *
 * @param mask the file of a mask, if there is one
 * @throws ServiceError `subject_not_found`, `mask_aspect`, `unsupported_image`, `image_unreadable`, `image_too_large`
 */
export async function findArea(
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
    const { excluded, partlyErased: whole } = await lookAroundHole(pixels, hole, networks)
    return { hole, excluded, warnings: whole ? [partlyErased(whole)] : [] }
  }
  // Neither what is put into an area nor a change of its light and colours erases anything.
  const asGiven = (hole: Uint8Array): Area => ({ hole, warnings: [] })
  const finish = params.invention || (params.steps && !params.removes) ? asGiven : withoutOtherSide
  if (params.box) return finish(boxArea(pixels, params.box))
  const { pixels: drawn } = await openMask(mask, () =>
    openPicture(mask, { limits }, (read) => inpaint.admit?.(params, [pixels, read])),
  )
  return finish(await maskArea(drawn, pixels))
}

/**
 * How much of a photo an area takes.
 *
 * @returns `share` of the opaque pixels that are in it, and whether some outside can be copied
 * @throws ServiceError `area_empty`
 */
export function measureArea(
  { data, channels }: Pixels,
  { hole, excluded }: FillMask,
  params: InpaintParams,
): { readonly share: number; readonly hasSurroundings: boolean } {
  let [inside, known, opaque] = [0, 0, 0]
  for (let i = 0; i < hole.length; i++) {
    if (channels === 4 && data[4 * i + 3] === 0) continue
    opaque++
    if (hole[i] !== 0) inside++
    else if (!excluded?.[i] && (channels === 3 || data[4 * i + 3] === 255)) known++
  }
  if (inside === 0) throw new ServiceError('area_empty', EMPTY[areaField(params)])
  return { share: inside / opaque, hasSurroundings: known > 0 }
}

/** The field that names the area. */
export const areaField = ({ layer, box }: InpaintParams) => (layer ? 'layer' : box ? 'box' : 'mask_url')

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

const EMPTY = {
  layer:
    'This photo has nothing in that layer, or the layer could not be found. POST /api/smart-layers shows the layers.',
  box: 'The box contains no visible part of the picture. It starts at the right or lower edge, or everything in it is transparent.',
  mask_url: 'mask_url has no white where the picture is visible. White is edited; black and transparent are kept.',
} as const

/** Layers that are found by their brightness. The dish need not be known for them. */
const LIGHT: ReadonlySet<string> = new Set(['highlights', 'shadows'])

const uncertain = (layer: string): Warning => ({
  code: 'layer_uncertain',
  message: `The layer ${layer} may be incomplete, or contain more than it should. Check the result, or give a mask.`,
})

const partlyErased = ({ x, y, width, height }: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>): Warning => ({
  code: 'partly_erased',
  message: `The area erases only a part of an object, and the rest of it stays. Give the box of the whole object to remove it: about x ${x.toFixed(2)}, y ${y.toFixed(2)}, width ${width.toFixed(2)}, height ${height.toFixed(2)}.`,
})
