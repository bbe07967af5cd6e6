import type { ErrorCode } from '../../base/service-error.ts'

/** The text of an error's page. Words between backticks are shown as code. */
export interface ErrorText {
  /** What happened, and what did not happen. */
  readonly meaning: string
  /** What to do about it, the likeliest remedy first. */
  readonly remedies: readonly [string, ...string[]]
  /** The fields of such a reply, without its code. */
  readonly example: Readonly<Record<string, unknown>> & { readonly message: string }
}

/** The texts of some error codes. */
export type ErrorTexts = { readonly [Code in ErrorCode]?: ErrorText }
