import { previewMark } from '@platelight/drawing/preview/setting/preview-mark.ts'
import { stampPicture } from '@platelight/imaging/edits/stamp-picture.ts'
import type { Work } from '../define-work.ts'
import type { EnhanceParams } from '../enhance/enhance-params.ts'
import { enhancePhoto } from '../enhance/enhance-photo.ts'
import { imageInput } from '../picture/image-input.ts'
import { writePicture } from '../picture/write-picture.ts'

/** Enhances one photo and marks the result as a preview. @throws ServiceError as `enhancePhoto` does */
export const demoEnhanceWork: Work<EnhanceParams> = async ([photo], params, context) => {
  if (!photo) throw new Error('a preview is made of one photo')
  const { limits, networks } = context
  // PNG, so that the mark is not drawn on what JPEG left of the photo.
  const asPng = { ...params, format: 'png' } as const
  const { outputs, source: _, ...enhanced } = await enhancePhoto(photo, asPng, limits, networks, context)
  const [whole] = outputs
  if (!whole) throw new Error('a preview has one shot')
  const { credits } = await imageInput.inspect(whole.bytes, limits)
  const pixels = await imageInput.decode(whole.bytes, limits)
  const { top, ...mark } = previewMark(pixels.width, pixels.height)
  stampPicture(pixels, { ...mark, channels: 4 }, { left: 0, top })
  const written = { format: 'jpeg', credits, faithfulness: enhanced.faithfulness } as const
  return { ...enhanced, outputs: [await writePicture(pixels, written, context, whole.name)] }
}
