import type { Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { Warning } from '@platelight/imaging/warning.ts'

/** Below the first confidence the subject counts as unknown. Below the second one the result should be checked. */
const KNOWN = 0.12
const SURE = 0.4

/** Whether the subject can be used, and the warnings about it. */
export const assessSubject = ({
  confidence,
}: Pick<Subject, 'confidence'>): { readonly known: boolean; readonly warnings: readonly Warning[] } => ({
  known: confidence >= KNOWN,
  warnings: confidence < SURE ? [UNCERTAIN] : [],
})

const UNCERTAIN: Warning = {
  code: 'subject_uncertain',
  message: 'It is not certain which part of this photo is the dish. Check the result before you use it.',
}

/** For a background that should be changed but could not be separated from the dish. */
export const NOT_SEPARATED: Warning = {
  code: 'not_separated',
  message: 'The dish could not be separated from its surroundings in this photo, so the background was not changed.',
}
