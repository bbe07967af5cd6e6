import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { enhanceColorsStep } from '../enhance-colors/enhance-colors-work.ts'
import type { Outcome, WorkContext } from '../operation-works.ts'
import { USUAL_LAMP } from '../relight/relight-operation.ts'
import { relightStep } from '../relight/relight-work.ts'
import { removeBackgroundStep } from '../remove-background/remove-background-work.ts'
import { upscaleStep } from '../upscale/upscale-work.ts'
import type { ProcessImageParams, ProcessStep } from './process-image-operation.ts'

/** What one operation made of pixels that are neither opened nor written by it. */
export interface StepResult extends Omit<Outcome, 'details'> {
  readonly pixels: Pixels
}

/**
 * The work of an operation between decoding and encoding, so that several can follow one another on one picture. The
 * pixels may be changed in place; what came in is not looked at again.
 */
export type Step<Params> = (pixels: Pixels, params: Params, context: WorkContext) => Promise<StepResult>

/** The steps of /api/process, each with what its operation takes where nothing is said. */
export const STEPS: Readonly<Record<ProcessStep, Step<ProcessImageParams>>> = {
  upscale: upscaleStep,
  remove_background: removeBackgroundStep,
  enhance_colors: (pixels, _, context) => enhanceColorsStep(pixels, { strength: 0.5 }, context),
  relight: (pixels, _, context) => relightStep(pixels, USUAL_LAMP, context),
}
