import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { pinoHttp, stdSerializers } from 'pino-http'
import { redact, redactError } from '../../base/redact.ts'
import type { Measures } from '../../base/running/measures.ts'

/** Query parameters that are credentials or identify a person. A `url` may be a signed link. */
const SECRET_PARAMETERS = /([?&](?:sig|exp|token|code|state|key|session_token|access_token|email|url)=)[^&#]*/gi

/** The request target without secrets. */
const withoutSecrets = (url: string): string => redact(url.replace(SECRET_PARAMETERS, '$1[redacted]'))

const safeError = (error: Error): object => redactError(stdSerializers.err(error))

/** The stage that logs and counts each request in one line, at its end. Headers are never logged, so credentials are not either. */
export function createRequestLog({
  logger,
  measures,
}: {
  logger: Logger
  measures: Pick<Measures, 'request'>
}): RequestHandler {
  const line = (req: IncomingMessage, res: ServerResponse, ms: number) => {
    const { context, originalUrl, ip, method } = req as Request
    measures.request(context.endpoint?.id ?? 'none', res.statusCode, ms / 1000)
    return {
      method,
      url: withoutSecrets(originalUrl),
      status: res.statusCode,
      operation: context.endpoint?.id,
      account: context.principal?.account.id,
      credential: context.principal?.credentialId,
      address: ip,
    }
  }

  return pinoHttp({
    logger,
    // The line below has all that is needed. Serializing requests and responses would double the cost of logging.
    wrapSerializers: false,
    customAttributeKeys: { req: 'request_id', responseTime: 'ms' },
    serializers: { request_id: (req: Request) => req.context.id, err: safeError },
    customLogLevel: (_req, res, error) => (error || res.err ? 'error' : res.statusCode >= 500 ? 'warn' : 'info'),
    customSuccessObject: (req, res, { ms }: { ms: number }) => ({ ...line(req, res, ms), ms }),
    // Also called for 501 and 503, which are deliberate replies.
    customErrorObject: (req, res, _error, { ms }: { ms: number }) => ({ ...line(req, res, ms), ms, err: res.err }),
    customSuccessMessage: (_req, res) => (res.writableFinished ? 'request completed' : 'request aborted'),
    customErrorMessage: (_req, res) => (res.err ? 'request failed' : 'request completed'),
  })
}
