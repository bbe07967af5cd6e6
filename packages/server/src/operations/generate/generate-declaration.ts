import type { Schemas } from '../../contract/index.ts'
import { type Machine, megapixelsOf } from '../expected-durations.ts'
import { commonReply, type FinishedRun } from '../operation-replies.ts'
import type { Size } from '../picture-size.ts'
import { PROVIDER_SECONDS } from '../synthesis/invention.ts'
import { generateBrief } from './generate-brief.ts'
import { type GenerateDetails, type GenerateParams, sizeOf } from './generate-params.ts'

/** Seconds of one core of 2.5 GHz: to draw and to write a megapixel, and to check a megapixel of a reference picture. */
const DRAWING = { fixed: 0.1, perMegapixel: 0.25, perReferenceMegapixel: 0.1 }

/** Bytes for each pixel while it is drawn and written: the canvas, its pixels, and a copy for the encoder. */
const DRAWING_BYTES = 12

/** The parts of the declaration that both forms of generating share. */
export const GENERATING = {
  capability: 'synthesis',
  engine: 'preview',
  photoEvents: false,
  brief: generateBrief,
  sources: ({ reference_images = [] }: GenerateParams): readonly string[] => reference_images,
  sourceName: (_params: GenerateParams, index: number): string => `reference_images.${index}`,
  /** References are decoded one after the other, and none is kept. */
  keptPixels: 0,
  ownBytes: (params: GenerateParams): number => {
    const { width, height } = sizeOf(params)
    return width * height * DRAWING_BYTES
  },
  expectedSeconds: (params: GenerateParams, references: readonly Size[], _machine: Machine): number => {
    const { fixed, perMegapixel, perReferenceMegapixel } = DRAWING
    if (params.engine !== 'preview') return PROVIDER_SECONDS
    const checking = references.reduce((sum, size) => sum + perReferenceMegapixel * megapixelsOf(size), 0)
    return checking + params.count * (fixed + perMegapixel * megapixelsOf(sizeOf(params)))
  },
  reply: (run: FinishedRun<unknown, GenerateDetails>): Schemas['GenerationResult'] => ({
    ...commonReply(run),
    images: run.outputs.map(({ url, width, height }) => ({ url, width, height })),
    model: run.details.model,
  }),
} as const
