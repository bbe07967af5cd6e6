import type { SubjectHint } from '@platelight/sdk'

/** What a photo is of, as commander reads it from `--subject-box` and `--subject-point`. */
export interface SubjectFlags {
  readonly subjectBox?: NonNullable<SubjectHint['box']>
  readonly subjectPoint?: NonNullable<SubjectHint['point']>
}

/** The field `subject` of a request, if one of the flags was typed. */
export const subjectIn = ({
  subjectBox: box,
  subjectPoint: point,
}: SubjectFlags): { readonly subject?: SubjectHint } =>
  box || point ? { subject: { ...(box && { box }), ...(point && { point }) } } : {}
