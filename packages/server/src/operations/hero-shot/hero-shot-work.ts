import { makeHeroShot } from '@platelight/imaging/hero/make-hero-shot.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { Work, WorkContext } from '../define-work.ts'
import { findCutOut, subjectNotFound } from '../picture/find-cut-out.ts'
import { type OpenPicture, openPicture } from '../picture/open-picture.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import { withoutBars } from '../picture/without-bars.ts'
import { writePicture } from '../picture/write-picture.ts'
import { runSteps } from '../steps/run-steps.ts'
import { openMadePicture } from '../synthesis/made-picture.ts'
import { HERO_ASPECTS, type HeroShotDetails, type HeroShotParams, inventedHeroSize } from './hero-shot-operation.ts'

/**
 * Places the dish of one photo on a drawn backdrop.
 *
 * @throws ServiceError `subject_not_found`, `unsupported_image`, `image_unreadable`, `image_too_large`
 */
export const heroShotWork: Work<HeroShotParams, HeroShotDetails> = async ([photo, picture], params, context) => {
  // The steps of a prompt are few next to the shot, so they do not count on their own.
  const { report: _, ...quietly } = context
  const { backdrop, aspect_ratio, steps = [], format } = params
  const { pixels: whole, credits } = await openPicture(photo, context)
  if (params.made) return inventedShot({ pixels: whole, credits, picture }, params, context)
  const { pixels, subject: hint, warnings: bars } = await withoutBars(whole, params.subject)
  const { subject, warnings } = await findCutOut(pixels, context.networks, hint)
  const shot = await makeHeroShot(pixels, subject, { backdrop, aspect: HERO_ASPECTS[aspect_ratio] })
  if (!shot) throw subjectNotFound(hint)
  const made = await runSteps(shot.pixels, steps, undefined, quietly)
  return {
    outputs: [await writePicture(made.pixels, { format, credits, faithfulness: 'retouch' }, context)],
    engine: subject.engine,
    faithfulness: 'retouch',
    warnings: [...bars, ...warnings, ...shot.warnings, ...made.warnings],
    recipe: { ...shot.plan, aspect_ratio, steps, subject: subjectRecord(subject, hint) },
    details: { confidence: subject.confidence },
  }
}

/** Finishes the shot that a provider made of the photo. */
async function inventedShot(
  { pixels, credits, picture }: Pick<OpenPicture, 'pixels' | 'credits'> & { readonly picture: Uint8Array | undefined },
  params: HeroShotParams,
  context: WorkContext,
): ReturnType<typeof heroShotWork> {
  const { made, invention, steps = [], subject: hint, format, aspect_ratio } = params
  const { report: _, ...quietly } = context
  const shot = await openMadePicture(picture, inventedHeroSize(params), context.limits)
  const changed = await runSteps(shot.pixels, steps, undefined, quietly)
  const { confidence } = await findSubject(pixels, context.networks, hint)
  return {
    outputs: [await writePicture(changed.pixels, { format, credits, faithfulness: 'generative' }, context)],
    engine: made?.engine ?? '',
    faithfulness: 'generative',
    warnings: [...(made?.warnings ?? []), ...shot.warnings, ...changed.warnings],
    recipe: { invention, made: made?.recipe, aspect_ratio, steps },
    details: { confidence },
  }
}
