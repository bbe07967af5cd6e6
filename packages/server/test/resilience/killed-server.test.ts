import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blobsAreInS3 } from '../support/blobs/stored-blobs.ts'
import { dishPhoto } from '../support/dish-photos.ts'
import { filesIn } from '../support/files-in.ts'
import { command, createKey, startProcess } from '../support/server-process.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-kill-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const read = <T>(sql: string): T[] => {
  const db = new SqliteDatabase(join(folder, 'platelight.db'), { readonly: true })
  try {
    return db.prepare(sql).all() as T[]
  } finally {
    db.close()
  }
}

const states = () => read<{ state: string }>('select state from runs')
const succeeded = () => states().filter(({ state }) => state === 'succeeded').length

test('after kill -9 during work, repeated requests find every photo once and charged once', async () => {
  const { key } = await createKey(folder, 100)
  const photos = await Promise.all(
    Array.from({ length: 8 }, (_, seed) => dishPhoto({ width: 1600, height: 1200, seed })),
  )
  const ask = (url: string, photo: Buffer, index: number) => {
    const client = new Platelight({ baseUrl: url, apiKey: key, maxRetries: 0 })
    return client.photos.enhance(
      { image: new Uint8Array(photo), formats: ['square'], upscale: false },
      { idempotencyKey: `photo-${index}` },
    )
  }

  // The server is killed three times at different moments of the same work, and every request is repeated each time.
  for (const done of [0, 2, 5]) {
    const server = await startProcess(folder)
    const asked = photos.map((photo, index) => ask(server.url, photo, index).catch(() => undefined))
    const reached = () => states().some(({ state }) => state === 'running') && succeeded() >= done
    await expect.poll(reached, { interval: 10 }).toBe(true)
    await server.kill()
    await Promise.all(asked)
  }

  const server = await startProcess(folder)
  const made = await Promise.all(photos.map((photo, index) => ask(server.url, photo, index)))
  const client = new Platelight({ baseUrl: server.url, apiKey: key })
  const listed = await client.photos.list().toArray({ limit: 100 })
  expect(new Set(made.map(({ id }) => id)).size).toBe(8)
  expect(listed.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort())
  for (const photo of made) {
    const fresh = await client.photos.get(photo.id)
    expect((await fetch(fresh.enhanced.square!)).status).toBe(200)
  }
  expect((await client.account.credits()).credits).toBe(92)

  const entries = read<{ kind: string; amount: number; reference: string }>(
    'select kind, amount, reference from credit_entries',
  )
  expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(8)
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(92)
  const events = read<{ type: string; runs: number }>(
    "select type, count(*) as runs from events where type = 'photo.enhancement.completed' group by type",
  )
  expect(events).toEqual([{ type: 'photo.enhancement.completed', runs: 8 }])

  expect((await server.kill('SIGTERM')).code).toBe(0)
  if (!blobsAreInS3) expect(await readdir(join(folder, 'blobs', 'tmp'))).toEqual([])
  expect(await filesIn(join(folder, 'incoming'))).toEqual([])
})

test('SIGTERM lets running requests finish and refuses new ones', async () => {
  const { key } = await createKey(folder, 10)
  const server = await startProcess(folder, { env: { PLATELIGHT_GRACE_SECONDS: '600' } })
  const client = new Platelight({ baseUrl: server.url, apiKey: key, maxRetries: 0 })
  const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 2400, height: 1800 })))
  const working = client.photos.enhance({ image: url })
  await expect.poll(states).toEqual([{ state: 'running' }])
  const exited = server.kill('SIGTERM')
  const asked = () => client.account.credits().catch(({ code }) => code)
  await expect.poll(asked).toBe('connection_failed')
  expect((await working).status).toBe('completed')
  expect((await exited).code).toBe(0)
})

