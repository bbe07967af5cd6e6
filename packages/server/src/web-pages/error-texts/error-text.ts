import type { ErrorCode } from '../../base/service-error.ts'

/** What the page of an error says. Words between backticks are shown as code. */
export interface ErrorText {
  /** What happened, and what did not. */
  readonly meaning: string
  /** What to do about it, the likeliest first. */
  readonly remedies: readonly [string, ...string[]]
  /** What such a reply holds beside its code. */
  readonly example: Readonly<Record<string, unknown>> & { readonly message: string }
}

/** Texts of some codes. */
export type ErrorTexts = { readonly [Code in ErrorCode]?: ErrorText }
