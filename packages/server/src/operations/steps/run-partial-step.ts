import { adjustTone } from '@platelight/imaging/edits/adjust-tone.ts'
import { blurPicture } from '@platelight/imaging/edits/blur-picture.ts'
import type { SoftMask } from '@platelight/imaging/raster/masks/soft-mask.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { relightPhoto } from '@platelight/imaging/relight/relight-photo.ts'
import { findRoughDish } from '@platelight/imaging/segmentation/find-rough-dish.ts'
import { developPhoto, planDevelopment } from '@platelight/imaging/tone/develop-photo.ts'
import { findPreset } from '@platelight/imaging/tone/enhance-presets.ts'
import { selectCorrections } from '@platelight/imaging/tone/select-corrections.ts'
import type { PartialStep } from '../instructions/edit-step.ts'
import { assessSubject } from '../picture/subject-warnings.ts'
import { DEFAULT_LAMP } from '../relight/relight-operation.ts'
import type { PictureState } from './picture-state.ts'
import { maskOf, throughLayer } from './through-layer.ts'

/** The preset of “make it look better”. */
const PRESET = 'balanced'

/** Does one step that keeps every pixel in its place. */
export async function runPartialStep(state: PictureState, step: PartialStep): Promise<void> {
  const mask = await maskOf(state, step, step.kind === 'blur' ? 'none' : 'soft')
  await throughLayer(state, mask, (pixels) => change(state, step, pixels, mask))
}

async function change(
  state: PictureState,
  step: PartialStep,
  pixels: Pixels,
  mask: SoftMask | undefined,
): Promise<Pixels> {
  switch (step.kind) {
    case 'blur':
      state.faithfulness = 'retouch'
      return blurPicture(pixels, step.amount, mask)
    case 'improve':
      return develop(state, pixels, false)
    case 'neutral':
      return develop(state, pixels, true)
    case 'relight':
      return relight(state, pixels, step.direction)
    default:
      await adjustTone(pixels, { [step.kind]: step.amount })
      return pixels
  }
}

async function develop({ context }: PictureState, pixels: Pixels, isColourOnly: boolean): Promise<Pixels> {
  const preset = findPreset(PRESET)
  if (!preset) throw new Error(`there is no preset ${PRESET}`)
  const { recipe, analysisCopy } = await planDevelopment(pixels, preset, {
    subject: (copy) => findRoughDish(copy, context.networks),
  })
  developPhoto(pixels, analysisCopy, isColourOnly ? selectCorrections(recipe, new Set(['color'])) : recipe)
  return pixels
}

async function relight(
  state: PictureState,
  pixels: Pixels,
  direction: Extract<PartialStep, { kind: 'relight' }>['direction'],
): Promise<Pixels> {
  const subject = await state.subject()
  const { usable } = assessSubject(subject)
  state.engines.add(subject.engine)
  state.faithfulness = 'retouch'
  state.warnings.push(...(await relightPhoto(pixels, usable ? subject : undefined, { ...DEFAULT_LAMP, direction })))
  return pixels
}
