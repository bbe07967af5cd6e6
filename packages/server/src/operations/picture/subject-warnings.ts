import type { Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { Warning } from '../../base/warning-codes.ts'

/** Below the first confidence a subject says nothing about light and framing either. */
const USABLE = 0.15
/** Below this confidence a subject is not cut out: it is as likely wrong as right. */
const SEPARABLE = 0.5
/** From this confidence on nobody needs to check the result. */
export const SURE = 0.9

interface Assessment {
  /** Whether the subject says where to measure light and where to place a frame. */
  readonly usable: boolean
  /** Whether the subject can be treated differently from its surroundings. */
  readonly separable: boolean
  /** About a result that depends on the outline of the subject. */
  readonly warnings: readonly Warning[]
}

/** What a subject can be used for, and the warnings about it. */
export const assessSubject = ({ confidence }: Pick<Subject, 'confidence'>): Assessment => ({
  usable: confidence >= USABLE,
  separable: confidence >= SEPARABLE,
  warnings: confidence < SURE ? [UNCERTAIN] : [],
})

const UNCERTAIN: Warning = {
  code: 'subject_uncertain',
  message:
    'It is not certain which part of this photo is the dish. Check the result before you use it, or point out the dish with `subject`: a box around it, a point on it, or strokes over it.',
}

/** For a background that should be changed but could not be separated from the dish. */
export const NOT_SEPARATED: Warning = {
  code: 'subject_not_separated',
  message:
    'The dish could not be separated from its surroundings in this photo, so the background was not changed. Point out the dish with `subject`: a box around it, a point on it, or strokes over it.',
}
