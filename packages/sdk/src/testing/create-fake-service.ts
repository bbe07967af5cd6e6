import type { PlatelightOptions } from '../client/client-options.ts'
import { Platelight } from '../client/platelight.ts'
import type { Reply } from '../transport/send-operation.ts'
import { createPlans, type FakeFailure, refusalOf } from './fake-failures.ts'
import { createFakeJobs } from './fake-jobs.ts'
import { FAKE_OPERATIONS, type FakeOperation, type OperationPaths } from './generated/fake-operations.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'
import { bodyOf, type RecordedRequest } from './recorded-request.ts'

/** The name of a method of the client, such as `photos.enhance`. */
export type OperationName = keyof OperationPaths

/** The JSON with which the service replies to an operation. */
export type FakeReply<Name extends OperationName> = Reply<OperationPaths[Name][0], OperationPaths[Name][1]>

/** How a fake begins. */
export interface FakeOptions {
  /** The balance of the account. Default 1000. */
  readonly credits?: number
  /** The time of its clock, in milliseconds since 1970. Default: that of the examples in the document. */
  readonly now?: number
}

/** The service in this process: no network, no waiting, no credits. */
export interface FakeService {
  /** Answers a request. Hand it to a client of your own, together with `clock`. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Its time. Pauses of less than a minute pass at once; `clock.advance` moves it further. */
  readonly clock: MovableClock
  /** What was sent, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** The balance of the account. */
  credits: number
  /** A client of this service, with a key. */
  client(options?: PlatelightOptions): Platelight
  /**
   * Lets the next request of an operation fail. A failure that is worth repeating is repeated by the client: say `times`.
   *
   * @example
   * fake.failNext('photos.enhance', { status: 402 })
   */
  failNext(operation: OperationName, failure: FakeFailure): void
  /**
   * Puts these fields into the next reply of an operation, in place of those of the document.
   *
   * @example
   * fake.replyNext('photos.enhance', { faithfulness: 'generated' })
   */
  replyNext<Name extends OperationName>(operation: Name, reply: Partial<FakeReply<Name>>): void
}

/** The start of the time of a fake: that of the examples in the document. */
const EXAMPLES_AT = Date.parse('2026-11-21T09:30:00Z')
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/**
 * A fake of the service that replies as the OpenAPI document says: with its examples, or with what fits its schemas. It charges
 * credits, knows Idempotency-Keys, and carries jobs out.
 *
 * @example
 * const fake = createFakeService({ credits: 10 })
 * const photo = await fake.client().photos.enhance({ image: { path: './ramen.jpg' } })
 */
