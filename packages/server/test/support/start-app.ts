import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Networks } from '@platelight/imaging/network-port.ts'
import { Platelight, type PlatelightOptions } from '@platelight/sdk'
import pino from 'pino'
import type { Plan } from '../../src/base/account-plan.ts'
import { readConfig } from '../../src/base/config/server-config.ts'
import type { Clock } from '../../src/base/ports.ts'
import { ledgerRepository } from '../../src/credits/ledger-repository.ts'
import type { Engine } from '../../src/engines/engine-port.ts'
import type { inlineEngine } from '../../src/engines/inline-engine.ts'
import { createSocketServer } from '../../src/http/connection/socket-server.ts'
import { createApp } from '../../src/process/app.ts'
import { type Core, openCore } from '../../src/process/open-core.ts'
import { LINES } from '../../src/process/open-log.ts'
import { createOperator } from '../../src/process/operator.ts'
import { blobSettings } from './blobs/stored-blobs.ts'
import { firstFrameFilms } from './first-frame-films.ts'
import { rememberingEngine } from './remembering-engine.ts'
import { createPostgresDatabase, isOnPostgres } from './test-database.ts'

export interface StartOptions {
  readonly env?: Record<string, string>
  readonly clock?: Clock
  /** Default: the real one in this thread, which makes the same picture once for all tests of a process. */
  readonly engine?: (limits: Parameters<typeof inlineEngine>[0]) => Engine
  /** None by default. `realNetworks()` returns those installed here. */
  readonly networks?: Networks
  /** Whether passwords cost as much time and memory as those of a server. */
  readonly realPasswords?: boolean
  /** Collects the log of the server. */
  readonly log?: (line: string) => void
  /** A folder of an earlier server. It is not deleted at the end. */
  readonly dataFolder?: string
  /** `--new-secrets`, for a folder that has lost its secrets. */
  readonly newSecrets?: boolean
}

/** How long a client waits: a ceiling that a starved machine does not reach. */
export const PATIENCE_MS = 600_000

const databases = new Map<string, ReturnType<typeof createPostgresDatabase>>()

function postgresOf(dataFolder: string): ReturnType<typeof createPostgresDatabase> {
  const known = databases.get(dataFolder) ?? createPostgresDatabase()
  databases.set(dataFolder, known)
  return known
}

/** A whole server in this process: real HTTP on a free port, real SQLite in a folder of its own, real pixels. */
export async function startApp(options: StartOptions = {}) {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'platelight-test-')))
  // Two apps on one data folder share its database.
  const postgres = isOnPostgres ? await postgresOf(dataFolder) : undefined
  const config = readConfig({
    PLATELIGHT_DATA: dataFolder,
    PLATELIGHT_LOG: 'error',
    // The engine of tests has a stand-in for it.
    PLATELIGHT_FFMPEG: process.execPath,
    ...blobSettings(dataFolder),
    ...(postgres && { PLATELIGHT_DATABASE_URL: postgres.url }),
    ...options.env,
  })
  const core = await openCore(config, {
    ...(options.clock && { clock: options.clock }),
    ...(options.newSecrets && { newSecrets: true }),
    ...(!options.realPasswords && { passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 } }),
  })
  const { log } = options
  const logger = log ? pino({ level: 'info', ...LINES }, { write: log }) : pino({ level: 'silent' })
  const { networks } = options
  const engine = (options.engine ?? rememberingEngine)({
    limits: config.limits,
    films: firstFrameFilms,
    ...(networks && { networks }),
  })
  const app = await createApp({ core, engine, logger, checkReplies: 'throw' })
  const server = createSocketServer(app.http)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  core.address.listensOn(url)
  await app.start()

  const operator = createOperator(core)
  let accounts = 0

  return {
    url,
    core,
    app,
    operator,
    dataFolder,

    /** A new account with a key, and the SDK over it. */
    async customer(wish: { credits?: number; plan?: Plan; sdk?: PlatelightOptions } = {}) {
      const email = `customer-${++accounts}-${Math.floor(performance.now())}@example.com`
      const made = await operator.createKey({
        email,
        name: 'test',
        credits: wish.credits ?? 100,
        plan: wish.plan ?? 'Enterprise',
      })
      const client = new Platelight({
        baseUrl: url,
        apiKey: made.key,
        maxRetries: 0,
        timeoutMs: PATIENCE_MS,
        ...wish.sdk,
      })
      const accountId = made.account.id
      const ledger = ledgerRepository(core.database.db)
      return {
        client,
        accountId,
        email,
        key: made.key,
        headers: { authorization: `Bearer ${made.key}` },
        /** The balance, after comparing it with the sum of the ledger. */
        async credits(): Promise<number> {
          const [balance, sum] = await Promise.all([ledger.balance(accountId), sumOfEntries(core, accountId)])
          if (balance !== sum) throw new Error(`balance ${balance} is not the sum of the ledger, ${sum}`)
          return balance
        },
        entries: () =>
          core.database.db
            .selectFrom('credit_entries')
            .selectAll()
            .where('account_id', '=', accountId)
            .orderBy('id')
            .execute(),
        events: async () =>
          (
            await core.database.db
              .selectFrom('events')
              .selectAll()
              .where('account_id', '=', accountId)
              .orderBy('id')
              .execute()
          ).map(
            (row) =>
              JSON.parse(row.body) as { id: string; type: string; createdAt: string; data: Record<string, never> },
          ),
        runs: () =>
          core.database.db
            .selectFrom('runs')
            .selectAll()
            .where('account_id', '=', accountId)
            .orderBy('serial')
            .execute(),
      }
    },

    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await app.stop(5_000)
      await core.close()
      if (options.dataFolder !== undefined) return
      await postgres?.drop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startApp>>
export type Customer = Awaited<ReturnType<TestApp['customer']>>

const sumOfEntries = async ({ database }: Core, accountId: string): Promise<number> => {
  const row = await database.db
    .selectFrom('credit_entries')
    .select(({ fn }) => fn.sum<number | null>('amount').as('sum'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}
