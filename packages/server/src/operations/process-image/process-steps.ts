import type { Step } from '../define-work.ts'
import { DEFAULT_STRENGTH } from '../enhance-colors/enhance-colors-operation.ts'
import { enhanceColorsStep } from '../enhance-colors/enhance-colors-work.ts'
import { DEFAULT_LAMP } from '../relight/relight-operation.ts'
import { relightStep } from '../relight/relight-work.ts'
import { removeBackgroundStep } from '../remove-background/remove-background-work.ts'
import { upscaleStep } from '../upscale/upscale-work.ts'
import type { ProcessImageParams, ProcessStep } from './process-image-operation.ts'

/** The steps of /api/process, each with the defaults of its operation. */
export const STEPS: Readonly<Record<ProcessStep, Step<ProcessImageParams>>> = {
  upscale: upscaleStep,
  remove_background: removeBackgroundStep,
  enhance_colors: (pixels, _, context) => enhanceColorsStep(pixels, { strength: DEFAULT_STRENGTH }, context),
  relight: (pixels, { subject }, context) => relightStep(pixels, { ...DEFAULT_LAMP, subject }, context),
}
