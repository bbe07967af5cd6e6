import { type GenerateParams, sizeOf } from '../generate/generate-params.ts'
import type { Size } from '../picture-size.ts'
import type { InventedPart } from '../synthesis/invention.ts'
import type { ProviderBrief } from '../synthesis/provider-brief.ts'
import { longSideOf } from '../tables/resolutions.ts'

/** What a provider has to know of a composition. */
interface Composed extends InventedPart {
  readonly image_urls: readonly string[]
  readonly from: string
  readonly weights: readonly number[]
  readonly aspect_ratio: GenerateParams['aspect_ratio']
}

/** The size of a composition that a provider makes. */
export const inventedCompositionSize = ({
  aspect_ratio,
  invention,
}: Pick<Composed, 'aspect_ratio' | 'invention'>): Size =>
  sizeOf({ aspect_ratio, long_side: longSideOf(invention?.resolution ?? '1K') })

/** What a provider does for a composition whose prompt asks for something that the pictures do not show. */
export function composeBrief(params: Composed): ProviderBrief | undefined {
  const { invention, image_urls, from, weights, aspect_ratio: aspect } = params
  if (!invention) return undefined
  const references = [...image_urls.keys()]
  const isEqual = Math.max(...weights) - Math.min(...weights) < 0.01
  const prompt = [
    `Put the dishes of the ${references.length} pictures together in one photo of food: ${invention.wishes.join('. ')}.`,
    isEqual
      ? ''
      : `Share of the attention: ${weights.map((weight, at) => `picture ${at + 1} ${Math.round(100 * weight)} %`).join(', ')}.`,
    'Each dish stays exactly as it is: the food, its portion and its plate. All stand on one surface, in one light, seen from one angle, whole and in their true sizes. The result is a photograph.',
  ]
    .filter((one) => one !== '')
    .join(' ')
  const steps = references.length + invention.count + 1
  const request = { prompt, references, aspect, size: inventedCompositionSize(params) }
  return {
    steps,
    prepare: {
      operation: 'prepare-references',
      params: { names: references.map((index) => `${from}.${index}`), steps },
    },
    requests: () => Array.from({ length: invention.count }, () => request),
    keepsInputs: false,
    finish: (made) => ({ operation: 'compose', params: { ...params, made } }),
  }
}
