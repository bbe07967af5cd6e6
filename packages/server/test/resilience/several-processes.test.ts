import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Platelight } from '@platelight/sdk'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/database/postgres/open-postgres.ts'
import { dishPhoto } from '../support/dish-photos.ts'
import { startSmtp } from '../support/mail/smtp-receiver.ts'
import { createKey, startProcess } from '../support/server-process.ts'
import { createPostgresDatabase, isOnPostgres } from '../support/test-database.ts'

let folder: string
let url: string
let drop: () => Promise<void>
let started: Awaited<ReturnType<typeof startProcess>>[] = []

const start = async (env: Record<string, string>) => {
  const one = await startProcess(folder, { env: { PLATELIGHT_DATABASE_URL: url, PLATELIGHT_THREADS: '1', ...env } })
  started.push(one)
  return one
}
const api = () => start({ PLATELIGHT_ROLE: 'api' })
const worker = (env = {}) => start({ PLATELIGHT_ROLE: 'worker', ...env })

beforeEach(async () => {
  if (!isOnPostgres) return
  folder = await mkdtemp(join(tmpdir(), 'platelight-several-'))
  ;({ url, drop } = await createPostgresDatabase())
})
afterEach(async () => {
  if (!isOnPostgres) return
  await Promise.all(started.map((one) => one.kill()))
  started = []
  await drop()
  await rm(folder, { recursive: true, force: true })
})

const customer = async (server: { url: string }) => {
  const { key } = await createKey(folder, 100, undefined, { PLATELIGHT_DATABASE_URL: url })
  return new Platelight({ baseUrl: server.url, apiKey: key, maxRetries: 0 })
}

const photo = async (seed: number) => new Uint8Array(await dishPhoto({ width: 800, height: 600, seed }))

/** What the database says of the work: its states, and the kinds of ledger entries. */
const accounts = async () => {
  const { db, close } = await openPostgres({ url, connections: 1 })
  try {
    const runs = await db.selectFrom('runs').select(['state', 'attempts', 'lease_owner']).execute()
    const entries = await db.selectFrom('credit_entries').select(['kind', 'amount']).execute()
    const { rows } = await sql<{ jobs: number }>`select count(*) as jobs from graphile_worker.jobs
      where task_identifier like 'run:%'`.execute(db)
    return { runs, entries, tickets: Number(rows[0]?.jobs) }
  } finally {
    await close()
  }
}

