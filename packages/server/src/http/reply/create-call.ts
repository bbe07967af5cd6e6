import type { Request, Response } from 'express'
import type { UncheckedCall } from '../../contract/index.ts'
import { rateLimitSubject } from '../limits/client-address.ts'

/** Creates what a handler gets of a request. Handlers see nothing of Express. */
export function createCall(req: Request, res: Response, idempotencyKey: string | undefined): UncheckedCall {
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
