import type { Request, RequestHandler, Response } from 'express'
import type { Idempotency } from '../../base/ports.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { UncheckedCall } from '../../contract/index.ts'
import { type AnyHandler, SpecialReply } from '../../contract/index.ts'
import type { Endpoint } from '../endpoints/endpoint-table.ts'
import { rateLimitSubject } from '../limits/client-address.ts'
import { createCookies } from '../stages/handler-cookies.ts'
import { fingerprintOf, idempotencyKeyOf } from '../stages/idempotency-key-header.ts'
import { endpointOf, trackWork } from '../stages/request-context.ts'
import { ignoredFieldsHeader } from '../validation/unknown-fields.ts'
import type { ReplyCheck } from './reply-check.ts'
import { sendJson } from './send-json.ts'
import { sendSpecial } from './send-special.ts'

interface CallHandlerDependencies extends CallSettings {
  readonly handlers: ReadonlyMap<Endpoint, AnyHandler>
  readonly idempotency: Idempotency
  readonly replies: ReplyCheck
  readonly stableText: (text: string) => string
}

/** The stage that calls the handler and sends its reply, once per Idempotency-Key. */
export function createCallHandler({
  handlers,
  idempotency,
  replies,
  stableText,
  secureCookies,
}: CallHandlerDependencies): RequestHandler {
  return async (req, res) => {
    const endpoint = endpointOf(req)
    const handler = handlers.get(endpoint)
    if (!handler) throw new Error(`${endpoint.id} has no handler.`)

    const key = idempotencyKeyOf(req)
    const call = createCall(req, res, key, { secureCookies })
    const json = async () => {
      const reply = await handler(call)
      if (reply instanceof SpecialReply) throw new Error(`${endpoint.id} cannot be repeated: its reply is not JSON.`)
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

/** The handler's reply, with the warnings that earlier stages collected added to its own. Those of a run have them already. */
function withWarnings(reply: unknown, warnings: readonly Warning[]): unknown {
  if (warnings.length === 0 || typeof reply !== 'object' || reply === null) return reply
  const own: Warning[] = 'warnings' in reply && Array.isArray(reply.warnings) ? reply.warnings : []
  const others = warnings.filter(({ message }) => own.every((one) => one.message !== message))
  return { ...reply, warnings: [...own, ...others] }
}

/** @throws Error in tests, when the reply does not fit the document. */
function serializeReply(endpoint: Endpoint, reply: unknown, replies: ReplyCheck): string {
  const text = JSON.stringify(reply)
  if (text === undefined) throw new Error(`${endpoint.id} returned no reply.`)
  const difference = replies.compare(endpoint, 200, text)
  if (difference) throw difference
  return text
}

interface CallSettings {
  /** Whether cookies are sent over https only. */
  readonly secureCookies: () => boolean
}

/** Creates what a handler gets of a request. Handlers see nothing of Express. */
function createCall(
  req: Request,
  res: Response,
  idempotencyKey: string | undefined,
  { secureCookies }: CallSettings,
): UncheckedCall {
  const { context } = req
  const { id, path, query, body, files, maxCredits, rawBody } = context
  let controller: AbortController | undefined

  return {
    get user() {
      if (!context.principal) throw new Error(`${context.endpoint?.id} is public: nobody is signed in.`)
      return context.principal
    },
    // Created when first used, because most handlers never read it.
    get signal() {
      controller ??= abortedOnHangUp(res)
      return controller.signal
    },
    get cookies() {
      if (context.endpoint?.bearer) throw new Error(`${context.endpoint.id} takes a credential and must use no cookie.`)
      return createCookies(req, res, secureCookies())
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
        if (name.toLowerCase() === 'cookie') return undefined
        const value = req.headers[name.toLowerCase()]
        return Array.isArray(value) ? value.join(', ') : value
      },
      prefers: (...types) => types.find((type) => type === req.accepts(types)),
      idempotencyKey,
      maxCredits,
      rawBody,
      warnings: context.warnings,
      ignore(fields) {
        context.ignoredFields.push(...fields)
        if (context.ignoredFields.length > 0)
          res.setHeader('X-Ignored-Fields', ignoredFieldsHeader(context.ignoredFields))
      },
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
