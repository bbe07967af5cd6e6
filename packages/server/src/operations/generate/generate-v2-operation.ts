import type { Schemas } from '../../contract/index.ts'
import { type BodyContext, defineOperation } from '../define-operation.ts'
import { CREDITS } from '../prices.ts'
import { longSideOf } from '../tables/resolutions.ts'
import { GENERATING } from './generate-declaration.ts'
import { type GenerateDetails, type GenerateParams, synthesisFor } from './generate-params.ts'

/** The current form of generating: by resolution, with reference pictures. */
export interface GenerateV2Params extends GenerateParams {
  readonly resolution: Schemas['OutputResolution']
}

function readBody(body: Schemas['GenerateV2Request'], context: BodyContext): GenerateV2Params {
  const { prompt, style, num_outputs, aspect_ratio, resolution, reference_images = [], enable_web_search } = body
  return {
    prompt,
    aspect_ratio,
    resolution,
    count: num_outputs,
    ...(style && { style }),
    ...(reference_images.length > 0 && { reference_images }),
    ...(enable_web_search && { enable_web_search }),
    long_side: longSideOf(resolution),
    engine: synthesisFor(prompt, context),
  }
}

export const generateV2 = defineOperation<'generate-v2', GenerateV2Params, GenerateDetails>({
  name: 'generate-v2',
  ...GENERATING,
  bodies: {
    'images.generateV2': readBody,
    'mobile.create': readBody,
    'mobileJobs.create': readBody,
    'mobileJobs.generate': readBody,
  },
  credits: ({ engine, resolution, count }) => (engine === 'preview' ? 0 : CREDITS.resolution[resolution] * count),
})
