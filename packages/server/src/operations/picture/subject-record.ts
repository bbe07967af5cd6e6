import type { Subject } from '@platelight/imaging/segmentation/find-subject.ts'

/** What is stored of a subject with the run. */
export const subjectRecord = ({ engine, confidence, components, plates }: Subject) => ({
  ...{ engine, confidence, components },
  plates: plates?.length ?? 0,
})
