import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@platelight/drawing/preview/seeded-random.ts'
import { commandWith, type Db, readDatabase, ticketsLeft } from '#server-testing/process'
import { createAnswerLog } from './answers-given.ts'
import { auditFiles } from './audit/audit-files.ts'
import { audit, type Figures } from './audit/audit-installation.ts'
import { call } from './callers.ts'
import { type ChaosAccount, grant, openAccounts, openEndpoints } from './chaos-accounts.ts'
import { createPictures } from './chaos-pictures.ts'
import { eachOf } from './each-of.ts'
import type { Endpoint, Facts } from './facts.ts'
import { grownInstallation, type Installation, singleInstallation } from './installations.ts'
import { killOften } from './kill-often.ts'
import { pay } from './payments/pay.ts'
import { createPaymentLog } from './payments/payment-log.ts'
import { createPaymentProviders } from './payments/payment-providers.ts'
import { createReceivers } from './receivers.ts'

export interface ChaosOptions {
  readonly kills: number
  readonly seed: number
  /** The total time between the kills. */
  readonly seconds: number
  /** Several processes on PostgreSQL and S3, instead of one on a data folder. False by default. */
  readonly grown?: boolean
  /** Callers of the account with credits, 5 or 12 by default; the other account has one caller. */
  readonly callers?: number
  /** Called with progress messages. */
  readonly say?: (line: string) => void
}

export interface Report {
  /** Everything that is wrong. */
  readonly violations: readonly string[]
  readonly figures: Figures & {
    readonly kills: number
    readonly files: number
    /** Starts that a server refused while its database was away. */
    readonly refusedStarts: number
    readonly seconds: number
  }
  /** The number of kills by what was killed. */
  readonly killsOf: Readonly<Record<string, number>>
}

const GRANTED_AT_ONCE = 10
/** The longest pause between two payments of a kind by the account with credits. */
const PAYMENT_PAUSE_MS = 1_500
/** In characters. */
const LONGEST_COMPLAINT = 3_000

/**
 * Kills servers in the middle of their work, again and again. At the end it compares what its callers and receivers got with
 * their database and their store of pictures.
 */
