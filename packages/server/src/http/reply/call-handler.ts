import type { Request, RequestHandler, Response } from 'express'
import type { Idempotency } from '../../base/ports.ts'
import { type AnyHandler, SpecialReply, type UncheckedCall } from '../../contract/index.ts'
import type { Endpoint } from '../frame/endpoint-table.ts'
import { fingerprintOf, idempotencyKeyOf } from '../frame/idempotency-key.ts'
import { endpointOf, trackWork } from '../frame/request-context.ts'
import { rateLimitSubject } from '../limits/client-address.ts'
import type { ReplyCheck } from './reply-check.ts'
import { sendCached } from './send-cached.ts'
import { sendEvents } from './send-event-stream.ts'
import { sendFile } from './send-file.ts'
import { sendJson } from './send-json.ts'
import { sendPage } from './send-page.ts'

interface CallHandlerDependencies {
  readonly handlers: ReadonlyMap<Endpoint, AnyHandler>
  readonly idempotency: Idempotency
  readonly replies: ReplyCheck
  readonly stableText: (text: string) => string
}

/** The stage where a request becomes a call, and what comes back an answer. Nothing of Express goes further. */
export function createCallHandler({
  handlers,
  idempotency,
  replies,
  stableText,
}: CallHandlerDependencies): RequestHandler {
  return async (req, res) => {
    const endpoint = endpointOf(req)
    const handler = handlers.get(endpoint)
    if (!handler) throw new Error(`${endpoint.id} was bound to nothing.`)

    const key = idempotencyKeyOf(req)
    const call = createCall(req, res, key)
    const json = async () => {
      const reply = await handler(call)
      if (reply instanceof SpecialReply) throw new Error(`${endpoint.id} cannot be repeated: it does not reply JSON.`)
      return serializeReply(endpoint, withWarnings(reply, req.context.warnings), replies)
    }

    if (key !== undefined && endpoint.repliesJson) {
      const accountId = call.user.account.id
      const fingerprint = await trackWork(req, fingerprintOf(req, stableText))
      const request = { accountId, key, fingerprint, secret: endpoint.secretReply, signal: call.signal }
      const { text, replayed } = await trackWork(req, idempotency.once(request, json))
      if (replayed) res.setHeader('Idempotency-Replayed', 'true')
      sendJson(req, res, 200, text)
      return
    }

    const reply = await trackWork(req, handler(call))
    if (reply instanceof SpecialReply) await sendSpecial(req, res, reply)
    else if (!endpoint.repliesJson && reply === undefined) res.status(200).end()
    else sendJson(req, res, 200, serializeReply(endpoint, withWarnings(reply, req.context.warnings), replies))
  }
}

/** The reply of a handler with what the frame has to say beside it. */
function withWarnings(reply: unknown, warnings: readonly string[]): unknown {
  if (warnings.length === 0 || typeof reply !== 'object' || reply === null) return reply
  const own = 'warnings' in reply && Array.isArray(reply.warnings) ? reply.warnings : []
  return { ...reply, warnings: [...own, ...warnings] }
}

/** @throws Error when the reply does not fit the document, where that is looked for. */
function serializeReply(endpoint: Endpoint, reply: unknown, replies: ReplyCheck): string {
  const text = JSON.stringify(reply)
  if (text === undefined) throw new Error(`${endpoint.id} replied nothing.`)
  const difference = replies.compare(endpoint, 200, text)
  if (difference) throw difference
  return text
}

export async function sendSpecial(req: Request, res: Response, { special }: SpecialReply): Promise<void> {
  if (special.kind === 'file') return sendFile(req, res, special.file)
  if (special.kind === 'cached') return sendCached(req, res, special.file)
  if (special.kind === 'page') return sendPage(res, special.page)
  if (special.kind === 'events') return sendEvents(res, special.events)
  if (special.kind === 'nothing') return void res.status(req.method === 'HEAD' ? 200 : 204).end()
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Location', special.location)
  res.status(302).end()
}

function createCall(req: Request, res: Response, idempotencyKey: string | undefined): UncheckedCall {
  const { context } = req
  const { id, path, query, body, files, maxCredits, rawBody } = context
  let controller: AbortController | undefined

  return {
    get user() {
      if (!context.principal) throw new Error(`${context.endpoint?.id} is public: nobody is signed in.`)
      return context.principal
    },
    // Made when asked for; most calls are over before anybody could hang up.
    get signal() {
      controller ??= abortedOnHangUp(res)
      return controller.signal
    },
    path: path as never,
    query: query as never,
    body: body as never,
    files,
    request: {
      id,
      get address() {
        return req.ip ?? ''
      },
      get caller() {
        return rateLimitSubject(req.ip)
      },
      header: (name) => {
        const value = req.headers[name.toLowerCase()]
        return Array.isArray(value) ? value.join(', ') : value
      },
      prefers: (...types) => types.find((type) => type === req.accepts(types)),
      idempotencyKey,
      maxCredits,
      rawBody,
    },
  }
}

function abortedOnHangUp(res: Response): AbortController {
  const controller = new AbortController()
  const hungUp = () => {
    if (!res.writableFinished) controller.abort()
  }
  if (res.closed) hungUp()
  else res.once('close', hungUp)
  return controller
}
