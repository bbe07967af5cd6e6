import type { OutputFormat } from '@platelight/imaging/codec/file/image-formats.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { Schemas } from '../../contract/index.ts'
import { creditsOf, type Operation, type RunOrder } from '../define-operation.ts'
import { DEFAULT_STRENGTH, enhanceColors } from '../enhance-colors/enhance-colors-operation.ts'
import { pictureReply } from '../operation-replies.ts'
import { refuseLargeResult } from '../picture/refuse-large-result.ts'
import type { SourceImage } from '../picture-size.ts'
import type { CREDITS } from '../prices.ts'
import { DEFAULT_LAMP, relight } from '../relight/relight-operation.ts'
import { removeBackground } from '../remove-background/remove-background-operation.ts'
import { upscale } from '../upscale/upscale-operation.ts'

export type ProcessStep = Schemas['ProcessStep']

/** One picture through several steps. */
export interface ProcessImageParams {
  readonly image_url: string
  /** Performed in this order. */
  readonly steps: readonly ProcessStep[]
  /** The factor of the step upscale. */
  readonly scale: keyof typeof CREDITS.upscale
  /** Where the steps look for the dish. */
  readonly subject?: SubjectHint
  /** JPEG by default, PNG if there is transparency. */
  readonly format?: OutputFormat
}

/** The operation of each step, with the defaults of its own endpoint. */
const STEP_ORDERS: Readonly<Record<ProcessStep, (params: ProcessImageParams) => RunOrder>> = {
  upscale: ({ image_url, scale }) => ({ operation: upscale, params: { image_url, scale } }),
  remove_background: ({ image_url }) => ({ operation: removeBackground, params: { image_url, shadow: false } }),
  enhance_colors: ({ image_url }) => ({
    operation: enhanceColors,
    params: { image_url, strength: DEFAULT_STRENGTH },
  }),
  relight: ({ image_url }) => ({ operation: relight, params: { image_url, ...DEFAULT_LAMP } }),
}

export const processImage: Operation<'process-image', ProcessImageParams> = {
  name: 'process-image',
  capability: 'pixels',
  engine: 'local',
  photoEvents: false,
  // Only jobs perform it, so the document has no deadline. Each step may take as long as its own operation.
  deadlineSeconds: Math.max(
    ...[upscale, removeBackground, enhanceColors, relight].map(({ deadlineSeconds }) => deadlineSeconds),
  ),
  bodies: {
    'jobs.submit:process_image': ({ image_url, steps, scale, subject, format }) => ({
      image_url,
      steps,
      scale,
      ...(subject && { subject }),
      ...(format && { format }),
    }),
  },
  credits: (params) => params.steps.reduce((sum, step) => sum + creditsOf(STEP_ORDERS[step](params)), 0),
  sources: ({ image_url }) => [image_url],
  admit: (params, [source]) => {
    if (source && params.steps.includes('upscale'))
      refuseLargeResult(resultOf(params, source), params.format, aboutResult(params))
  },
  enlargement: ({ steps, scale }) => (steps.includes('upscale') ? scale : 1),
  expectedSeconds: (params, [photo], machine) => {
    if (!photo) return 0
    let [seconds, size] = [0, photo]
    for (const step of params.steps) {
      const { operation, params: stepParams } = STEP_ORDERS[step](params)
      seconds += operation.expectedSeconds(stepParams, [size], machine)
      if (step === 'upscale') size = { width: size.width * params.scale, height: size.height * params.scale }
    }
    return seconds
  },
  reply: pictureReply,
}

/** The size of the result. Without its background it has transparency, wherever that step is in the list. */
const resultOf = ({ steps, scale }: ProcessImageParams, source: SourceImage): SourceImage => ({
  width: source.width * scale,
  height: source.height * scale,
  hasAlpha: source.hasAlpha === true || steps.includes('remove_background'),
})

const aboutResult = ({ scale }: ProcessImageParams) => ({
  begins: `At ${scale}x this photo`,
  waysOut: scale > 2 ? ['request scale 2'] : ['leave out the step upscale'],
})
