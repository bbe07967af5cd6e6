import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { pinoHttp, stdSerializers } from 'pino-http'
import { redact, redactError } from '../../base/redact.ts'

/** Query parameters that open something or tell who somebody is; a `url` may be a signed link. */
const SECRET_PARAMETERS = /([?&](?:sig|exp|token|code|state|key|session_token|access_token|email|url)=)[^&#]*/gi

/** The address of a request as it may stand in a log. */
const withoutSecrets = (url: string): string => redact(url.replace(SECRET_PARAMETERS, '$1[redacted]'))

const safeError = (error: Error): object => redactError(stdSerializers.err(error))

/** One line a request, when it is over. Headers are never logged, so neither is a credential. */
export function createRequestLog({ logger }: { logger: Logger }): RequestHandler {
  const line = (req: IncomingMessage, res: ServerResponse) => {
    const { context, originalUrl, ip, method } = req as Request
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
    // Our own line says what is needed; copying requests and responses is half the cost of a log.
    wrapSerializers: false,
    customAttributeKeys: { req: 'request_id', responseTime: 'ms' },
    serializers: { request_id: (req: Request) => req.context.id, err: safeError },
    customLogLevel: (_req, res, error) => (error || res.err ? 'error' : res.statusCode >= 500 ? 'warn' : 'info'),
    customSuccessObject: (req, res, { ms }: { ms: number }) => ({ ...line(req, res), ms }),
    // Also asked for 501 and 503, which are answers and no errors of ours.
    customErrorObject: (req, res, _error, { ms }: { ms: number }) => ({ ...line(req, res), ms, err: res.err }),
    customSuccessMessage: (_req, res) => (res.writableFinished ? 'request completed' : 'request aborted'),
    customErrorMessage: (_req, res) => (res.err ? 'request failed' : 'request completed'),
  })
}
