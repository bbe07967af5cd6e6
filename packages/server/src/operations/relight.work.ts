import { flatten } from '../imaging/flatten.ts'
import type { Pixels } from '../imaging/pixels.ts'
import type { Lamp } from '../imaging/relight/lamp.ts'
import { relight as shine } from '../imaging/relight/relight.ts'
import { findSubject, type Subject } from '../imaging/subject.ts'
import { madePicture } from './made-picture.ts'
import { openSubject } from './open-subject.ts'
import { type RelightParams, relight } from './relight.ts'
import type { Step } from './steps.ts'
import { doubtsAbout } from './subject-doubts.ts'
import type { Work } from './work.ts'

/**
 * Sets another lamp over one photo, in its own size and with its transparency.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `result_too_large`
 */
export const relightWork: Work<RelightParams> = async ([photo], params, context) => {
  const { direction, softness, warmth, strength, format } = params
  const opened = await openSubject(photo, context, {
    admit: (source) => relight.admit?.(params, [source]),
    ...(format === 'jpeg' && { prepared: flatten }),
  })
  const { credits, subject } = opened
  const { pixels, ...outcome } = await relit(opened.pixels, subject, { direction, softness, warmth, strength })
  return { ...outcome, images: [await madePicture(pixels, { format, credits, faithfulness: outcome.faithfulness })] }
}

/** The same between other steps on one picture; changed in place. */
export const relightStep: Step<Lamp> = async (pixels, lamp, { networks }) =>
  relit(pixels, await findSubject(pixels, networks), lamp)

async function relit(pixels: Pixels, subject: Subject, lamp: Lamp): Promise<Awaited<ReturnType<Step<Lamp>>>> {
  const { known, warnings } = doubtsAbout(subject)
  const told = await shine(pixels, known ? subject : undefined, lamp)
  return {
    pixels,
    engine: subject.engine,
    faithfulness: 'retouch',
    warnings: [...told, ...(known ? warnings : [])],
    recipe: { lamp, subject: { engine: subject.engine, confidence: subject.confidence } },
  }
}