describe.skipIf(!isOnPostgres)('with several processes on PostgreSQL', () => {
  test('a caller of one process waits for the work of another, which ends all runs once', async () => {
    const [front] = [await api(), await worker(), await worker()]
    const client = await customer(front!)
    const made = await Promise.all(
      Array.from({ length: 12 }, async (_, seed) =>
        client.photos.enhance({ image: await photo(seed), formats: ['square'] }),
      ),
    )
    for (const { enhanced } of made) expect((await fetch(enhanced.square!)).status).toBe(200)
    const { runs, entries } = await accounts()
    expect(runs.map(({ state, attempts }) => [state, attempts])).toEqual(made.map(() => ['succeeded', 1]))
    expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(12)
    await expect.poll(async () => (await accounts()).tickets).toBe(0)
  })

  test('a letter that one process writes is sent once, by one of the workers, as soon as it is written', async () => {
    const smtp = await startSmtp()
    const mail = {
      PLATELIGHT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      PLATELIGHT_MAIL_FROM: 'no-reply@kitchen.example',
      PLATELIGHT_TRUST_PROXY: '1',
    }
    const front = await start({ PLATELIGHT_ROLE: 'api', ...mail })
    await Promise.all([worker(mail), worker(mail)])
    const emails = Array.from({ length: 12 }, (_, index) => `guest-${index}@trattoria.example`)
    for (const [index, email] of emails.entries()) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${index}` }
      const body = JSON.stringify({ email, password: 'seven purple artichokes' })
      expect((await fetch(`${front.url}/api/auth/signup`, { method: 'POST', headers, body })).status).toBe(200)
    }
    await expect.poll(() => smtp.arrived.length).toBe(emails.length)
    await sleep(2_000)
    expect(smtp.arrived.map(({ envelope }) => envelope.to[0]).sort()).toEqual([...emails].sort())
    await smtp.close()
  })

  test('the runs of a killed worker are taken over by another, and charged once', async () => {
    const front = await api()
    const first = await worker()
    const client = await customer(front)
    const asked = Array.from({ length: 6 }, async (_, seed) =>
      client.photos.enhance({ image: await photo(seed), formats: ['square', 'portrait', 'landscape'] }),
    )
    await expect.poll(async () => (await accounts()).runs.some(({ state }) => state === 'running')).toBe(true)
    await first.kill()
    await worker()
    const made = await Promise.all(asked)
    expect(new Set(made.map(({ id }) => id)).size).toBe(6)
    const { runs, entries } = await accounts()
    expect(runs.every(({ state }) => state === 'succeeded')).toBe(true)
    expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(6)
    expect(entries.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(94)
  }, 120_000)

  test('a worker that was paused past its lease settles nothing, and the run that was taken over is charged once', async () => {
    const front = await api()
    const paused = await worker()
    const client = await customer(front)
    const asked = photo(1).then((image) => client.photos.enhance({ image }))
    await expect.poll(async () => (await accounts()).runs.some(({ state }) => state === 'running')).toBe(true)
    paused.child.kill('SIGSTOP')
    await worker()
    const { id } = await asked
    paused.child.kill('SIGCONT')
    await sleep(3_000)
    const { runs, entries } = await accounts()
    expect(runs).toMatchObject([{ state: 'succeeded', attempts: 2 }])
    expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(1)
    expect((await client.photos.get(id)).id).toBe(id)
  }, 120_000)

  test('pictures from words are made only by a worker that has an engine for them, in its threads', async () => {
    const front = await api()
    await worker({ PLATELIGHT_ENGINE_SYNTHESIS: 'off' })
    const client = await customer(front)
    const generate = () => client.images.generateV2({ prompt: 'Tacos on slate', num_outputs: 2 })
    await expect(generate()).rejects.toMatchObject({ status: 503, code: 'engine_unavailable' })
    expect((await accounts()).runs).toEqual([])
    await worker()
    // Both are idle, and only one of them takes the runs.
    for (const { images, model } of await Promise.all(Array.from({ length: 6 }, generate))) {
      expect([images.length, model]).toEqual([2, 'preview'])
      expect((await fetch(images[1]!.url)).headers.get('content-type')).toBe('image/jpeg')
    }
    const { runs, entries } = await accounts()
    expect(runs.map(({ state, attempts }) => [state, attempts])).toEqual(Array(6).fill(['succeeded', 1]))
    expect(entries.filter(({ kind }) => kind !== 'grant')).toEqual([])
  }, 120_000)

  test('a run goes only to a worker that takes its kind of work', async () => {
    const front = await api()
    const pixels = await worker({ PLATELIGHT_WORKER_CAPABILITIES: 'pixels' })
    const client = await customer(front)
    // Small, because a network may enlarge it.
    const image_url = (await client.uploads.create(new Uint8Array(await dishPhoto({ width: 128, height: 96 })))).url
    const offered = async () =>
      (await client.service.capabilities()).operations.find(({ operation }) => operation === 'upscale')
    const setting = 'PLATELIGHT_WORKER_CAPABILITIES'
    expect(await offered()).toEqual({ operation: 'upscale', available: false, engine: null, setting })
    await expect(client.images.upscale({ image_url, scale: 2 })).rejects.toMatchObject({
      ...{ status: 503, code: 'engine_unavailable', retryAfterMs: 10_000 },
      details: { capability: 'upscale', setting },
    })
    await expect(client.images.generateV2({ prompt: 'Tacos on slate' })).rejects.toMatchObject({
      ...{ status: 503, code: 'engine_unavailable', details: { capability: 'synthesis', setting } },
    })
    expect((await accounts()).runs).toEqual([])

    const upscaler = await worker({ PLATELIGHT_WORKER_CAPABILITIES: 'cutout,upscale' })
    expect(await offered()).toMatchObject({ available: true })
    // It is still thought to be online, so its run waits for it.
    upscaler.child.kill('SIGSTOP')
    const upscaled = client.images.upscale({ image_url, scale: 2 })
    await client.photos.enhance({ image: await photo(2) })
    expect((await accounts()).runs.map(({ state }) => state).sort()).toEqual(['queued', 'succeeded'])
    upscaler.child.kill('SIGCONT')
    await upscaled
    expect((await fetch(`${pixels.url}/v1/photos`)).status).toBe(404)
    expect((await fetch(`${pixels.url}/health`)).status).toBe(200)
  }, 60_000)

  test('a worker that is stopped gives its runs and tickets back, and another one starts them at once', async () => {
    const front = await api()
    const first = await worker({ PLATELIGHT_GRACE_SECONDS: '0' })
    const client = await customer(front)
    const asked = Array.from({ length: 8 }, async (_, seed) => client.photos.enhance({ image: await photo(seed) }))
    const states = async () => (await accounts()).runs.map(({ state }) => state)
    // Work that comes while no worker is there is refused.
    await expect.poll(async () => (await states()).length === 8 && (await states()).includes('running')).toBe(true)
    expect((await first.kill('SIGTERM')).code).toBe(0)
    await worker()
    await Promise.all(asked)
    // The attempt of a run that was handed back does not count. That of a run whose lease lapsed would.
    expect((await accounts()).runs.every(({ attempts }) => attempts === 1)).toBe(true)
  }, 60_000)
})
