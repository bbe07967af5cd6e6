import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { redact } from '../../base/redact.ts'
import { correlated } from '../../base/running/correlation.ts'
import type { Measures } from '../../base/running/measures.ts'
import type { Tracing } from '../../base/running/tracing.ts'

/** Query parameters that are credentials or identify a person. A `url` may be a signed link. */
const SECRET_PARAMETERS = /([?&](?:sig|exp|token|code|state|key|session_token|access_token|email|url)=)[^&#]*/gi

/** The request target without secrets. */
const withoutSecrets = (url: string): string => redact(url.replace(SECRET_PARAMETERS, '$1[redacted]'))

/**
 * The stage that logs, counts and traces each request, in one line at its end. Whatever is logged on its behalf has its id. Headers
 * are never logged, so credentials are not either.
 */
export const createRequestLog =
  (deps: { logger: Logger; measures: Pick<Measures, 'request'>; tracing: Tracing }): RequestHandler =>
  (req, res, next) => {
    const { logger, measures, tracing } = deps
    const { context, method } = req
    const begun = performance.now()
    const span = tracing.begin({ name: method, kind: 'server', parent: req.get('traceparent') })
    res.on('error', (error) => {
      context.failure ??= error
    })
    res.once('close', () => {
      const { endpoint, failure } = context
      const { statusCode: status } = res
      const seconds = (performance.now() - begun) / 1000
      measures.request(endpoint?.id ?? 'none', status, seconds)
      correlated({ request_id: context.id, span }, () => {
        const level = status > 500 ? 'warn' : failure ? 'error' : 'info'
        logger[level](
          { ...lineOf(req, status), ms: Math.round(seconds * 1000), ...(failure && { err: failure }) },
          outcomeOf(req, res),
        )
      })
      span.set({
        'http.request.method': method,
        'http.route': endpoint?.path,
        'http.response.status_code': status,
        'platelight.operation': endpoint?.id,
        'platelight.request_id': context.id,
      })
      if (endpoint) span.rename(`${method} ${endpoint.path}`)
      if (failure || status >= 500) span.fail(String(status))
      span.end()
    })
    correlated({ request_id: context.id, span }, next)
  }

const lineOf = ({ context, method, originalUrl, ip }: Request, status: number) => ({
  request_id: context.id,
  method,
  url: withoutSecrets(originalUrl),
  status,
  operation: context.endpoint?.id,
  account: context.principal?.account.id,
  credential: context.principal?.credentialId,
  address: ip,
})

function outcomeOf({ context: { failure } }: Request, { statusCode, writableFinished }: Response): string {
  if (failure && statusCode <= 500) return 'request failed'
  return writableFinished ? 'request completed' : 'request aborted'
}
