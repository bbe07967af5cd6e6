import type { Client } from 'openapi-fetch'
import { apiErrorOf, retryAfter } from './api-error.ts'
import { type Attempt, connectionErrorOf } from './attempt.ts'
import type { CallOptions, SpendOptions, WithResponse } from './call.ts'
import { ConnectionError, PlatelightError } from './errors.ts'
import type { paths } from './generated/schema.d.ts'
import { redact } from './log.ts'
import { metaOf } from './meta.ts'
import { type Pace, type Plan, withRetries } from './retry.ts'

/** What every call of a client shares. */
export interface Core extends Pace {
  readonly baseUrl: string
  /** Requests without Authorization are never repeated when they are POSTs: the server ignores their key. */
  readonly hasKey: boolean
  readonly raw: Client<paths>
  readonly fetch: (request: Request) => Promise<Response>
  readonly maxRetries: number
  readonly maxRetryAfterMs: number
  readonly timeoutMs: number | undefined
}

/** One request of the document. */
export interface RequestPlan {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly params?: { readonly path?: object | undefined; readonly query?: object | undefined }
  readonly json?: unknown
  /** A form, made anew for each attempt. */
  readonly form?: (attempt: Attempt) => Promise<{ body: unknown; headers: Readonly<Record<string, string>> }>
  /** False for a body that can be sent once. */
  readonly replayable?: boolean
  /** Deadline of an attempt where the caller sets none. */
  readonly deadlineMs: number
}

/** The answer of openapi-fetch: the text of a success, else the parsed JSON or the text of the refusal. */
interface Answer {
  readonly data?: string
  readonly error?: unknown
  readonly response: Response
}

type Untyped = (method: string, path: string, init: object) => Promise<Answer>

/** Sends a request of the document, again where that is safe and promising. */
export async function perform<T>(core: Core, plan: RequestPlan, options: SpendOptions): Promise<WithResponse<T>> {
  checkPath(plan)
  const headers: Record<string, string> = { ...options.headers }
  const isPost = plan.method === 'POST'
  // One key per logical call: every attempt carries it, and the server does the work once.
  const key = isPost ? (options.idempotencyKey ?? (core.hasKey ? newKey() : undefined)) : undefined
  if (key !== undefined) headers['Idempotency-Key'] = key
  if (options.maxCredits !== undefined) headers['X-Max-Credits'] = String(options.maxCredits)

  const repeatable = (!isPost || key !== undefined) && plan.replayable !== false
  return withRetries(core, planOf(core, plan.operation, plan.deadlineMs, repeatable, options), (attempt) =>
    attempt.run(() => once<T>(core, plan, headers, attempt)),
  )
}

// Not randomUUID, which browsers keep from pages without TLS.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The retry plan of a call from its options and the client's. */
export const planOf = (
  core: Core,
  operation: string,
  deadlineMs: number,
  repeatable: boolean,
  options: CallOptions,
): Plan => ({
  operation,
  repeatable,
  maxRetries: options.maxRetries ?? core.maxRetries,
  maxRetryAfterMs: options.maxRetryAfterMs ?? core.maxRetryAfterMs,
  timeoutMs: options.timeoutMs ?? core.timeoutMs ?? deadlineMs,
  signal: options.signal,
})

async function once<T>(
  core: Core,
  plan: RequestPlan,
  callHeaders: Readonly<Record<string, string>>,
  attempt: Attempt,
): Promise<WithResponse<T>> {
  const form = await plan.form?.(attempt)
  const startedAt = core.clock.now()
  const {
    response,
    data: text = '',
    error: body,
  } = await sent(core, plan, attempt.number, {
    params: plan.params,
    headers: { ...form?.headers, ...callHeaders },
    signal: attempt.signal,
    ...(form ? { body: form.body, bodySerializer: asIs, duplex: 'half' } : { body: plan.json }),
  })
  const meta = metaOf(response, attempt.number)
  const tookMs = core.clock.now() - startedAt
  core.log.debug(`${plan.operation}: ${response.status} in ${tookMs} ms, request ${meta.requestId}`)

  if (isRedirect(response)) {
    const target = response.headers.get('location')
    throw new ConnectionError(
      'unexpected_redirect',
      redact(`The server redirects to ${target}; is the base URL right?`),
    )
  }
  if (!response.ok) {
    attempt.askedMs = retryAfter(response.headers, core.clock.now())
    throw apiErrorOf(response, body, attempt.number, core.clock.now())
  }
  if (meta.ignoredFields.length > 0) {
    core.log.warn(`${plan.operation}: the server does not know ${meta.ignoredFields.join(', ')} and ignored it`)
  }
  return { data: dataOf<T>(response, text), meta, response }
}

async function sent(core: Core, plan: RequestPlan, attempt: number, init: object): Promise<Answer> {
  let left = false
  const fetch = (request: Request) => {
    left = true
    core.log.debug(`${plan.operation}: ${request.url}, attempt ${attempt}`)
    return core.fetch(request)
  }
  try {
    // The paths are checked against the document where resources are declared, and by the coverage test.
    const request = core.raw.request as unknown as Untyped
    return await request(plan.method, plan.path, {
      ...init,
      parseAs: 'text',
      redirect: 'manual',
      // Frameworks that patch fetch would keep answers. Workers refuse the option, and keep none.
      ...(globalThis.navigator?.userAgent !== 'Cloudflare-Workers' && { cache: 'no-store' }),
      fetch,
    })
  } catch (thrown) {
    if (left || thrown instanceof PlatelightError) throw connectionErrorOf(thrown)
    throw new PlatelightError('invalid_request', `The request cannot be sent: ${thrown}`, { cause: thrown })
  }
}

function dataOf<T>(response: Response, text: string): T {
  if (response.status === 204) return undefined as T
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) throw unexpectedType(response, text)
  const data = parsed(text)
  if (data === undefined) {
    const excerpt = excerptOf(text)
    throw new ConnectionError('invalid_json', `The answer is not valid JSON: ${excerpt}`, undefined, excerpt)
  }
  return data as T
}

/** The error of an answer that is something else than was asked for, such as the page of a login wall. */
export function unexpectedType({ headers }: Response, text: string): ConnectionError {
  const excerpt = excerptOf(text)
  const message = `The server answered ${headers.get('content-type') ?? 'without a content type'}: ${excerpt}`
  return new ConnectionError('unexpected_content_type', message, undefined, excerpt)
}

const excerptOf = (text: string): string => redact(text.slice(0, 200))

/** An empty id would turn "get one" into "list all", and ".." would leave the path. */
function checkPath({ params }: RequestPlan): void {
  for (const [name, value] of Object.entries(params?.path ?? {})) {
    if (['', '.', '..', 'undefined', 'null'].includes(String(value))) {
      throw new PlatelightError('invalid_input', `${name} must be given, and is ${JSON.stringify(value) ?? value}.`)
    }
  }
}

const isRedirect = ({ type, status }: Response): boolean => type === 'opaqueredirect' || (status >= 300 && status < 400)

/** The value of a JSON text; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const asIs = <T>(body: T): T => body
