import type { RequestListener } from 'node:http'
import express, { type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Authenticate, DiskSpace, HasAnonymousSession, Idempotency, ReadAccountDefaults } from '../base/ports.ts'
import type { Draining } from '../base/running/draining.ts'
import type { Measures } from '../base/running/measures.ts'
import type { Tracing } from '../base/running/tracing.ts'
import type { ErrorCode } from '../base/service-error.ts'
import type { AnyHandler, WebPages } from '../contract/index.ts'
import type { ApiContract } from './api-contract.ts'
import { type BodyLimits, createReadBody } from './body/read-body.ts'
import { refuseMalformed } from './connection/refuse-malformed.ts'
import { type ReplyEarly, withPathTargets } from './connection/socket-server.ts'
import { bindHandlers } from './endpoints/bind-handlers.ts'
import { createCallHandler } from './reply/call-handler.ts'
import { createEarlyReply } from './reply/early-replies.ts'
import { createErrorReply } from './reply/error-replies.ts'
import { createReplyCheck } from './reply/reply-check.ts'
import { createWebPageStage } from './reply/web-page-stage.ts'
import { createAnonymousSessionChecks } from './stages/anonymous-session-check.ts'
import { checkScope, checkVerified, createCredentialCheck, createCredentialRecheck } from './stages/credential-check.ts'
import { createDiskSpaceCheck } from './stages/disk-space-check.ts'
import { createProxyWatch, type UncoveredProxy } from './stages/proxy-watch.ts'
import { createRateLimit, type RateLimit, type RateLimitDependencies } from './stages/rate-limit-stage.ts'
import { attachContext, createCleanUp } from './stages/request-context.ts'
import { createRequestLog } from './stages/request-log.ts'
import { createRetiredCheck, createRouting } from './stages/route-request.ts'
import { createCrossOrigin, createSecurityHeaders } from './stages/security-headers.ts'
import { stageSequence } from './stages/stage-sequence.ts'
import { compileWhenIdle } from './validation/compile-when-idle.ts'
import { createValidateStage } from './validation/validate-stage.ts'

export interface HttpServerDependencies extends RateLimitDependencies {
  readonly contract: ApiContract
  /** A handler for every endpoint that is neither retired nor pending, by operationId. */
  readonly handlers: Readonly<Record<string, AnyHandler>>
  readonly webPages: WebPages
  /** The web page of an error code. */
  readonly docsUrl: (code: ErrorCode) => string
  readonly authenticate: Authenticate
  readonly hasAnonymousSession: HasAnonymousSession
  readonly idempotency: Idempotency
  readonly accountDefaults: ReadAccountDefaults
  readonly diskSpace: DiskSpace
  /** Normalizes links that are signed again from time to time, so that a repeated request is recognized. */
  readonly stableText: (text: string) => string
  /** Whether cookies are sent over https only. False only for a server that is reached on loopback without TLS. */
  readonly secureCookies: () => boolean
  readonly logger: Logger
  readonly measures: Measures
  readonly tracing: Tracing
  readonly draining: Draining
  /** Uploaded files are kept here until their request is over. */
  readonly uploadFolder: string
  /** The number of proxies in front whose X-Forwarded-For is trusted. */
  readonly trustProxy: number
  /** Remembers a proxy that they do not cover. */
  readonly noteProxy?: ((proxy: UncoveredProxy) => void) | undefined
  readonly limits: BodyLimits
  /** What happens to a reply that does not fit the document: `throw` makes it a 500 (tests), `count` counts and logs it. */
  readonly checkReplies: 'throw' | 'count'
}

export interface HttpServer {
  /** To be passed to `createSocketServer`, or to a server of Node's own. */
  readonly app: RequestListener
  /** Replies to bytes that are not a request. */
  readonly replyEarly: ReplyEarly
  /** Compiles the validators in the background, so that few requests wait for theirs. To be called when the server is ready. */
  compile(): void
  /** The number of replies that did not fit the document. */
  differences(): number
}

/**
 * Everything between a socket and a handler. README.md describes the life of a request.
 *
 * @throws Error with every mismatch between the document and the handlers.
 */
export function createHttpServer(dependencies: HttpServerDependencies): HttpServer {
  const { contract, logger } = dependencies
  const { endpoints, served, validations } = contract
  const handlers = bindHandlers(endpoints, dependencies.handlers)
  const replies = createReplyCheck({ ...contract, mode: dependencies.checkReplies, logger })
  const rateLimit = createRateLimit(dependencies)
  const anonymousSession = createAnonymousSessionChecks(dependencies)

  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', dependencies.trustProxy)
  app.set('query parser', false)

  // The life of a request, in order. Cheap refusals come first, and no body is read before the caller is known.
  app.use(
    stageSequence(
      attachContext,
      createProxyWatch(dependencies),
      createRequestLog(dependencies),
      createCleanUp(dependencies),
      createSecurityHeaders(),
      onPreflight(rateLimit.countFree),
      createCrossOrigin(new Set(endpoints.map(({ method }) => method))),
      refuseMalformed,
      createWebPageStage({ webPages: dependencies.webPages, rateLimit }),
      createRouting({ routes: contract.routes, ...rateLimit }),
      createCredentialCheck({ ...dependencies, ...rateLimit }),
      rateLimit.count,
      checkScope,
      createRetiredCheck(dependencies),
      checkVerified,
      anonymousSession.beforeBody,
      createDiskSpaceCheck(dependencies.diskSpace),
      createReadBody({ ...dependencies, validations }),
      createCredentialRecheck(dependencies),
      anonymousSession.afterBody,
      createValidateStage({ ...dependencies, validations }),
      createCallHandler({ ...dependencies, handlers, replies }),
    ),
  )
  app.use(
    createErrorReply({
      docsUrl: dependencies.docsUrl,
      diskSpace: dependencies.diskSpace,
      logger,
      showRateLimit: rateLimit.showHeaders,
      checkReply: ({ context: { endpoint } }, { status, body }) =>
        endpoint && replies.compare(endpoint, status, JSON.stringify(body)),
    }),
  )

  return {
    app: withPathTargets(app),
    replyEarly: createEarlyReply({ ...rateLimit, ...dependencies }),
    compile: () => compileWhenIdle(served, validations, logger),
    differences: replies.differences,
  }
}

/** The next stage replies to a preflight request of a browser, so it is counted here. */
const onPreflight =
  (count: RateLimit['countFree']): RequestHandler =>
  (req, res, next) => {
    if (req.method === 'OPTIONS') count(req, res)
    next()
  }
