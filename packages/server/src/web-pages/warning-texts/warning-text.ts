import type { WarningCode } from '../../base/warning-codes.ts'

/** The text of a warning's page. Words between backticks are shown as code. */
export interface WarningText {
  /** What happened, and what it means for the result. */
  readonly meaning: string
  /** What to do about it, the likeliest remedy first. */
  readonly remedies: readonly [string, ...string[]]
  /** The sentence of such a warning. */
  readonly example: string
}

/** The texts of some codes. */
export type WarningTexts = { readonly [Code in WarningCode]?: WarningText }
