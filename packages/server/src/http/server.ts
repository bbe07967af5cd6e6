import type { RequestListener } from 'node:http'
import express, { type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Authenticate, DiskSpace, Idempotency } from '../base/ports.ts'
import type { ErrorCode } from '../base/service-error.ts'
import type { AnyHandler, WebPages } from '../contract/index.ts'
import type { OpenApiDocument } from '../contract/openapi-types.ts'
import { createSchemaChecks } from '../contract/schema-validators.ts'
import { type BodyLimits, createBodyParsing } from './body/body-parsing.ts'
import { refuseMalformed } from './connection/refuse-malformed.ts'
import { withPathTargets } from './connection/socket-server.ts'
import { bindHandlers } from './frame/bind-handlers.ts'
import { checkScope, checkVerified, createCredentialCheck, createCredentialRecheck } from './frame/credential-check.ts'
import { createDiskSpaceCheck } from './frame/disk-space-check.ts'
import { readEndpoints } from './frame/endpoint-table.ts'
import { createRateLimit } from './frame/rate-limit-stage.ts'
import { refusePending } from './frame/refuse-pending.ts'
import { attachContext, createCleanUp } from './frame/request-context.ts'
import { createRequestLog } from './frame/request-log.ts'
import { createRetiredCheck, createRouting } from './frame/route-request.ts'
import { createRouteTable } from './frame/route-table.ts'
import { createCrossOrigin, createSecurityHeaders } from './frame/security-headers.ts'
import { stageSequence } from './frame/stage-sequence.ts'
import type { RateCounters } from './limits/rate-counters.ts'
import { createCallHandler } from './reply/call-handler.ts'
import { createEarlyReply, type ReplyEarly } from './reply/early-replies.ts'
import { createErrorReply } from './reply/error-replies.ts'
import { createReplyCheck } from './reply/reply-check.ts'
import { createWebPageStage } from './reply/web-page-stage.ts'
import { compileWhenIdle } from './validation/compile-when-idle.ts'

export interface HttpServerDependencies {
  /** The bundled contract. */
  readonly document: OpenApiDocument
  /** One for every endpoint that is neither retired nor pending, by operationId. */
  readonly handlers: Readonly<Record<string, AnyHandler>>
  /** Pages for people. */
  readonly webPages: WebPages
  /** The page of an error. */
  readonly docsUrl: (code: ErrorCode) => string
  /** Names of the declared image operations, to be compared with the document's. */
  readonly operationNames?: ReadonlySet<string>
  readonly authenticate: Authenticate
  readonly idempotency: Idempotency
  readonly diskSpace: DiskSpace
  /** Writes an address that is signed anew from time to time in one way, so that a repeat is known as one. */
  readonly stableText: (text: string) => string
  readonly rates: RateCounters
  readonly logger: Logger
  /** Where this server is reached from outside, without a trailing slash. */
  readonly publicUrl: () => string
  /** Uploads lie here while their request lasts. */
  readonly uploadFolder: string
  /** How many proxies in front of the server are believed about the caller's address. */
  readonly trustProxy: number
  readonly limits: BodyLimits
  /** `throw`: a reply that does not fit the document becomes a 500 (tests); `count`: it is counted and logged. */
  readonly checkReplies: 'throw' | 'count'
}

export interface HttpServer {
  /** To be handed to `createSocketServer`, or any server of Node's. */
  readonly app: RequestListener
  /** For what arrives and is no request that the application could be shown. */
  readonly replyEarly: ReplyEarly
  /** Compiles what the first requests need: /v1 and enhance. Be ready after it. */
  compileFirst(): Promise<void>
  /** Compiles the rest, one endpoint at a time, whenever nothing else is going on. */
  compileRest(): void
  /** How many replies did not fit the document. */
  differences(): number
}

/**
 * Everything between a socket and a handler.
 *
 * @throws Error listing every mismatch between the document and the handlers.
 */
export function createHttpServer(dependencies: HttpServerDependencies): HttpServer {
  const { document, logger } = dependencies
  const endpoints = readEndpoints(document)
  const handlers = bindHandlers(endpoints, dependencies.handlers, dependencies.operationNames)
  const checks = createSchemaChecks(document)
  const replies = createReplyCheck({ document, checks, mode: dependencies.checkReplies, logger })
  const rateLimit = createRateLimit(dependencies)
  const intake = createBodyParsing({ ...dependencies, endpoints, checks })

  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', dependencies.trustProxy)
  app.set('query parser', false)

  // The way of a request, in order. Cheap refusals come first; no body is read before the caller is known.
  app.use(
    stageSequence(
      attachContext,
      createRequestLog({ logger }),
      createCleanUp({ logger }),
      createSecurityHeaders(),
      onPreflight(rateLimit.showHeaders),
      createCrossOrigin(new Set(endpoints.map(({ method }) => method))),
      refuseMalformed,
      createWebPageStage({ webPages: dependencies.webPages, rateLimit }),
      createRouting({ routes: createRouteTable(endpoints), ...rateLimit }),
      createCredentialCheck({ ...dependencies, ...rateLimit }),
      rateLimit.count,
      checkScope,
      createRetiredCheck(dependencies),
      checkVerified,
      createDiskSpaceCheck(dependencies.diskSpace),
      intake.read,
      createCredentialRecheck(dependencies),
      intake.validate,
      refusePending,
      createCallHandler({ ...dependencies, handlers, replies }),
    ),
  )
  app.use(
    createErrorReply({
      docsUrl: dependencies.docsUrl,
      diskSpace: dependencies.diskSpace,
      showRateLimit: rateLimit.showHeaders,
      checkReply: ({ context: { endpoint } }, { status, body }) =>
        endpoint && replies.compare(endpoint, status, JSON.stringify(body)),
    }),
  )

  const isCompiledFirst = ({ path }: { path: string }) => path.startsWith('/v1/') || path === '/api/enhance'
  return {
    app: withPathTargets(app),
    replyEarly: createEarlyReply({ ...rateLimit, ...dependencies }),
    compileFirst: () => intake.compile(endpoints.filter(isCompiledFirst)),
    compileRest: () =>
      compileWhenIdle(
        endpoints.filter((endpoint) => !isCompiledFirst(endpoint)),
        intake,
        logger,
      ),
    differences: replies.differences,
  }
}

/** A browser's question beforehand is answered by the next stage, headers included. */
const onPreflight =
  (show: (...args: Parameters<RequestHandler>) => void): RequestHandler =>
  (req, res, next) => {
    if (req.method === 'OPTIONS') show(req, res, next)
    next()
  }
