import type { Warning } from '@platelight/imaging/warning.ts'
import type { ImageProvider } from '../../base/engine-capability.ts'
import type { Size } from '../picture-size.ts'
import type { ChosenModel, ModelId } from '../tables/provider-models.ts'
import type { FinishPicturesParams } from './finish-pictures-work.ts'
import { GENERATING } from './generate-declaration.ts'
import { type GenerateParams, sizeOf } from './generate-params.ts'
import { previewPrompt } from './preview-prompt.ts'

/** Pictures that a provider shall make: words, and perhaps pictures that they follow. */
export interface PictureRequest {
  readonly prompt: string
  readonly count: number
  /** The size of each result. */
  readonly size: Size
  /** The shape in the words of the contract. */
  readonly aspect: GenerateParams['aspect_ratio']
  readonly model: ModelId | undefined
  readonly search: boolean
  /** The names of its pictures in errors. */
  readonly names: readonly string[]
}

/** What a provider is asked for to carry out an order of generated pictures. */
export function pictureRequest(params: GenerateParams): PictureRequest {
  const { count, aspect_ratio: aspect, model, enable_web_search: search = false, reference_images = [] } = params
  return {
    ...{ prompt: previewPrompt(params), count, size: sizeOf(params), aspect, model, search },
    names: reference_images.map((_, index) => GENERATING.sourceName(params, index)),
  }
}

const modelReplaced = (asked: ModelId, used: string): Warning => ({
  code: 'model_replaced',
  message: `The engine of this server does not have ${asked}. ${used} made the pictures.`,
})

const withoutSearch = (model: string): Warning => ({
  code: 'web_search_unused',
  message: `${model} cannot search the web, so enable_web_search had no effect.`,
})

const referencesDropped = (model: string, most: number): Warning => ({
  code: 'references_dropped',
  message: `${model} follows ${most} reference pictures at most. The others were not used.`,
})

/** Who made a picture. */
interface MadeBy {
  readonly provider: ImageProvider
  readonly model: ChosenModel
}

/**
 * What the reply and the recipe say of the pictures of providers.
 *
 * @param references the number of pictures that they were to follow
 */
export function describePictures(
  pictures: readonly MadeBy[],
  { model: asked, search }: PictureRequest,
  references: number,
): Omit<FinishPicturesParams, 'size'> {
  const models = [...new Map(pictures.map(({ model }) => [model.name, model])).values()]
  const names = models.map(({ name }) => name).join(', ')
  const [fewest] = [...models].sort((one, other) => one.maxReferences - other.maxReferences)
  const warnings: Warning[] = []
  if (asked !== undefined && models.some(({ isAsked }) => !isAsked)) warnings.push(modelReplaced(asked, names))
  if (search && !models.every(({ searches }) => searches)) warnings.push(withoutSearch(names))
  if (fewest && references > fewest.maxReferences) warnings.push(referencesDropped(fewest.name, fewest.maxReferences))
  return {
    ...{ warnings, model: names, hasPhoto: references > 0 },
    engine: [...new Set(pictures.map(({ provider }) => provider))].join(', '),
    recipe: { pictures: pictures.map(({ provider, model: { id } }) => ({ provider, model: id })) },
  }
}
