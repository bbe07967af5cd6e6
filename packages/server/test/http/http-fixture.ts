import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { Account } from '../../src/base/account-plan.ts'
import { PLAN_TERMS } from '../../src/base/plans/plan-catalogue.ts'
import type { Idempotency } from '../../src/base/ports.ts'
import { createDraining } from '../../src/base/running/draining.ts'
import { noMeasures } from '../../src/base/running/measures.ts'
import { noTracing } from '../../src/base/running/tracing.ts'
import type { AnyHandler, Principal, Scope, UncheckedCall } from '../../src/contract/index.ts'
import { readContract } from '../../src/http/api-contract.ts'
import { createSocketServer, type SocketServerSettings } from '../../src/http/connection/socket-server.ts'
import { memoryRateCounters } from '../../src/http/limits/memory-rate-counters.ts'
import { createAccountLimits } from '../../src/http/limits/rate-classes.ts'
import { createHttpServer, type HttpServer, type HttpServerDependencies } from '../../src/http/server.ts'
import { LINES } from '../../src/process/open-log.ts'
import { fixtureDocument } from './fixture-document.ts'

export const FIXTURE_LIMITS = {
  jsonBytes: 100_000,
  fileBytes: 1_000_000,
  files: 5,
  fields: 20,
  pace: { graceMs: 10_000, bytesPerSecond: 1_000 },
  openForms: { perAddress: 5, perCaller: 3 },
}

export const KEY = 'pl_live_secretsecretsecret'

const account = (more: Partial<Account> = {}): Account => ({
  id: 'acc_1',
  email: 'ada@example.com',
  emailVerified: true,
  plan: 'Enterprise',
  role: 'customer',
  disabled: false,
  customPerMinute: null,
  customPerDay: null,
  ...more,
})

export const testPrincipal = (
  more: Partial<Account> = {},
  scopes: Scope[] = ['read', 'images', 'account'],
): Principal => ({
  account: account(more),
  kind: 'key',
  credentialId: 'key_1',
  scopes: new Set(scopes),
})

/** A recorded call of a handler. */
export interface RecordedCall {
  readonly id: string
  readonly call: UncheckedCall
  readonly body: unknown
  readonly query: unknown
  readonly path: unknown
}

export interface HttpFixture {
  readonly url: string
  readonly http: HttpServer
  readonly server: Server
  readonly calls: RecordedCall[]
  readonly lines: () => Record<string, unknown>[]
  readonly uploads: () => Promise<string[]>
  readonly sockets: Socket[]
  /** Advances the clock of the rate limits. */
  readonly advanceClock: (ms: number) => void
  /** Sends a request with the valid key, and with a JSON body when `json` is given. */
  readonly send: (method: string, path: string, init?: Sent) => Promise<Response>
}

export interface Sent {
  readonly json?: unknown
  readonly body?: BodyInit
  readonly headers?: Record<string, string>
  readonly key?: string | null
}

export interface HttpFixtureOptions extends Partial<Omit<HttpServerDependencies, 'handlers'>> {
  readonly handlers?: Record<string, AnyHandler>
  readonly principal?: Principal
  /** For another document: no handlers but the given ones. */
  readonly onlyHandlers?: boolean
  readonly socketSettings?: SocketServerSettings
}

const PUBLIC = [
  'service.health',
  'service.apiHealth',
  'auth.login',
  'receivers.cardpay',
  'email.unsubscribe',
  'email.oneClick',
  'catalogs.lookup',
]
const BEARER = [
  ...[
    'account.credits',
    'photos.credits',
    'photos.list',
    'photos.get',
    'photos.change',
    'photos.delete',
    'photos.latest',
  ],
  ...['photos.enhance', 'images.enhance', 'keys.create', 'keys.rotate', 'files.adminUpload', 'mobile.uploads'],
  ...['mobileJobs.compose', 'mobile.assets', 'billing.portal', 'account.wrong', 'files.result', 'email.check'],
]

/** An HTTP server on a real socket, with handlers that record their calls. */
export async function startHttp(options: HttpFixtureOptions = {}): Promise<HttpFixture> {
  const { handlers, principal: caller = testPrincipal(), onlyHandlers = false, socketSettings, ...overrides } = options
  const calls: RecordedCall[] = []
  const note =
    (id: string): AnyHandler =>
    async (call) => {
      calls.push({ id, call, body: call.body, query: call.query, path: call.path })
      return { ok: true }
    }
  const log: string[] = []
  const uploadFolder = await mkdtemp(join(tmpdir(), 'fixture-'))
  let now = Date.UTC(2026, 10, 21, 12, 0, 0)
  const clock = { now: () => new Date(now) }
  const rates = memoryRateCounters({ clock })

  const http = createHttpServer({
    contract: readContract(fixtureDocument),
    handlers: onlyHandlers
      ? { ...handlers }
      : {
          ...Object.fromEntries([...PUBLIC, ...BEARER].map((id) => [id, note(id)])),
          'photos.credits': async () => ({ credits: 5, since: null }),
          ...handlers,
        },
    webPages: { find: () => undefined },
    docsUrl: (code) => `https://api.example.com/docs/errors/${code}`,
    hasAnonymousSession: async () => false,
    authenticate: async (credential) => (credential === KEY ? caller : undefined),
    idempotency: inMemoryIdempotency(),
    accountDefaults: async () => ({}),
    measures: noMeasures,
    tracing: noTracing,
    draining: createDraining(),
    diskSpace: { isLow: () => false, isLowForVisitors: () => false, freeBytes: () => 1e9, note: () => false },
    stableText: (text) => text,
    rates,
    floods: memoryRateCounters({ clock }),
    accountLimits: createAccountLimits(PLAN_TERMS),
    logger: pino(
      { level: 'info', ...LINES },
      new Writable({ write: (chunk, _encoding, done) => done(void log.push(String(chunk))) }),
    ),
    uploadFolder,
    trustProxy: 0,
    secureCookies: () => false,
    limits: FIXTURE_LIMITS,
    checkReplies: 'throw',
    ...overrides,
  })
  const server = createSocketServer(http, socketSettings)
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await rm(uploadFolder, { recursive: true, force: true })
  })

  return {
    url,
    http,
    server,
    calls,
    sockets,
    lines: () => log.map((line) => JSON.parse(line) as Record<string, unknown>),
    uploads: () => readdir(uploadFolder),
    advanceClock: (ms) => {
      now += ms
    },
    send: (method, path, { json, body, headers, key = KEY } = {}) =>
      fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined ? { body } : {}),
      }),
  }
}

/** Stores replies in memory, by key and fingerprint. */
function inMemoryIdempotency(): Idempotency & {
  readonly kept: Map<string, { fingerprint: string; text: string }>
} {
  const kept = new Map<string, { fingerprint: string; text: string }>()
  return {
    kept,
    async once({ accountId, key, fingerprint }, work) {
      const before = kept.get(`${accountId} ${key}`)
      if (before?.fingerprint === fingerprint) return { text: before.text, replayed: true }
      const text = await work()
      kept.set(`${accountId} ${key}`, { fingerprint, text })
      return { text, replayed: false }
    },
  }
}

/** Waits until a condition holds. */
export const until = (is: () => boolean | Promise<boolean>, what: string): Promise<void> =>
  expect.poll(is, { message: what }).toBe(true)
