import { encodeMask } from '@platelight/imaging/codec/encode/encode-image.ts'
import { maskExtent } from '@platelight/imaging/raster/masks/mask-box.ts'
import { findLayers, LAYER_IDS, type Layer, type LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import type { OutputImage, Work } from '../define-work.ts'
import { findCutOut } from '../picture/find-cut-out.ts'
import { openPicture } from '../picture/open-picture.ts'
import { beginStage } from '../picture/progress-stages.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import type { SmartLayersDetails, SmartLayersParams } from './smart-layers-operation.ts'

/**
 * Splits one photo into its layers: a grey PNG for each, white inside the layer, on a copy of at most 1024 pixels.
 *
 * @throws ServiceError `subject_not_found`, `unsupported_image`, `image_unreadable`, `image_too_large`
 */
export const smartLayersWork: Work<SmartLayersParams, SmartLayersDetails> = async (
  [photo],
  { subject: hint },
  context,
) => {
  const { networks } = context
  const { pixels } = await openPicture(photo, context)
  const { subject, warnings } = await findCutOut(pixels, networks, hint)
  const { layers, width, height } = await findLayers(pixels, subject, networks)
  beginStage(context, 'Writing the result')
  const images = await Promise.all(
    LAYER_IDS.map(async (name): Promise<OutputImage> => {
      const bytes = await encodeMask({ alpha: layers[name].alpha, width, height })
      return { name, bytes, width, height, mime: 'image/png', extension: 'png' }
    }),
  )
  const described = (id: LayerId, { alpha, confidence, method }: Layer) => ({
    id,
    confidence,
    method,
    ...maskExtent({ alpha, width, height }),
  })
  return {
    outputs: images,
    engine: subject.engine,
    faithfulness: 'faithful',
    warnings,
    recipe: { subject: subjectRecord(subject, hint), method: layers.dish.method },
    details: { layers: LAYER_IDS.map((id) => described(id, layers[id])) },
  }
}
