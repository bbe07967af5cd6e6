/** Stands in every sheet, so that one can be told from somebody's picture. */
export const SHEET_MARK = 'Platelight contact sheet'

/** What is said above the pictures. */
export interface SheetInfo {
  readonly title: string
  /** `12 photos · 10 done, 2 failed · 10 credits · 2026-11-21` */
  readonly facts: string
}
