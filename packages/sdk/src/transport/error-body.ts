/** One violation of the document in a request. */
export interface Violation {
  /** The path to the value, starting with path, query, header or body. */
  readonly loc: readonly (string | number)[]
  readonly msg: string
  /** The rule that was broken, such as `required` or `enum`. */
  readonly type: string
}

/** The value if it is a string, otherwise `other`. */
export const stringOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' ? value : other)

/** The violations in the body of an error response. */
export function violations(body: unknown): readonly Violation[] {
  const detail = (body as { detail?: unknown } | null)?.detail
  return Array.isArray(detail) ? detail : []
}
