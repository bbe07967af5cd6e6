import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Platelight, PlatelightError } from '@platelight/sdk'
import { expect } from 'vitest'
import type { ProcessRole } from '../../../src/base/process-role.ts'
import { dishPhoto } from '../dish-photos.ts'
import { createKey, startProcess } from '../server-process.ts'
import { statements } from './postgres-cluster.ts'
import type { SmallDisk } from './small-disk.ts'

export type SeveralServers = Awaited<ReturnType<typeof severalServers>>

/** Processes of the built server that share a database, as on several machines. */
export async function severalServers(settings: { PLATELIGHT_DATABASE_URL: string } & Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'platelight-several-'))
  const env = { PLATELIGHT_THREADS: '1', PLATELIGHT_ALLOW_PRIVATE_URLS: '1', ...settings }
  const started: Awaited<ReturnType<typeof startProcess>>[] = []
  const spawned: ChildProcess[] = []
  return {
    folder,
    /** @param disk A disk on which the process has a data folder of its own. */
    async start(role: ProcessRole, more: Record<string, string> = {}, disk?: SmallDisk) {
      const own = disk && { PLATELIGHT_SECRETS_FILE: join(folder, 'secrets.json') }
      const one = await startProcess(disk?.folder ?? folder, {
        env: { ...env, PLATELIGHT_ROLE: role, ...own, ...more },
        ...(disk && { disk }),
        onSpawn: (child) => spawned.push(child),
      })
      started.push(one)
      return one
    },
    /** A new account. @returns a client of it for each of the processes */
    async customerOf(fronts: readonly { url: string }[], credits = 1_000) {
      const { key } = await createKey(folder, credits, undefined, { ...env, PLATELIGHT_ROLE: 'api' })
      return fronts.map(({ url }) => new Platelight({ baseUrl: url, apiKey: key, maxRetries: 0 }))
    },
    /** What the processes have logged, each below another. */
    errors: () => started.map((one) => one.errors()).join('\n\n'),
    /** Ends them, also those that are not ready yet. */
    async close() {
      for (const child of spawned) child.kill('SIGKILL')
      await Promise.all(started.map(({ exited }) => exited))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Uploads a small photo. @returns its address, which may be used in any number of calls */
export const uploadPhoto = async (client: Platelight): Promise<string> =>
  (await client.uploads.create(new Uint8Array(await dishPhoto({ width: 320, height: 240 })))).url

/**
 * Several callers, each of which has one photo enhanced after the other. After a refusal they send the request again with the
 * same Idempotency-Key.
 *
 * @param clients Their processes. The callers take turns.
 */
export async function steadyCallers(clients: readonly Platelight[], { callers = 4 } = {}) {
  const first = clients[0] as Platelight
  const image = await uploadPhoto(first)
  const made: { id: string; link: string }[] = []
  const refusals: { status: number | undefined; code: string; message: string }[] = []
  let stopped = false
  const load = randomUUID()

  const enhance = async (client: Platelight, idempotencyKey: string): Promise<void> => {
    for (;;) {
      try {
        const { id, enhanced } = await client.photos.enhance(
          { image, formats: ['square'], upscale: false },
          { idempotencyKey },
        )
        made.push({ id, link: enhanced.square ?? '' })
        return
      } catch (error) {
        if (!(error instanceof PlatelightError)) throw error
        const { code, status, message } = error as PlatelightError & { status?: number }
        refusals.push({ status, code, message })
        await sleep(300)
      }
    }
  }
  const asked = Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let n = 0; !stopped; n++)
        await enhance(clients[caller % clients.length] as Platelight, `${load}-${caller}-${n}`)
    }),
  )
  // It is awaited at the end.
  asked.catch(() => {})

  return {
    /** All photos so far. */
    made,
    /** Resolves when there are so many more photos. A busy machine is no failure. */
    async more(photos: number) {
      const enough = made.length + photos
      await expect.poll(() => made.length).toBeGreaterThanOrEqual(enough)
    },
    /** What callers were refused, until they got their photos. */
    refusals,
    /** Lets every caller get its last photo. @returns all photos */
    async stop() {
      stopped = true
      await asked
      return made
    },
  }
}

/** What the tables say of the work of all accounts together. */
export async function booksOf(url: string) {
  const [row] = await statements(
    url,
    `select
      (select json_object_agg(state, n) from (select state, count(*) as n from runs group by state) as states) as states,
      (select count(*)::int from credit_entries where kind = 'charge') as charges,
      (select count(*)::int from credit_entries as held where kind = 'hold' and not exists
        (select 1 from credit_entries as ended where ended.reference = held.reference
          and ended.kind in ('charge', 'release'))) as "openHolds",
      (select sum(balance)::int from accounts) as balance,
      (select sum(amount)::int from credit_entries) as "sumOfEntries",
      (select count(*)::int from events where type = 'photo.enhancement.completed') as completed,
      (select count(*)::int from webhook_deliveries where state <> 'delivered') as undelivered`,
  )
  return row as {
    states: Record<string, number>
    charges: number
    openHolds: number
    balance: number
    sumOfEntries: number
    completed: number
    undelivered: number
  }
}

/** The books when every one of these photos was made and charged once, and nothing else was. */
export const booksOfPhotos = (photos: number, granted = 1_000) => ({
  states: { succeeded: photos },
  charges: photos,
  openHolds: 0,
  balance: granted - photos,
  sumOfEntries: granted - photos,
  completed: photos,
  undelivered: 0,
})
