import type { Request, Response } from 'express'
import type { UncheckedCall } from '../../contract/index.ts'
import { rateLimitSubject } from '../limits/client-address.ts'
import { createCookies } from '../stages/handler-cookies.ts'

export interface CallSettings {
  /** Whether cookies are sent over https only. */
  readonly secureCookies: () => boolean
}

/** Creates what a handler gets of a request. Handlers see nothing of Express. */
export function createCall(
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
