import { encodeMask } from '@platelight/imaging/codec/encode/encode-mask.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { findLayers, LAYER_IDS, type Layer, type LayerId } from '@platelight/imaging/segmentation/layers/layer-masks.ts'
import { maskExtent } from '@platelight/imaging/segmentation/layers/mask-extent.ts'
import type { Warning } from '@platelight/imaging/warning.ts'
import type { OutputImage, Work } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { beginStage } from '../picture/progress-stages.ts'
import { assessSubject } from '../picture/subject-warnings.ts'
import type { SmartLayersDetails, SmartLayersParams } from './smart-layers-operation.ts'

/**
 * Splits one photo into its layers: a grey PNG for each, white inside the layer, on a copy of at most 1024 pixels.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`
 */
export const smartLayersWork: Work<SmartLayersParams, SmartLayersDetails> = async ([photo], _params, context) => {
  const { networks } = context
  const { pixels } = await openPicture(photo, context)
  const subject = await findSubject(pixels, networks)
  const { layers, width, height } = await findLayers(pixels, subject, networks)
  beginStage(context, 'Writing the result')
  const images = await Promise.all(
    LAYER_IDS.map(async (name): Promise<OutputImage> => {
      const bytes = await encodeMask({ alpha: layers[name].alpha, width, height })
      return { name, bytes, width, height, mime: 'image/png', extension: 'png' }
    }),
  )
  const told = (id: LayerId, { alpha, confidence, method }: Layer) => ({
    ...{ id, confidence, method },
    ...maskExtent({ alpha, width, height }),
  })
  return {
    outputs: images,
    engine: subject.engine,
    faithfulness: 'faithful',
    warnings: subject.confidence === 0 ? [NO_DISH] : assessSubject(subject).warnings,
    recipe: { subject: { engine: subject.engine, confidence: subject.confidence }, method: layers.dish.method },
    details: { layers: LAYER_IDS.map((id) => told(id, layers[id])) },
  }
}

const NO_DISH: Warning = {
  code: 'subject_uncertain',
  message:
    'No dish stands out in this photo, so the layers dish and plate are empty and the background is the whole photo.',
}
