import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readDatabase } from '#server-testing/process'
import { createAnswerLog } from './answers-given.ts'
import { audit, type Figures } from './audit/audit-data-folder.ts'
import { auditFiles } from './audit/audit-files.ts'
import { call } from './callers.ts'
import { grant, openAccounts, openEndpoints } from './chaos-accounts.ts'
import { createPictures } from './chaos-pictures.ts'
import type { Facts } from './facts.ts'
import { createReceivers } from './receivers.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { createVictim, type ServerUnderTest } from './server-under-test.ts'
import { settle } from './settle.ts'

export interface ChaosOptions {
  readonly kills: number
  readonly seed: number
  /** The total time that the server is up between the kills. */
  readonly seconds: number
  /** Callers of the account with credits; the other account has one caller. */
  readonly callers?: number
  /** Called with progress messages. */
  readonly say?: (line: string) => void
}

export interface Report {
  /** Everything that is wrong. */
  readonly violations: readonly string[]
  readonly figures: Figures & { readonly kills: number; readonly files: number; readonly seconds: number }
}

const ENV = {
  PLATELIGHT_ALLOW_PRIVATE_URLS: '1',
  // No networks, because loading them takes seconds, and only the server is tested.
  PLATELIGHT_CUTOUT_MODEL: 'none',
  PLATELIGHT_UPSCALE_MODEL: 'none',
}
const GRANTED_AT_ONCE = 10

/**
 * Kills a server in the middle of its work, again and again. At the end it compares what its callers and receivers got
 * with its database and its folder.
 */
export async function runChaos({ kills, seed, seconds, callers = 5, say = () => {} }: ChaosOptions): Promise<Report> {
  const began = performance.now()
  const chance = createSeededRandom(seed)
  const dataFolder = await mkdtemp(join(tmpdir(), 'platelight-chaos-'))
  const pictures = await createPictures()
  const receivers = await createReceivers(createSeededRandom(seed + 1))
  const victim = await createVictim(dataFolder, ENV)
  const answerLog = createAnswerLog()
  const stopOrdering = new AbortController()
  const comingAndGoing = new AbortController()
  try {
    const accounts = await openAccounts(dataFolder, victim.url)
    await victim.start()
    const endpoints = await openEndpoints(accounts, receivers)
    say(`seed ${seed}, ${kills} kills, ${dataFolder}`)

    const absent = receivers.comeAndGo(comingAndGoing.signal)
    const calling = accounts.flatMap(({ id, name, key }) =>
      Array.from({ length: name === 'rich' ? callers : 1 }, (_, index) =>
        call(
          {
            ...{ account: name, url: victim.url, key, pictures, answerLog, seed: seed * 100 + index },
            pauseMs: name === 'rich' ? 250 : 1_500,
            endpoints: endpoints.filter(({ accountId }) => accountId === id).map((endpoint) => endpoint.id),
          },
          stopOrdering.signal,
        ),
      ),
    )
    const poor = accounts.find(({ name }) => name === 'poor')
    await killOften(victim, chance, { kills, seconds, say }, async (killed) => {
      if (poor && killed % 5 === 0) await grant(dataFolder, poor, GRANTED_AT_ONCE)
    })

    stopOrdering.abort()
    await Promise.all(calling)
    comingAndGoing.abort()
    await absent
    receivers.heal()
    const unsettled = await settle(dataFolder, accounts, endpoints)

    const database = readDatabase(dataFolder)
    try {
      const facts: Facts = {
        database,
        dataFolder,
        answerLog,
        pictures,
        accounts,
        endpoints,
        receptions: receivers.receptions,
      }
      const { wrong, files } = await auditFiles(facts)
      const code = await victim.stop()
      const { violations, figures } = await audit(facts)
      return {
        violations: [
          ...unsettled,
          ...answerLog.outrages,
          ...wrong,
          ...(code === 0 ? [] : [`the server ended with ${code}`]),
          ...violations,
          ...victim.complaints.map((line) => `the server logged ${line.slice(0, 600)}`),
        ],
        figures: { ...figures, kills, files, seconds: (performance.now() - began) / 1000 },
      }
    } finally {
      database.close()
    }
  } finally {
    stopOrdering.abort()
    comingAndGoing.abort()
    await victim.kill()
    await Promise.all([receivers.close(), pictures.close()])
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** Kills it during work, right after its start, and while it starts. At the end it runs. */
async function killOften(
  victim: ServerUnderTest,
  chance: SeededRandom,
  { kills, seconds, say }: { kills: number; seconds: number; say: (line: string) => void },
  besides: (killed: number) => Promise<void>,
): Promise<void> {
  const usualMs = (1_000 * seconds) / kills
  for (let killed = 0; killed < kills; ) {
    const upMs = chance.happens(0.2) ? chance.between(0, 150) : chance.between(0.1, 1.9) * usualMs
    await sleep(upMs)
    await victim.kill()
    say(`kill ${++killed}, ${Math.round(upMs)} ms after it was ready`)
    const beside = besides(killed)
    while (killed < kills && chance.happens(0.2)) {
      const afterMs = chance.between(50, 1_200)
      await victim.killWhileStarting(afterMs)
      say(`kill ${++killed}, ${Math.round(afterMs)} ms after it was started`)
    }
    await beside
    await victim.start()
  }
}
