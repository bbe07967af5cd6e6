import { DEADLINE_SECONDS } from '../generated/deadlines.ts'
import type { paths } from '../generated/schema.d.ts'
import { type Call, type CallOptions, createCall, type SpendOptions } from './api-call.ts'
import { sleep } from './request-attempt.ts'
import type { RateLimit } from './response-meta.ts'
import { type Core, type RequestPlan, sendRequest } from './send-request.ts'

/** Network time that is added to the server's own deadline. */
const TRAVEL_MS = 5000

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The paths of the document that have a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, { responses: unknown }> ? P : never
}[keyof paths]

type OperationAt<M extends Method, P extends keyof paths> =
  paths[P] extends Record<Lowercase<M>, infer Operation> ? Operation : never

/** The JSON of a successful response of an operation. */
export type Reply<M extends Method, P extends keyof paths> =
  OperationAt<M, P> extends {
    responses: { 200: { content: { 'application/json': infer T } } }
  }
    ? T
    : undefined

/** The JSON that an operation takes on the wire. */
export type JsonBody<M extends Method, P extends keyof paths> =
  OperationAt<M, P> extends {
    requestBody?: { content: { 'application/json': infer T } }
  }
    ? T
    : never

export type Parameters<M extends Method, P extends keyof paths, Place extends 'path' | 'query'> =
  OperationAt<M, P> extends {
    parameters: Partial<Record<Place, infer T>>
  }
    ? Extract<T, object>
    : never

/** The input of one request, type-checked against the document. */
export interface Input<M extends Method, P extends keyof paths> {
  readonly path?: Parameters<M, P, 'path'>
  readonly query?: Parameters<M, P, 'query'>
  readonly json?: JsonBody<M, P>
  readonly form?: RequestPlan['input']['form']
  readonly replayable?: boolean
  /** Added to the deadline of an attempt. */
  readonly extraMs?: number
}

/** Sends operations of the document. The resources are thin wrappers around this. */
export interface Send {
  <M extends Method, P extends PathWith<M>>(
    method: M,
    path: P,
    input?: Input<M, P>,
    options?: SpendOptions,
  ): Call<Reply<M, P>>
  /** Waits for the reset of a used-up rate limit. Returns at once if requests remain, or if the wait would be too long. */
  awaitRateLimit(limit: RateLimit, options?: CallOptions): Promise<void>
}

export function createSend(core: Core): Send {
  const send: Omit<Send, 'awaitRateLimit'> = <M extends Method, P extends PathWith<M>>(
    method: M,
    path: P,
    input: Input<M, P> = {},
    options: SpendOptions = {},
  ): Call<Reply<M, P>> => {
    const operation = `${method} ${path}`
    const deadlineMs = deadlineOf(operation) + (input.extraMs ?? 0)
    return createCall(sendRequest(core, { operation, method, path, input, deadlineMs }, options))
  }
  const awaitRateLimit: Send['awaitRateLimit'] = async (
    { remaining, resetAt },
    { signal, maxRetryAfterMs = core.maxRetryAfterMs } = {},
  ) => {
    const waitMs = remaining === 0 && resetAt ? resetAt.getTime() - core.clock.now() : 0
    if (waitMs <= 0 || waitMs > maxRetryAfterMs) return
    core.log.info(`rate limit used up, waiting ${waitMs} ms`)
    await sleep(core.clock, waitMs, signal)
  }
  return Object.assign(send, { awaitRateLimit }) as Send
}

/** How long one attempt of an operation may take, in milliseconds. */
export function deadlineOf(operation: string): number {
  return (DEADLINE_SECONDS[operation] ?? 60) * 1000 + TRAVEL_MS
}
