import type { SubjectHint } from '@platelight/sdk'

/** What a photo is of, as commander reads it from `--subject-box`, `--subject-point` and `--subject-strokes`. */
export interface SubjectFlags {
  readonly subjectBox?: NonNullable<SubjectHint['box']>
  readonly subjectPoint?: NonNullable<SubjectHint['point']>
  readonly subjectStrokes?: NonNullable<SubjectHint['strokes']>
}

/** The field `subject` of a request, if one of the flags was typed. */
export const subjectIn = ({
  subjectBox: box,
  subjectPoint: point,
  subjectStrokes: strokes,
}: SubjectFlags): { readonly subject?: SubjectHint } =>
  box || point || strokes
    ? { subject: { ...(box && { box }), ...(point && { point }), ...(strokes && { strokes }) } }
    : {}
