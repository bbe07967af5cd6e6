/** One place where a request breaks the document. */
export interface Violation {
  /** The way to the value, starting with path, query, header or body. */
  readonly loc: readonly (string | number)[]
  readonly msg: string
  /** The rule that was broken, such as `required` or `enum`. */
  readonly type: string
}

/** A value that should be a text, or what stands for it. */
export const stringOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' ? value : other)

/** The violations that the body of a refusal lists. */
export function violations(body: unknown): readonly Violation[] {
  const detail = (body as { detail?: unknown } | null)?.detail
  return Array.isArray(detail) ? detail : []
}
