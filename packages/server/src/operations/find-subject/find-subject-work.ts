import { resizeTo } from '@platelight/imaging/raster/scaling/resize-to.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'
import sharp from 'sharp'
import type { Schemas } from '../../contract/index.ts'
import type { Work } from '../define-work.ts'
import { findCutOut } from '../picture/find-cut-out.ts'
import { openPicture } from '../picture/open-picture.ts'

export interface FindSubjectParams {
  readonly subject?: SubjectHint
}

export type FindSubjectDetails = Schemas['FoundSubject']

/** Long side in pixels of the copy on which the outline is found. */
const LONG_SIDE = 1024

/**
 * Finds the outline that a cut-out of a photo would have. It is not an operation: it creates nothing, has no run and is free.
 *
 * @throws ServiceError as `removeBackgroundWork` does
 */
export const findSubjectWork: Work<FindSubjectParams, FindSubjectDetails> = async (
  [photo],
  { subject: hint },
  context,
) => {
  const { pixels } = await openPicture(photo, context)
  const scale = Math.min(1, LONG_SIDE / Math.max(pixels.width, pixels.height))
  const [width, height] = [pixels.width, pixels.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const copy = scale < 1 ? await resizeTo(pixels, { width, height }) : pixels
  const { subject, warnings } = await findCutOut(copy, context.networks, hint)
  const png = await sharp(subject.alpha, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  const { confidence, engine } = subject
  return {
    outputs: [],
    engine,
    faithfulness: 'faithful',
    warnings,
    recipe: null,
    details: {
      mask: `data:image/png;base64,${png.toString('base64')}`,
      width,
      height,
      confidence,
      engine,
      warnings: [...warnings],
    },
  }
}
