import type { Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { SubjectHint } from '@platelight/imaging/segmentation/subject-hint.ts'

/** What is stored of a subject with the run. */
export const subjectRecord = ({ engine, confidence, components, plates }: Subject, hint?: SubjectHint) => ({
  engine,
  confidence,
  components,
  plates: plates?.length ?? 0,
  ...(hint && { hint }),
})
