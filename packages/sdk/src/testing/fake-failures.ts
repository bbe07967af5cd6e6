import { PlatelightError } from '../transport/sdk-errors.ts'
import { FAKE_OPERATIONS, REFUSALS, REFUSALS_V1 } from './generated/fake-operations.ts'

/** How the next request of an operation fails. */
export interface FakeFailure {
  /** A refusal with this status, worded as the service does. */
  readonly status?: number
  /** Another code and message for it. */
  readonly code?: string
  readonly message?: string
  /** Further fields of its error, such as `required_credits`. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Further headers, such as `{ 'retry-after': '7' }`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Instead of a refusal: the connection is refused or lost, or the request is never answered. */
  readonly network?: 'refused' | 'lost' | 'silent'
  /** How many requests in a row fail so. Default 1. */
  readonly times?: number
}

/** The answer of the service with a status: its words, and what the failure says instead. */
export function refusalOf(path: string, { status = 500, code, message, fields, headers }: FakeFailure): Response {
  const isV1 = path.startsWith('/v1/')
  const known = (isV1 ? REFUSALS_V1 : REFUSALS)[status] ?? {
    error: { code: `http_${status}`, message: `It is ${status}.` },
  }
  const error = { ...Object(known).error, ...(code && { code }), ...(message && { message }), ...fields }
  const body = 'error' in known || code || fields ? { error } : known
  // The service says after how long to try again.
  const again: Record<string, string> = status === 429 || status === 503 ? { 'retry-after': '1' } : {}
  return Response.json(body, { status, headers: { ...again, ...headers } })
}

/** Failures and replies that a test has asked for, by operation. */
export function createPlans<T extends { readonly times?: number }>() {
  const plans: { readonly operation: string; readonly plan: T; left: number }[] = []
  return {
    /** @throws PlatelightError `invalid_input` for an operation that does not exist, with those of its group. */
    add(operation: string, plan: T): void {
      const [group = ''] = operation.split('.')
      const names = FAKE_OPERATIONS.map(({ name }) => name)
      if (!names.includes(operation)) {
        const near = names.filter((name) => name.startsWith(`${group}.`))
        const known = near.length > 0 ? near : [...new Set(names.map((name) => `${name.split('.')[0]}.…`))]
        throw new PlatelightError(
          'invalid_input',
          `There is no operation ${operation}. There are: ${known.join(', ')}.`,
        )
      }
      plans.push({ operation, plan, left: plan.times ?? 1 })
    },
    /** What the next request of an operation shall get, once. */
    take(operation: string): T | undefined {
      const next = plans.find((one) => one.operation === operation && one.left > 0)
      if (next) next.left--
      return next?.plan
    },
  }
}
