import type { Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { Warning } from '@platelight/imaging/warning.ts'

/** Below this there is no telling what the photo is of, and below the other one it should be looked at. */
const KNOWN = 0.12
const SURE = 0.4

/** Whether a subject is to be worked with, and what to tell about it if that is not certain. */
export const assessSubject = ({
  confidence,
}: Pick<Subject, 'confidence'>): { readonly known: boolean; readonly warnings: readonly Warning[] } => ({
  known: confidence >= KNOWN,
  warnings: confidence < SURE ? [UNCERTAIN] : [],
})

const UNCERTAIN: Warning = {
  code: 'subject_uncertain',
  message: 'It is not certain which part of this photo is the dish: look at the result before you use it.',
}

/** Where a background should be changed and could not be told from the dish. */
export const NOT_SEPARATED: Warning = {
  code: 'not_separated',
  message: 'No dish could be told from its surroundings in this photo, so the background was left as it is.',
}
