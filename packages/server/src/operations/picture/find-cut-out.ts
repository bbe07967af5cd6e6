import type { Networks } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { findSubject, type Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { Warning } from '@platelight/imaging/warning.ts'
import { ServiceError } from '../../base/service-error.ts'
import { assessSubject } from './subject-warnings.ts'

/** The share of the picture above which there is hardly any background to remove. */
const WHOLE_PICTURE = 0.97

/**
 * Finds the subject to cut out, with warnings about it.
 *
 * @throws ServiceError `no_subject` when nothing in the picture could be the dish, because an empty picture is not a result
 */
export async function findCutOut(
  pixels: Pixels,
  networks: Networks,
): Promise<{ subject: Subject; warnings: readonly Warning[] }> {
  const subject = await findSubject(pixels, networks)
  if (subject.confidence === 0) throw noSubject()
  const share = subject.alpha.reduce((sum, value) => sum + value, 0) / (255 * subject.alpha.length)
  return {
    subject,
    warnings: [...assessSubject(subject).warnings, ...(share > WHOLE_PICTURE ? [FILLS_THE_PICTURE] : [])],
  }
}

export const noSubject = () =>
  new ServiceError(
    'no_subject',
    'No dish could be found in this picture, so there is nothing to cut out. Send a photo in which the dish stands out from its surroundings.',
  )

const FILLS_THE_PICTURE: Warning = {
  code: 'subject_fills_picture',
  message: 'The dish fills the picture to its borders, so there was hardly any background to remove.',
}
