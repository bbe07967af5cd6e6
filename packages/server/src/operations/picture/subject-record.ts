import type { Subject } from '@platelight/imaging/segmentation/find-subject.ts'

/** What a run keeps of a subject. */
export const subjectRecord = ({ engine, confidence, components, plates }: Subject) => ({
  ...{ engine, confidence, components },
  plates: plates?.length ?? 0,
})
