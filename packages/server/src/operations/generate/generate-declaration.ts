import type { Schemas } from '../../contract/index.ts'
import { type Machine, megapixelsOf } from '../expected-durations.ts'
import { commonReply, type FinishedRun } from '../operation-replies.ts'
import type { Size } from '../picture-size.ts'
import { PROVIDER_SECONDS } from '../synthesis/invention.ts'
import type { PictureRequest, ProviderBrief } from '../synthesis/provider-brief.ts'
import type { FinishPicturesParams } from './finish-pictures-work.ts'
import { drawnSize, type GenerateDetails, type GenerateParams, sizeOf } from './generate-params.ts'
import { previewPrompt } from './preview-prompt.ts'

/** Seconds of one core of 2.5 GHz: to draw and to enlarge and write a megapixel, and to check a megapixel of a reference picture. */
const DRAWING = { fixed: 0.1, perMegapixel: 0.4, perWrittenMegapixel: 0.08, perReferenceMegapixel: 0.1 }

/** Bytes for each pixel while it is drawn and written: the canvas, its pixels, and a copy for the encoder. */
const DRAWING_BYTES = 12

/** The parts of the declaration that both forms of generating share. */
export const GENERATING = {
  capability: 'synthesis',
  engine: 'preview',
  photoEvents: false,
  brief: generateBrief,
  parts: {
    of: <Params extends GenerateParams>(params: Params): readonly Params[] =>
      params.engine === 'preview' ? Array.from({ length: params.count }, (_, only) => ({ ...params, only })) : [params],
    recipe: (recipes: readonly unknown[]) => ({
      scenes: recipes.flatMap((one) => (one as { scenes: unknown[] }).scenes),
    }),
  },
  sources: ({ reference_images = [] }: GenerateParams): readonly string[] => reference_images,
  sourceName: (_params: GenerateParams, index: number): string => `reference_images.${index}`,
  /** References are decoded one after the other, and none is kept. */
  keptPixels: 0,
  ownBytes: (params: GenerateParams): number => {
    const { width, height } = sizeOf(params)
    return width * height * DRAWING_BYTES
  },
  expectedSeconds: (params: GenerateParams, references: readonly Size[], _machine: Machine): number => {
    const { fixed, perMegapixel, perWrittenMegapixel, perReferenceMegapixel } = DRAWING
    const size = sizeOf(params)
    if (params.engine !== 'preview') return PROVIDER_SECONDS
    const checking = references.reduce((sum, size) => sum + perReferenceMegapixel * megapixelsOf(size), 0)
    const drawing = perMegapixel * megapixelsOf(drawnSize(size)) + perWrittenMegapixel * megapixelsOf(size)
    return checking + params.count * (fixed + drawing)
  },
  reply: (run: FinishedRun<unknown, GenerateDetails>): Schemas['GenerationResult'] => ({
    ...commonReply(run),
    images: run.outputs.map(({ url, width, height }) => ({ url, width, height })),
    model: run.details.model,
  }),
} as const

/** What a provider does for generated pictures; undefined for a placeholder. */
function generateBrief(params: GenerateParams): ProviderBrief | undefined {
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
