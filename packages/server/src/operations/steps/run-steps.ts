import { plainBackdrop } from '@platelight/imaging/edits/plain-backdrop.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { cutOut } from '@platelight/imaging/segmentation/matting/cut-out.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import type { StepResult, WorkContext } from '../define-work.ts'
import { fixBlurStep } from '../fix-blur/fix-blur-work.ts'
import { describeStep } from '../instructions/describe-step.ts'
import type { EditStep } from '../instructions/edit-step.ts'
import { upscaleStep } from '../upscale/upscale-work.ts'
import { createPictureState, type PictureState } from './picture-state.ts'
import { runFrameStep } from './run-frame-step.ts'
import { runMarkStep } from './run-mark-step.ts'
import { runPartialStep } from './run-partial-step.ts'

/** A picture after its steps. */
export interface SteppedPicture extends Pick<PictureState, 'pixels' | 'faithfulness' | 'warnings'> {
  readonly engine: string
  /** Why a step was not done, by its position; undefined for those that were. */
  readonly skipped: readonly (string | undefined)[]
}

/**
 * Takes decoded pixels through steps in their order. Steps that only decide the file are left to whoever writes it.
 *
 * @param logo what a step `logo` places
 * @throws ServiceError `subject_not_found`, `area_empty`, `result_too_large`
 */
export async function runSteps(
  pixels: Pixels,
  steps: readonly EditStep[],
  hint: SubjectHint | undefined,
  context: WorkContext,
  logo?: Pixels,
): Promise<SteppedPicture> {
  const { report, ...quietly } = context
  const state = createPictureState(pixels, hint, quietly, logo)
  state.engines.add('local')
  const skipped: (string | undefined)[] = []
  // The steps, and writing the picture.
  const total = steps.length + 1
  for (const [index, step] of steps.entries()) {
    report?.({ current: index, total, status: describeStep(step) })
    skipped.push(await runStep(state, step))
  }
  report?.({ current: steps.length, total, status: 'Writing the result' })
  const { faithfulness, warnings, engines } = state
  return { pixels: state.pixels, faithfulness, warnings, engine: [...engines].join(', '), skipped }
}

/** @returns why the step was not done */
async function runStep(state: PictureState, step: EditStep): Promise<string | undefined> {
  switch (step.kind) {
    case 'crop':
    case 'closer':
    case 'straighten':
    case 'rotate':
    case 'flip':
    case 'size':
      return runFrameStep(state, step)
    case 'cutout':
      state.pixels = await cutOut(state.pixels, await state.clearSubject())
      state.faithfulness = 'retouch'
      return undefined
    case 'backdrop':
      state.pixels = await plainBackdrop(state.pixels, await state.clearSubject(), step.colours)
      state.faithfulness = 'retouch'
      return undefined
    case 'deblur':
      return takeResult(state, await fixBlurStep(state.pixels, undefined, state.context))
    case 'upscale': {
      const larger = await upscaleStep(state.pixels, { scale: step.scale }, state.context)
      state.replace(larger.pixels)
      return takeResult(state, larger)
    }
    case 'text':
    case 'logo':
      await runMarkStep(state, step)
      return undefined
    case 'format':
    case 'platform':
      return undefined
    default:
      await runPartialStep(state, step)
      return undefined
  }
}

function takeResult(state: PictureState, { pixels, engine, warnings }: StepResult): undefined {
  state.pixels = pixels
  state.engines.add(engine)
  state.warnings.push(...warnings)
}
