import type { Networks } from '@platelight/imaging/network-port.ts'
import { blendThroughMask } from '@platelight/imaging/raster/masks/blend-through-mask.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { darkenBackground } from '@platelight/imaging/retouch/darken-background.ts'
import { findSubject, type Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import { findLayers, type LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import { developPhoto } from '@platelight/imaging/tone/develop-photo.ts'
import type { Recipe } from '@platelight/imaging/tone/tone-recipe.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Warning } from '../../base/warning-codes.ts'
import { assessSubject, NOT_SEPARATED, SURE } from '../picture/subject-warnings.ts'
import type { EnhanceParams, Scope } from './enhance-params.ts'

/** The result, apart from the pixels. */
interface Developed {
  /** The engine that found the dish, if the scope needs the dish. */
  readonly engine?: string
  /** Whether parts of the photo were treated differently from others. */
  readonly isPartial: boolean
  readonly warnings: readonly Warning[]
}

/**
 * Applies a recipe in place, either to the whole picture or to one of its layers. Pixels outside the layer stay the same.
 *
 * @param analysisCopy the small copy on which the recipe was decided
 * @throws ServiceError `area_empty` when the photo has nothing in that layer
 */
export async function developWithin(
  picture: { readonly pixels: Pixels; readonly analysisCopy: Pixels },
  recipe: Recipe,
  { only = [], area, subject: hint }: Scope & Pick<EnhanceParams, 'subject'>,
  networks: Networks,
): Promise<Developed> {
  const { pixels, analysisCopy } = picture
  const sets = only.includes('background')
  if (!sets && area === undefined) {
    developPhoto(pixels, analysisCopy, recipe)
    return { isPartial: false, warnings: [] }
  }
  const subject = await findSubject(pixels, networks, hint)
  const { separable, warnings: doubts } = assessSubject(subject)
  const layer = area && (await layerOf(pixels, subject, area, networks))
  const before = layer && { ...pixels, data: new Uint8Array(pixels.data) }
  developPhoto(pixels, analysisCopy, recipe)
  if (sets && separable) darkenBackground(pixels, subject)
  if (before) await blendThroughMask(before, pixels, layer)
  return {
    engine: subject.engine,
    isPartial: layer !== undefined || (sets && separable),
    // A layer has its own warnings. Some of them do not depend on the position of the dish.
    warnings: [...(sets ? (separable ? doubts : [NOT_SEPARATED]) : []), ...(layer?.warnings ?? [])],
  }
}

async function layerOf(pixels: Pixels, subject: Subject, area: LayerId, networks: Networks) {
  const { width, height, layers } = await findLayers(pixels, subject, networks)
  const { alpha, confidence } = layers[area]
  if (!alpha.some((value) => value > 128)) {
    throw new ServiceError(
      'area_empty',
      `This photo has nothing in the layer ${area}, or the layer could not be found. POST /api/smart-layers shows the layers; entire_image edits the whole picture.`,
    )
  }
  return { alpha, width, height, warnings: confidence < SURE ? [uncertain(area)] : [] }
}

const uncertain = (area: string): Warning => ({
  code: 'layer_uncertain',
  message: `The layer ${area} may be incomplete, or contain more than it should. Check the result before you use it.`,
})
