import type { OutputImage, Work } from '../define-work.ts'
import { imageInput } from '../picture/image-input.ts'
import { writePicture } from '../picture/write-picture.ts'
import type { Size } from '../picture-size.ts'
import { fitToSize } from '../synthesis/made-picture.ts'
import type { MadeBy } from '../synthesis/provider-brief.ts'
import type { GenerateDetails } from './generate-params.ts'

/** What is known of pictures that a provider made. */
export interface FinishPicturesParams extends MadeBy {
  readonly size: Size
  /** Whether something of a photo may remain in them. */
  readonly hasPhoto: boolean
}

/**
 * Checks the pictures of a provider as any picture, brings them to the wanted size and marks them as generated.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`
 */
export const finishPicturesWork: Work<FinishPicturesParams, GenerateDetails> = async (pictures, params, { limits }) => {
  const { size, hasPhoto, engine, model, recipe } = params
  const outputs: OutputImage[] = []
  const warnings = new Map(params.warnings.map((warning) => [warning.code, warning]))
  for (const [index, bytes] of pictures.entries()) {
    const pixels = await imageInput.decode(bytes, limits)
    const { crop, warnings: own } = fitToSize(pixels, size)
    for (const warning of own) warnings.set(warning.code, warning)
    const written = { format: 'jpeg', credits: {}, faithfulness: 'generative', crop, size } as const
    const options = { ...written, ...(!hasPhoto && { source: 'trainedAlgorithmicMedia' as const }) }
    outputs.push(await writePicture(pixels, options, {}, String(index)))
  }
  return { outputs, engine, recipe, faithfulness: 'generative', warnings: [...warnings.values()], details: { model } }
}