test('without grace time, work is handed back and done after the next start', async () => {
  const { key } = await createKey(folder, 10)
  const first = await startProcess(folder, { env: { PLATELIGHT_GRACE_SECONDS: '0' } })
  const client = new Platelight({ baseUrl: first.url, apiKey: key, maxRetries: 0 })
  const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 3000, height: 2000 })))
  const lost = client.photos.enhance({ image: url, formats: ['square'] }, { idempotencyKey: 'k' }).catch(() => 'lost')
  await expect.poll(states, { interval: 20 }).toEqual([{ state: 'running' }])
  expect((await first.kill('SIGTERM')).code).toBe(0)
  expect(await lost).toBe('lost')

  const second = await startProcess(folder)
  const again = new Platelight({ baseUrl: second.url, apiKey: key })
  await expect
    .poll(async () => (await again.photos.list().toArray({ limit: 5 })).map(({ status }) => status))
    .toEqual(['completed'])
  expect((await again.account.credits()).credits).toBe(9)
  await second.kill('SIGTERM')
})

test('an embedded server ends when its standard input closes', async () => {
  const server = await startProcess(folder, { args: ['--embedded'] })
  server.child.stdin!.end()
  expect((await server.exited).code).toBe(0)
})

test('a second server on the same folder exits with 75, and a dead one does not block', async () => {
  const server = await startProcess(folder)
  await expect(command('start', '--data', folder, '--port', '0', '--ready-json')).rejects.toMatchObject({
    code: 75,
    stdout: expect.stringContaining(server.url),
  })
  await server.kill()
  const next = await startProcess(folder)
  await next.kill('SIGTERM')
})

test('all wrong settings are reported at once, and the server does not start', async () => {
  const env = {
    PLATELIGHT_PORT: 'eighty',
    PLATELIGHT_THREADS: '0',
    PLATELIGHT_PUBLIC_URL: 'photos.example.com',
    PLATELIGHT_LOG: 'loud',
  }
  const error = await startProcess(folder, { env, args: ['--port', 'eighty'] }).catch((thrown: Error) => thrown.message)
  for (const name of Object.keys(env)) expect(error).toContain(name)
  expect(await readdir(folder)).toEqual([])
})

test('operator commands work beside a running server', async () => {
  const server = await startProcess(folder)
  const { key } = await createKey(folder, 3)
  const client = new Platelight({ baseUrl: server.url, apiKey: key })
  expect(await client.account.credits()).toMatchObject({ credits: 3, subscription_plan: 'Enterprise' })
  await command('credits', 'grant', '--email', 'Kitchen@Example.com', '--credits', '4', '--data', folder)
  expect((await client.account.credits()).credits).toBe(7)
  await expect(
    command('credits', 'grant', '--email', 'nobody@example.com', '--credits', '4', '--data', folder),
  ).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nobody@example.com'),
  })
  const { stdout } = await command('admin', 'create', '--email', 'boss@example.com', '--json', '--data', folder)
  expect(JSON.parse(stdout)).toMatchObject({ account: { role: 'admin' }, scopes: expect.arrayContaining(['admin']) })
  await server.kill('SIGTERM')
})

test('after kill -9 during a batch, the next start finishes it with every item once', async () => {
  const { key } = await createKey(folder, 20)
  const first = await startProcess(folder)
  const client = new Platelight({ baseUrl: first.url, apiKey: key, maxRetries: 0 })
  const image_urls: string[] = []
  for (let seed = 0; seed < 6; seed++) {
    const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 1200, height: 900, seed })))
    image_urls.push(url)
  }
  const { job_id } = await client.images.batchProcess({ image_urls })
  await expect
    .poll(async () => (await client.jobs.status(job_id)).progress?.current ?? 0, { interval: 20 })
    .toBeGreaterThan(0)
  await first.kill()

  const second = await startProcess(folder)
  const again = new Platelight({ baseUrl: second.url, apiKey: key })
  await expect.poll(async () => (await again.jobs.status(job_id)).status).toBe('SUCCESS')
  const { items } = (await again.jobs.status(job_id)).result as { items: { status: string }[] }
  expect(items.map(({ status }) => status)).toEqual(Array(6).fill('completed'))
  expect((await again.account.credits()).credits).toBe(14)
  const booked = read<{ kind: string; count: number }>(
    'select kind, count(*) as count from credit_entries group by kind order by kind',
  )
  expect(booked).toEqual([
    { kind: 'charge', count: 6 },
    { kind: 'grant', count: 1 },
    { kind: 'hold', count: 6 },
  ])
  const reported = read<{ count: number }>(
    "select count(*) as count from events where type = 'photo.enhancement.completed'",
  )
  expect(reported).toEqual([{ count: 6 }])
  await second.kill('SIGTERM')
})
