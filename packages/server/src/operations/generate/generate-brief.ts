import type { PictureRequest, ProviderBrief } from '../synthesis/provider-brief.ts'
import type { FinishPicturesParams } from './finish-pictures-work.ts'
import { type GenerateParams, sizeOf } from './generate-params.ts'
import { previewPrompt } from './preview-prompt.ts'

/** What a provider does for generated pictures; undefined for a placeholder. */
export function generateBrief(params: GenerateParams): ProviderBrief | undefined {
  // It was accepted as a free placeholder, and stays one.
  if (params.engine === 'preview') return undefined
  const { count, aspect_ratio: aspect, model, enable_web_search: search = false, reference_images = [] } = params
  const size = sizeOf(params)
  const references = [...reference_images.keys()]
  const request: PictureRequest = { prompt: previewPrompt(params), size, aspect, references, model, search }
  const steps = references.length + count + 1
  return {
    steps,
    prepare: {
      operation: 'prepare-references',
      params: { names: references.map((index) => `reference_images.${index}`), steps },
    },
    requests: () => Array.from({ length: count }, () => request),
    keepsInputs: false,
    finish: (made) => ({
      operation: 'finish-pictures',
      params: { ...made, size, hasPhoto: references.length > 0 } satisfies FinishPicturesParams,
    }),
  }
}
