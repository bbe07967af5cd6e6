import type { Logger } from 'pino'
import { part } from '../base/compose.ts'
import type { Config } from '../base/config/server-config.ts'
import type { Catalogue } from '../base/plans/plan-catalogue.ts'
import type {
  Authenticate,
  Clock,
  DiskSpace,
  HasAnonymousSession,
  Idempotency,
  ReadAccountDefaults,
} from '../base/ports.ts'
import type { Draining } from '../base/running/draining.ts'
import type { Measures } from '../base/running/measures.ts'
import type { Tracing } from '../base/running/tracing.ts'
import type { AllRoutes, AnyHandler, WebPages } from '../contract/index.ts'
import { type ApiContract, onlyService } from './api-contract.ts'
import { memoryRateCounters } from './limits/memory-rate-counters.ts'
import { createAccountLimits } from './limits/rate-classes.ts'
import type { RateCounters } from './limits/rate-counters.ts'
import { createHttpServer } from './server.ts'
import type { UncoveredProxy } from './stages/proxy-watch.ts'

interface Needs {
  readonly config: Config
  readonly contract: ApiContract
  /** Of every noun of the document. */
  readonly routes: AllRoutes
  readonly webPages: WebPages
  readonly docsUrl: (code: string) => string
  readonly authenticate: Authenticate
  readonly hasAnonymousSession: HasAnonymousSession
  readonly idempotency: Idempotency
  readonly accountDefaults: ReadAccountDefaults
  readonly diskSpace: DiskSpace
  readonly links: { stable(text: string): string }
  readonly secureCookies: () => boolean
  readonly rates: RateCounters
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly logger: Logger
  readonly measures: Measures
  readonly tracing: Tracing
  readonly draining: Draining
  readonly uploadFolder: string
  readonly noteProxy: (proxy: UncoveredProxy) => void
  readonly checkReplies: 'throw' | 'count'
}

/** HTTP in front of all nouns. */
export const httpPart = part((needs: Needs) => {
  const { config, contract, routes, links, clock, catalogue } = needs
  const { role, trustProxy, limits } = config
  const http = createHttpServer({
    ...needs,
    contract: role === 'worker' ? onlyService(contract) : contract,
    handlers: byId(routes),
    stableText: links.stable,
    trustProxy,
    floods: memoryRateCounters({ clock }),
    accountLimits: createAccountLimits(catalogue.plans),
    limits: {
      jsonBytes: 1_000_000,
      fileBytes: limits.maxBytes,
      files: 20,
      fields: 50,
      // A phone on a bad 2G network sends some two kilobytes a second.
      pace: { graceMs: 10_000, bytesPerSecond: 1_000 },
      // The command line sends 32 at most.
      openForms: { perAddress: 80, perCaller: 40 },
    },
  })
  return { provides: { http }, drain: needs.draining.settle }
})

/** Turns `{ noun: { method } }` into `{ 'noun.method' }`. */
const byId = (nouns: AllRoutes): Record<string, AnyHandler> =>
  Object.fromEntries(
    Object.entries<Record<string, AnyHandler>>(nouns).flatMap(([noun, methods]) =>
      Object.entries(methods).map(([method, one]) => [`${noun}.${method}`, one]),
    ),
  )