export async function runChaos(options: ChaosOptions): Promise<Report> {
  const { kills, seed, seconds, grown = false, callers = grown ? 12 : 5, say = () => {} } = options
  const began = performance.now()
  const chance = seededRandom(seed)
  const dataFolder = await mkdtemp(join(tmpdir(), 'platelight-chaos-'))
  const pictures = await createPictures()
  const receivers = await createReceivers(seededRandom(seed + 1))
  const providers = await createPaymentProviders(dataFolder)
  const installation = grown
    ? await grownInstallation(dataFolder, providers.env, seededRandom(seed + 2))
    : await singleInstallation(dataFolder, providers.env)
  const { servers, targets, url, longestReplyMs } = installation
  const answerLog = createAnswerLog()
  const paymentLog = createPaymentLog()
  const stopOrdering = new AbortController()
  const comingAndGoing = new AbortController()
  try {
    const accounts = await openAccounts(installation)
    await Promise.all(targets.map((target) => target.start()))
    const endpoints = await openEndpoints(accounts, receivers)
    say(`seed ${seed}, ${kills} kills, ${dataFolder}`)

    const absent = receivers.comeAndGo(comingAndGoing.signal)
    const calling = accounts.flatMap(({ id, name, key }) =>
      Array.from({ length: name === 'rich' ? callers : 1 }, (_, index) =>
        call(
          {
            account: name,
            url,
            key,
            pictures,
            answerLog,
            seed: seed * 100 + index,
            pauseMs: name === 'rich' ? 250 : 1_500,
            longestReplyMs,
            endpoints: endpoints.filter(({ accountId }) => accountId === id).map((endpoint) => endpoint.id),
          },
          stopOrdering.signal,
        ),
      ),
    )
    const paying = accounts.map((account, index) => {
      const pauseMs = account.name === 'rich' ? PAYMENT_PAUSE_MS : 10 * PAYMENT_PAUSE_MS
      const payer = {
        account,
        url,
        providers,
        paymentLog,
        answerLog,
        seed: seed * 100 + index,
        pauseMs,
        longestReplyMs,
      }
      return pay(payer, stopOrdering.signal)
    })
    const poor = accounts.find(({ name }) => name === 'poor')
    let grants = 0
    const besides = async (killed: number) => {
      if (!poor || killed < 5 * (grants + 1)) return
      grants++
      // A command whose database dies does not say whether the credits were granted.
      for (const target of targets) if (target.kind === 'database') await target.start()
      await grant(installation, poor, GRANTED_AT_ONCE)
    }
    const killsOf = await killOften(targets, chance, { kills, seconds, say, besides })
    const inRestarts = await restartInTurns(installation, say)

    stopOrdering.abort()
    await Promise.all([...calling, ...paying])
    comingAndGoing.abort()
    await absent
    receivers.heal()

    const { db, close } = readDatabase(dataFolder, installation.databaseUrl)
    try {
      const unsettled = await settle(db, accounts, endpoints)
      await replayPayments(db, installation)
      const stopped: string[] = []
      const facts: Facts = {
        db,
        answerLog,
        paymentLog,
        pictures,
        accounts,
        endpoints,
        receptions: receivers.receptions,
        storedBlobs: () => installation.storedBlobs(),
        leftIncoming: () => installation.leftIncoming(stopped),
      }
      const { wrong, files } = await auditFiles(facts)
      for (const server of servers) {
        const { code, instance } = await server.stop()
        if (code !== 0) wrong.push(`${server.name} ended with ${code}`)
        if (instance !== undefined) stopped.push(instance)
      }
      const { violations, figures } = await audit(facts)
      const complaints = servers.flatMap((server) => server.complaints)
      return {
        violations: [
          ...inRestarts,
          ...unsettled,
          ...answerLog.outrages,
          ...wrong,
          ...violations,
          ...complaints.map((line) => line.slice(0, LONGEST_COMPLAINT)),
        ],
        figures: {
          ...figures,
          kills,
          files,
          refusedStarts: servers.reduce((sum, server) => sum + server.refusedStarts(), 0),
          seconds: (performance.now() - began) / 1000,
        },
        killsOf,
      }
    } finally {
      await close()
    }
  } finally {
    stopOrdering.abort()
    comingAndGoing.abort()
    await Promise.all(servers.map((server) => server.kill()))
    await Promise.all([receivers.close(), pictures.close(), providers.close(), installation.close()])
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** Events of payments that would wait for minutes, because a process died before it woke them, are booked as an operator could do. */
async function replayPayments(db: Db, { dataFolder, env }: Installation): Promise<void> {
  const left = db.selectFrom('inbound_events').select('id').where('state', 'in', ['waiting', 'failed', 'received'])
  for (const { id } of await left.execute()) await commandWith(env, 'inbound', 'replay', id, '--data', dataFolder)
}

const LONGEST_MS = 180_000
const LOOK_MS = 200
const AT_ONCE = 8

/**
 * Waits until all work has ended and every working receiver has got everything. Deliveries that would wait for minutes
 * are redelivered at once, as their owner could do.
 *
 * @returns what did not settle
 */
async function settle(db: Db, kitchens: readonly ChaosAccount[], endpoints: readonly Endpoint[]): Promise<string[]> {
  const until = async (what: string, left: () => Promise<number>): Promise<string[]> => {
    const giveUpAt = Date.now() + LONGEST_MS
    for (;;) {
      const count = await left()
      if (count === 0) return []
      if (Date.now() > giveUpAt) return [`${count} ${what} after ${LONGEST_MS / 1000} s`]
      await sleep(LOOK_MS)
    }
  }
  const runs = db.selectFrom('runs').select('id').where('state', 'in', ['queued', 'running'])
  const unsettled = await until('runs have not ended', async () => (await runs.execute()).length)

  const answering = endpoints.filter(({ manner }) => manner !== 'silent')
  for (const { id, accountId } of answering) {
    const kitchen = kitchens.find((one) => one.id === accountId)
    const late = await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('endpoint_id', '=', id)
      .where(({ eb, and, or }) =>
        or([eb('state', '=', 'dead'), and([eb('state', '=', 'pending'), eb('attempts', '>', 0)])]),
      )
      .execute()
    await eachOf(late, AT_ONCE, async (delivery) => {
      await kitchen?.client.webhookEndpoints.redeliver(id, delivery.id)
    })
  }
  const ids = answering.map(({ id }) => id)
  const waiting = db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'pending')
  const undelivered = async () => (await waiting.where('endpoint_id', 'in', ids).execute()).length
  return [
    ...unsettled,
    ...(await until('deliveries did not arrive', undelivered)),
    ...(await until('tickets were not used up', () => ticketsLeft(db))),
  ]
}

/** Between two restarts, so that each meets callers. */
const RESTART_PAUSE_MS = 1_500

/** Restarts every API process regularly, one after the other, under the same load. @returns what was wrong */
async function restartInTurns({ servers, cuts }: Installation, say: (line: string) => void): Promise<string[]> {
  if (!cuts) return []
  const before = cuts()
  const wrong: string[] = []
  for (const server of servers.filter(({ kind }) => kind === 'api')) {
    await sleep(RESTART_PAUSE_MS)
    const { code } = await server.stop()
    if (code !== 0) wrong.push(`${server.name} ended with ${code} in a rolling restart`)
    await server.start()
    say(`restarted ${server.name}`)
  }
  const cut = cuts() - before
  return cut === 0 ? wrong : [...wrong, `${cut} callers were cut off by a rolling restart`]
}
