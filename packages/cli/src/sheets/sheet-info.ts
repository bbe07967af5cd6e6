/** A marker in every sheet. It distinguishes sheets from other files, which are never overwritten. */
export const SHEET_MARK = 'Platelight contact sheet'

/** The heading of a sheet. */
export interface SheetInfo {
  readonly title: string
  /** `12 photos · 10 done, 2 failed · 10 credits · 2026-11-21` */
  readonly facts: string
}
