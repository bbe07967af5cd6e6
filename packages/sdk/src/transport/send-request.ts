import type { Client } from 'openapi-fetch'
import { PUBLIC_OPERATIONS } from '../generated/public-operations.ts'
import type { paths } from '../generated/schema.d.ts'
import type { CallOptions, SpendOptions, WithResponse } from './api-call.ts'
import { apiErrorOf, localRefusal } from './error-response.ts'
import { redact } from './redacting-log.ts'
import { type Attempt, connectionErrorOf } from './request-attempt.ts'
import type { Body } from './request-body.ts'
import type { HookedFetch } from './request-hooks.ts'
import { type RetrySettings, withRetries } from './request-retries.ts'
import { metaOf } from './response-meta.ts'
import { ConnectionError, PlatelightError } from './sdk-errors.ts'

/** What all calls of a client share. */
export interface Core extends RetrySettings {
  readonly baseUrl: string
  /** A POST without Authorization is never retried, because the server ignores its Idempotency-Key. */
  readonly hasKey: boolean
  /** Where the key came from, for error messages. */
  readonly apiKeySource: string
  readonly raw: Client<paths>
  readonly fetch: HookedFetch
}

/** One request of the document. */
export interface RequestPlan {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly input: {
    readonly path?: object | undefined
    readonly query?: object | undefined
    readonly json?: unknown
    /** Creates the form for each attempt. */
    readonly form?: ((attempt: Attempt) => Promise<Body>) | undefined
    /** False for a body that can be sent only once. */
    readonly replayable?: boolean | undefined
  }
  /** Deadline of an attempt if the caller sets none. */
  readonly deadlineMs: number
}

/** The result of openapi-fetch: the text of a success, or the parsed JSON or text of an error. */
interface Answer {
  readonly data?: string
  readonly error?: unknown
  readonly response: Response
}

type Untyped = (method: string, path: string, init: object) => Promise<Answer>

/** Sends a request of the document. Retries it if that is safe and may succeed. */
export async function sendRequest<T>(core: Core, plan: RequestPlan, options: SpendOptions): Promise<WithResponse<T>> {
  const { path, query, replayable } = plan.input
  checkPath(path)
  const isPublic = PUBLIC_OPERATIONS.includes(plan.operation)
  if (!core.hasKey && !isPublic && !new Headers(options.headers).has('authorization')) {
    throw localRefusal(
      'no_api_key',
      'No API key. Give one with new Platelight({ apiKey }) or set PLATELIGHT_API_KEY; platelight-server keys create makes one.',
      401,
    )
  }
  const isRead = plan.method !== 'POST'
  // All attempts of a call have the same key, so the server does the work once.
  const key = isRead ? undefined : (options.idempotencyKey ?? (core.hasKey ? newKey() : undefined))
  const params = { path, query, header: { 'Idempotency-Key': key, 'X-Max-Credits': options.maxCredits } }

  const repeatable = (isRead || key !== undefined) && replayable !== false
  return withRetries(core, { ...plan, repeatable }, options, (attempt) =>
    attempt.run(() => sendOnce<T>(core, plan, { params, headers: options.headers }, attempt)),
  )
}

// Not randomUUID, which browsers do not offer to pages without TLS.
const newKey = (): string =>
  crypto.getRandomValues(new Uint8Array(16)).reduce((key, byte) => key + (byte + 256).toString(16).slice(1), '')

async function sendOnce<T>(
  core: Core,
  { operation, method, path, input }: RequestPlan,
  { params, headers }: Pick<CallOptions, 'headers'> & { readonly params: object },
  attempt: Attempt,
): Promise<WithResponse<T>> {
  const form = await input.form?.(attempt)
  const startedAt = core.clock.now()
  // The types of the resources and the coverage test check the paths against the document.
  const request = core.raw.request as unknown as Untyped
  let isSent = false
  const answer = await request(method, path, {
    params,
    headers: { ...form?.headers, ...headers },
    signal: attempt.signal,
    parseAs: 'text',
    redirect: 'manual',
    // Frameworks that patch fetch would cache responses. Workers reject the option, and cache nothing.
    ...(globalThis.navigator?.userAgent !== 'Cloudflare-Workers' && { cache: 'no-store' }),
    ...(form ? { body: form.body, bodySerializer: asIs, duplex: 'half' } : { body: input.json }),
    fetch(request: Request) {
      isSent = true
      core.log.debug(`${operation}: ${request.url}, attempt ${attempt.number}`)
      return core.fetch(request, operation, attempt.number)
    },
  }).catch((thrown: unknown) => {
    if (isSent || thrown instanceof PlatelightError) throw connectionErrorOf(thrown, core.baseUrl)
    throw new PlatelightError('invalid_request', `The request cannot be sent: ${thrown}`, { cause: thrown })
  })
  const { response, data = '', error } = answer
  const meta = metaOf(response, attempt.number)
  core.log.debug(`${operation}: ${response.status} in ${core.clock.now() - startedAt} ms, request ${meta.requestId}`)

  if (isRedirect(response)) {
    const target = redact(`${response.headers.get('location')}`)
    throw new ConnectionError('unexpected_redirect', `The server redirects to ${target}; is the base URL right?`)
  }
  if (!response.ok) {
    const isKey = response.status === 401 && core.hasKey && !PUBLIC_OPERATIONS.includes(operation)
    const hint = isKey ? ` The key is from ${core.apiKeySource}, the server ${core.baseUrl}.` : ''
    throw apiErrorOf(response, error, attempt, core.clock.now(), hint, core.baseUrl)
  }
  if (meta.ignoredFields.length > 0) {
    core.log.warn(`${operation}: the server does not know ${meta.ignoredFields.join(', ')}`)
  }
  return { data: readData<T>(response, data), meta, response }
}

function readData<T>(response: Response, text: string): T {
  if (response.status === 204) return undefined as T
  if (!/\bjson\b/.test(contentTypeOf(response))) throw unexpectedType(response, text)
  const data = parseJson(text)
  if (data === undefined) throw unusableAnswer('invalid_json', 'invalid JSON', text)
  return data as T
}

export const contentTypeOf = ({ headers }: Response): string => headers.get('content-type') ?? ''

/** The error for a response with an unexpected content type, such as a login page. */
export const unexpectedType = (response: Response, text: string): ConnectionError =>
  unusableAnswer('unexpected_content_type', contentTypeOf(response) || 'without a content type', text)

function unusableAnswer(code: string, what: string, text: string): ConnectionError {
  const excerpt = redact(text.slice(0, 200))
  return new ConnectionError(code, `The server answered ${what}: ${excerpt}`, undefined, excerpt)
}

/** An empty id would turn "get one" into "list all", and ".." would leave the path. */
function checkPath(inPath: object = {}): void {
  for (const [name, value] of Object.entries(inPath)) {
    if (/^(\.{0,2}|undefined|null)$/.test(value)) {
      throw new PlatelightError('invalid_input', `${name} must be given, and is ${JSON.stringify(value) ?? value}.`)
    }
  }
}

// Browsers show a redirect only as status 0.
const isRedirect = ({ status }: Response): boolean => status === 0 || (status >= 300 && status < 400)

/** The value of a JSON text; undefined if it is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const asIs = <T>(body: T): T => body
