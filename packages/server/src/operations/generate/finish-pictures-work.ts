import type { Warning } from '@platelight/imaging/warning.ts'
import type { OutputImage, Work } from '../define-work.ts'
import { imageInput } from '../picture/image-input.ts'
import { writePicture } from '../picture/write-picture.ts'
import type { Size } from '../picture-size.ts'
import type { GenerateDetails } from './generate-params.ts'

/** What is known of pictures that a provider made. */
export interface FinishPicturesParams {
  readonly size: Size
  /** Whether something of a photo may remain in them. */
  readonly hasPhoto: boolean
  readonly engine: string
  readonly model: string
  readonly warnings: readonly Warning[]
  readonly recipe: unknown
}

/** Pictures whose shape differs by no more are stretched to the wanted size, which is not visible. */
const SAME_SHAPE = 0.02
/** Pictures are enlarged by no more without a word. */
const UNSEEN_ENLARGEMENT = 1.1

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
    const crop = cropTo(pixels, size)
    if (crop.width < pixels.width || crop.height < pixels.height) warnings.set('size_fitted', cropped(pixels, size))
    if (size.width / crop.width > UNSEEN_ENLARGEMENT) warnings.set('enlarged', enlarged(crop, size))
    const written = { format: 'jpeg', credits: {}, faithfulness: 'generative', crop, size } as const
    const options = { ...written, ...(!hasPhoto && { source: 'trainedAlgorithmicMedia' as const }) }
    outputs.push(await writePicture(pixels, options, {}, String(index)))
  }
  return {
    ...{ outputs, engine, recipe, faithfulness: 'generative', warnings: [...warnings.values()] },
    details: { model },
  }
}

/** The middle of a picture in the shape of a size; the whole picture if its shape is nearly that. */
function cropTo({ width, height }: Size, { width: wide, height: high }: Size) {
  const [is, wanted] = [width / height, wide / high]
  if (Math.abs(is / wanted - 1) <= SAME_SHAPE) return { left: 0, top: 0, width, height }
  const part =
    is > wanted
      ? { width: Math.max(1, Math.round(height * wanted)), height }
      : { width, height: Math.max(1, Math.round(width / wanted)) }
  return { left: (width - part.width) >> 1, top: (height - part.height) >> 1, ...part }
}

const sides = ({ width, height }: Size) => `${width} x ${height}`

const cropped = (made: Size, wanted: Size): Warning => ({
  code: 'size_fitted',
  message: `The model made ${sides(made)} pixels, which were cropped to the shape of ${sides(wanted)}.`,
})

const enlarged = (made: Size, wanted: Size): Warning => ({
  code: 'enlarged',
  message: `The model made no more than ${sides(made)} pixels, which were enlarged to ${sides(wanted)} without new detail.`,
})