export function createFakeService({ credits = 1000, now = EXAMPLES_AT }: FakeOptions = {}): FakeService {
  const activity = { answering: 0, hanging: 0 }
  const clock = createMovableClock(now, activity)
  const failures = createPlans<FakeFailure>()
  const replies = createPlans<{ readonly fields: object; readonly times?: number }>()
  const jobs = createFakeJobs()
  const paid = new Map<string, unknown>()
  const requests: RecordedRequest[] = []
  let uploads = 0

  const fake: FakeService = {
    clock,
    requests,
    credits,
    client: (options) =>
      new Platelight({
        apiKey: 'pl_live_fake',
        logLevel: 'off',
        ...options,
        fetch: fake.fetch,
        clock,
        random: () => 0,
      }),
    failNext: (operation, failure) => failures.add(operation, failure),
    replyNext: (operation, fields) => replies.add(operation, { fields }),
    async fetch(request) {
      activity.answering++
      try {
        const recorded = await record(request)
        const failure = failures.take(recorded.operation)
        if (failure?.network === 'silent') return await never(request.signal)
        if (failure?.network) throw new TypeError('fetch failed', { cause: { code: CODES[failure.network] } })
        const response = failure ? refusalOf(recorded.path, failure) : answer(recorded)
        response.headers.set('x-request-id', `req_${requests.length}`)
        return response
      } finally {
        activity.answering--
      }
    },
  }
  return fake

  async function record(request: Request): Promise<RecordedRequest> {
    const { pathname, searchParams } = new URL(request.url)
    const [found, params] = operationAt(request.method, pathname)
    const one = {
      operation: found?.name ?? (request.method === 'GET' ? 'download' : 'unknown'),
      method: request.method,
      path: pathname,
      params,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(request.headers),
      body: await bodyOf(request),
      at: clock.now(),
    }
    requests.push(one)
    return one
  }

  function never(signal: AbortSignal): Promise<Response> {
    activity.answering--
    activity.hanging++
    return new Promise<Response>((_, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }).finally(() => {
      activity.hanging--
      activity.answering++
    })
  }

  function answer(request: RecordedRequest): Response {
    const { operation, path, params, headers, body } = request
    const known = FAKE_OPERATIONS.find(({ name }) => name === operation)
    if (!known) return operation === 'download' ? file('image/png') : refusalOf(path, { status: 404 })
    if (!known.isPublic && !headers.authorization) return refusalOf(path, { status: 401 })
    const detail = violations(known, body)
    if (detail.length > 0) return Response.json({ detail }, { status: 422 })
    if (operation === 'jobs.events') return events(params.job_id ?? '')
    if (known.type) return file(known.type.replace('*', 'png'))

    const key = headers['idempotency-key']
    const first = key && paid.get(`${operation} ${key}`)
    if (first) return Response.json(first, { headers: { 'idempotency-replayed': 'true' } })
    const refused = charge(request, known)
    if (refused) return refused
    const given = replies.take(operation)?.fields
    const reply = { ...replyTo(request, known), ...given }
    if (key) paid.set(`${operation} ${key}`, reply)
    return Response.json(reply)
  }

  /** Takes the price from the balance. Returns the refusal of what is too dear. */
  function charge({ operation, path, headers, body }: RecordedRequest, { reply }: FakeOperation): Response | undefined {
    const isJob = typeof Object(reply).job_id !== 'undefined' && !/\.(status|get|delete)$/.test(operation)
    const { credits_used, creditsUsed = credits_used } = Object(isJob ? jobs.resultOf(operation, body) : reply)
    const price = headers['idempotency-key'] === undefined ? 0 : Number(creditsUsed ?? 0)
    const limit = headers['x-max-credits']
    const names = path.startsWith('/v1/') ? V1_FIELDS : FIELDS
    if (limit !== undefined && price > Number(limit)) {
      const message = `This costs ${price} credits, more than the ${limit} that X-Max-Credits allows.`
      const fields = { code: 'over_budget', message, [names.required]: price, [names.most]: Number(limit) }
      return Response.json({ error: fields }, { status: 402 })
    }
    if (price > fake.credits) {
      const message = `This needs ${price} credits and ${fake.credits} are left.`
      return refusalOf(path, {
        status: 402,
        message,
        fields: { [names.required]: price, [names.available]: fake.credits },
      })
    }
    fake.credits -= price
    return undefined
  }

  function replyTo({ operation, params, body }: RecordedRequest, { reply }: FakeOperation): object {
    const [id] = Object.values(params)
    if (operation === 'jobs.status' || operation === 'mobileJobs.get') {
      return jobs.look(id ?? '', operation === 'mobileJobs.get') ?? (reply as object)
    }
    const whole = reply as { readonly job_id?: unknown; readonly id?: unknown; readonly credits?: unknown }
    if (whole.job_id !== undefined && id === undefined)
      return jobs.start(operation, body, { job_id: whole.job_id, ...whole })
    if (operation === 'uploads.create') {
      const url = `http://127.0.0.1:8787/api/mobile/private-assets/${++uploads}.jpg?exp=1795340000&sig=ab12`
      const expires_at = new Date(clock.now() + 7 * 86_400_000).toISOString()
      return { ...whole, id: `upl_${uploads}`, url, expires_at }
    }
    return {
      ...whole,
      // An object that was asked for by its id has it.
      ...(id !== undefined && typeof whole.id === 'string' && { id }),
      ...(/\.credits$/.test(operation) && { credits: fake.credits }),
    }
  }

  function events(id: string): Response {
    jobs.finish(id)
    const last = jobs.look(id, false)
    if (!last) return refusalOf('/api', { status: 404 })
    const states = [{ job_id: id, status: 'PENDING' }, last]
    const text = states.map((state, at) => `id: ${at + 1}\ndata: ${JSON.stringify(state)}\n\n`).join('')
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  }
}

const CODES = { refused: 'ECONNREFUSED', lost: 'ECONNRESET' } as const
const FIELDS = { required: 'required_credits', available: 'available_credits', most: 'max_credits' } as const
const V1_FIELDS = { required: 'requiredCredits', available: 'availableCredits', most: 'maxCredits' } as const

/** A picture of one pixel, whatever the file is. */
const file = (type: string) =>
  new Response(
    Uint8Array.from(atob(PIXEL), (character) => character.charCodeAt(0)),
    { headers: { 'content-type': type } },
  )

/** The operation of a request, and the values in its path. A fixed path comes before one with a parameter. */
function operationAt(method: string, path: string): [FakeOperation | undefined, Record<string, string>] {
  const fitting = FAKE_OPERATIONS.filter((one) => one.method === method).flatMap((one) => {
    const names = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const match = new RegExp(`^${one.path.replace(/\{\w+\}/g, '([^/]+)').replaceAll('.', '\\.')}$`).exec(path)
    return match ? [{ one, names, values: match.slice(1) }] : []
  })
  const best = fitting.sort((a, b) => a.names.length - b.names.length)[0]
  const values = best?.names.map((name, at) => [name, decodeURIComponent(best.values[at] ?? '')]) ?? []
  return [best?.one, Object.fromEntries(values)]
}

/** What the service would refuse of a body: fields that are missing, and values that do not exist. */
function violations({ required = [], choices = {} }: FakeOperation, body: unknown) {
  const fields = Object(body)
  return [
    ...required
      .filter((name) => fields[name] === undefined)
      .map((name) => ({ loc: ['body', name], msg: 'is required', type: 'required' })),
    ...Object.entries(choices)
      .filter(([name, values]) => fields[name] !== undefined && !values.includes(fields[name]))
      .map(([name, values]) => ({
        loc: ['body', name],
        msg: `must be equal to one of the allowed values: ${values.join(', ')}`,
        type: 'enum',
      })),
  ]
}
