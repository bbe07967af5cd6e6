import type { Provider } from '../../base/engine-capability.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { ChosenModel, ModelId } from '../tables/provider-models.ts'
import type { MadeBy, PictureRequest } from './provider-brief.ts'

const modelReplaced = (asked: ModelId, used: string): Warning => ({
  code: 'model_replaced',
  message: `The engine of this server does not have ${asked}. ${used} made the pictures.`,
})

const withoutSearch = (model: string): Warning => ({
  code: 'web_search_unused',
  message: `${model} cannot search the web, so enable_web_search had no effect.`,
})

const referencesDropped = (model: string, most: number): Warning => ({
  code: 'references_unused',
  message: `${model} follows ${most} reference_images at most. The others were not used.`,
})

/** A picture that was delivered. */
interface Delivered {
  readonly provider: Provider
  readonly model: ChosenModel
}

/** What the reply and the recipe say of the pictures of providers. */
export function describePictures(pictures: readonly Delivered[], requests: readonly PictureRequest[]): MadeBy {
  const models = [...new Map(pictures.map(({ model }) => [model.name, model])).values()]
  const names = models.map(({ name }) => name).join(', ')
  const [fewest] = [...models].sort((one, other) => one.maxReferences - other.maxReferences)
  const references = Math.max(0, ...requests.map((request) => request.references.length))
  const asked = requests.find(({ model }) => model !== undefined)?.model
  const searches = requests.some(({ search }) => search)
  const warnings: Warning[] = []
  if (asked !== undefined && models.some(({ isAsked }) => !isAsked)) warnings.push(modelReplaced(asked, names))
  if (searches && !models.every((model) => model.searches)) warnings.push(withoutSearch(names))
  if (fewest && references > fewest.maxReferences) warnings.push(referencesDropped(fewest.name, fewest.maxReferences))
  return {
    warnings,
    model: names,
    engine: [...new Set(pictures.map(({ provider }) => provider))].join(', '),
    recipe: { pictures: pictures.map(({ provider, model: { id } }) => ({ provider, model: id })) },
  }
}
