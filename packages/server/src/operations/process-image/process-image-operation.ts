import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import { defineOperation, type SourceImage } from '../define-operation.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import { CREDITS } from '../prices.ts'

/** What can be done to a picture one after the other, each as the operation of that name does it by default. */
export type ProcessStep = 'upscale' | 'remove_background' | 'enhance_colors' | 'relight'

/** One picture through several steps. */
export interface ProcessImageParams {
  readonly image_url: string
  /** Done in this order. */
  readonly steps: readonly ProcessStep[]
  /** How many times larger, for the step upscale. */
  readonly scale: keyof typeof CREDITS.upscale
  /** JPEG by default, PNG where there is transparency. */
  readonly format?: OutputFormat
}

const STEP_CREDITS: Readonly<Record<ProcessStep, (params: ProcessImageParams) => number>> = {
  upscale: ({ scale }) => CREDITS.upscale[scale],
  remove_background: () => CREDITS.removeBackground,
  enhance_colors: () => CREDITS.enhanceColors,
  relight: () => CREDITS.relight,
}

export const processImage = defineOperation<ProcessImageParams>({
  name: 'process-image',
  capability: 'pixels',
  engine: 'local',
  photoEvents: false,
  deadlineSeconds: 300,
  credits: (params) => params.steps.reduce((sum, step) => sum + STEP_CREDITS[step](params), 0),
  sources: ({ image_url }) => [image_url],
  admit: (params, [source]) => {
    if (source && params.steps.includes('upscale'))
      refuseLargeResult(resultOf(params, source), params.format, aboutResult(params))
  },
})

/** What the result measures; without its background it has transparency, wherever that step stands. */
const resultOf = ({ steps, scale }: ProcessImageParams, source: SourceImage): SourceImage => ({
  width: source.width * scale,
  height: source.height * scale,
  hasAlpha: source.hasAlpha === true || steps.includes('remove_background'),
})

const aboutResult = ({ scale }: ProcessImageParams) => ({
  begins: `At ${scale}x this photo`,
  waysOut: scale > 2 ? ['ask for scale 2'] : ['leave out the step upscale'],
})
