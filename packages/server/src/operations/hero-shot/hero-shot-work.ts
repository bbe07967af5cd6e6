import { makeHeroShot } from '@platelight/imaging/hero/make-hero-shot.ts'
import type { Work } from '../define-work.ts'
import { findCutOut, subjectNotFound } from '../picture/find-cut-out.ts'
import { openPicture } from '../picture/open-picture.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import { writePicture } from '../picture/write-picture.ts'
import { runSteps } from '../steps/run-steps.ts'
import { HERO_ASPECTS, type HeroShotDetails, type HeroShotParams } from './hero-shot-operation.ts'

/**
 * Places the dish of one photo on a drawn backdrop.
 *
 * @throws ServiceError `subject_not_found`, `unsupported_image`, `image_unreadable`, `image_too_large`
 */
export const heroShotWork: Work<HeroShotParams, HeroShotDetails> = async ([photo], params, context) => {
  // The steps of a prompt are few next to the shot, so they do not count on their own.
  const { report: _, ...quietly } = context
  const { backdrop, aspect_ratio, steps = [], subject: hint, format } = params
  const { pixels, credits } = await openPicture(photo, context)
  const { subject, warnings } = await findCutOut(pixels, context.networks, hint)
  const shot = await makeHeroShot(pixels, subject, { backdrop, aspect: HERO_ASPECTS[aspect_ratio] })
  if (!shot) throw subjectNotFound(hint)
  const made = await runSteps(shot.pixels, steps, undefined, quietly)
  return {
    outputs: [await writePicture(made.pixels, { format, credits, faithfulness: 'retouch' }, context)],
    engine: subject.engine,
    faithfulness: 'retouch',
    warnings: [...warnings, ...shot.warnings, ...made.warnings],
    recipe: { ...shot.plan, aspect_ratio, steps, subject: subjectRecord(subject, hint) },
    details: { confidence: subject.confidence },
  }
}
