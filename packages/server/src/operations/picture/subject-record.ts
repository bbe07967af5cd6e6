import type { Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'

/** What is stored of a subject with the run. */
export const subjectRecord = ({ engine, confidence, components }: Subject, hint?: SubjectHint) => ({
  engine,
  confidence,
  components,
  ...(hint && { hint }),
})
