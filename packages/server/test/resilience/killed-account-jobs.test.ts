import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Platelight } from '@platelight/sdk'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../src/database/open-database.ts'
import { connectSqlite } from '../../src/database/open-sqlite.ts'
import { connectPostgres } from '../../src/database/postgres/open-postgres.ts'
import { bytesBelow, rowsOfAllTables } from '../api/account/left-traces.ts'
import { exportReady, filesOf, jsonIn } from '../api/account/read-export.ts'
import { storedBlobs } from '../support/blobs/stored-blobs.ts'
import { dishPhoto } from '../support/dish-photos.ts'
import { filesIn, pathsIn } from '../support/files-in.ts'
import { PASSWORD, tokenIn } from '../support/identity/signed-in-client.ts'
import { type SmtpReceiver, startSmtp } from '../support/mail/smtp-receiver.ts'
import { startProcess } from '../support/server-process.ts'
import { createPostgresDatabase, isOnPostgres } from '../support/test-database.ts'

const EMAIL = 'ginevra@osteria-del-gelso.example'
/** Enough rows that a job needs many transactions. */
const RUNS = 4_000
const UPLOADS = 24

let folder: string
let smtp: SmtpReceiver
let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined
let db: Db
let disconnect: (() => Promise<void>) | undefined
let children: ChildProcess[] = []

beforeEach(async () => {
  if (isOnPostgres) postgres = await createPostgresDatabase()
  folder = await mkdtemp(join(tmpdir(), 'platelight-kill-jobs-'))
  smtp = await startSmtp()
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await disconnect?.()
  await smtp.close()
  await postgres?.drop()
  await rm(folder, { recursive: true, force: true })
})

const start = (onSpawn?: (child: ChildProcess) => void) =>
  startProcess(folder, {
    env: {
      PLATELIGHT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      PLATELIGHT_MAIL_FROM: 'no-reply@kitchen.example',
      PLATELIGHT_SIGNUP_CREDITS: '20',
      ...(postgres && { PLATELIGHT_DATABASE_URL: postgres.url }),
    },
    onSpawn: (child) => {
      children.push(child)
      onSpawn?.(child)
    },
  })

/** On PostgreSQL leases of a dead process lapse after a minute, and its files after an hour, which is over at once here. */
const lapse = async () => {
  if (!isOnPostgres) return
  const incoming = join(folder, 'incoming')
  for (const name of await readdir(incoming)) await utimes(join(incoming, name), 0, 0)
  for (const table of ['account_jobs', 'letters'] as const)
    await sql`update ${sql.table(table)} set lease_until = created_at where lease_until is not null`.execute(db)
}

/** A server with an account that has a photo, many runs and some uploads. */
async function withResident() {
  const server = await start()
  const { db: opened, close } = postgres
    ? connectPostgres({ url: postgres.url, connections: 1 })
    : connectSqlite(join(folder, 'platelight.db'))
  db = opened
  disconnect = close
  const stranger = new Platelight({ baseUrl: server.url, maxRetries: 0 })
  await stranger.auth.signup({ email: EMAIL, password: PASSWORD, name: 'Ginevra Montefiascone' })
  await expect.poll(() => smtp.arrived.length).toBe(1)
  const link = /https?:\/\/\S+/.exec(smtp.arrived[0]?.text ?? '')?.[0] ?? ''
  await stranger.auth.verifyEmail(tokenIn(link))
  await expect.poll(() => smtp.arrived.length).toBe(2)
  const { access_token: apiKey, user } = await stranger.auth.login({ email: EMAIL, password: PASSWORD })
  const client = new Platelight({ baseUrl: server.url, apiKey, maxRetries: 0 })
  const photo = async (seed: number) => new Uint8Array(await dishPhoto({ width: 640, height: 480, seed }))
  const made = await client.photos.enhance({ image: await photo(0), upscale: false, formats: ['square'] })
  for (let upload = 1; upload <= UPLOADS; upload++) await client.uploads.create(await photo(upload))

  const { serial, ...run } = await db.selectFrom('runs').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: RUNS }, (_, number) => ({
    ...run,
    request_key: null,
    id: `run_${String(number).padStart(26, '0')}`,
    serial: Number(serial) + 1 + number,
  }))
  for (let from = 0; from < RUNS; from += 250) {
    const some = copies.slice(from, from + 250)
    await db.insertInto('runs').values(some).execute()
  }
  return { server, apiKey, accountId: user.id, made }
}

/** Kills a server as soon as the condition is true, also before it is ready. The server may be running already. */
async function killWhen(condition: () => Promise<boolean>, running?: Awaited<ReturnType<typeof start>>): Promise<void> {
  let child = running?.child
  const keep = (spawned: ChildProcess) => {
    child = spawned
  }
  const started = running ? Promise.resolve(running) : start(keep).catch(() => undefined)
  while (!(await condition())) {
    expect(child?.exitCode ?? null).toBe(null)
    await sleep(3)
  }
  child?.kill('SIGKILL')
  await (await started)?.exited
  await lapse()
}

type Counted = 'runs' | 'events' | 'uploads' | 'account_jobs'
const countOf = async (table: Counted): Promise<number> => {
  const rows = db.selectFrom(table).select(({ fn }) => fn.countAll<number | string>().as('count'))
  return Number((await rows.executeTakeFirstOrThrow()).count)
}

/** The size of the archive that is being written. A start removes folders while they are read; then it is none. */
async function unfinishedArchive(): Promise<number> {
  const archives = (await pathsIn(folder)).filter((path) => /[\\/]export-[^\\/]+$/.test(dirname(path)))
  const sizes = archives.map((path) => stat(path).then(({ size }) => size))
  return Math.max(0, ...(await Promise.all(sizes).catch(() => [0])))
}

test('an export whose server is killed three times becomes one whole archive, and leaves nothing behind', async () => {
  const { server, apiKey, made } = await withResident()
  const { id } = await new Platelight({ baseUrl: server.url, apiKey }).account.startExport()
  const attempts = async () =>
    (await db.selectFrom('account_jobs').select('attempts').where('id', '=', id).executeTakeFirst())?.attempts ?? 0
  await killWhen(async () => (await attempts()) >= 1, server)
  const isReady = async () =>
    (await db.selectFrom('account_jobs').select('id').where('state', '=', 'done').execute()).length > 0
  // A fast machine may be ready before it is seen at work. Then the kill comes afterwards, which must not matter either.
  for (const bytes of [1, 400_000])
    await killWhen(async () => (await unfinishedArchive()) >= bytes || (await isReady()))

  const last = await start()
  const client = new Platelight({ baseUrl: last.url, apiKey })
  await expect.poll(async () => (await client.account.export()).status).toBe('ready')
  const ready = await exportReady({ client })
  expect(ready).toMatchObject({ id, files: [{ filename: 'platelight-export-1.zip' }] })
  const files = await filesOf(ready)
  expect(jsonIn(files['runs.json'])).toHaveLength(RUNS + 1)
  const names = Object.keys(files)
  expect(names.filter((name) => name.startsWith('uploads/'))).toHaveLength(UPLOADS + 1)
  expect(names.filter((name) => name.startsWith(`pictures/${made.id}/`))).toHaveLength(2)
  const left = async () => (await storedBlobs(folder)).filter(({ key }) => key.endsWith('.zip')).length
  await expect.poll(left).toBe(1)
  expect(await unfinishedArchive()).toBe(0)
})

test('a deletion whose server is killed at five points ends whole, and its letter arrives exactly once', async () => {
  const { server, apiKey, accountId } = await withResident()
  // Whether a letter survives a kill is another test. Here it waits until all kills are over.
  smtp.behave(() => '421 4.3.2 Try again')
  const client = new Platelight({ baseUrl: server.url, apiKey, maxRetries: 0 })
  const events = await countOf('events')
  expect(await client.account.delete()).toMatchObject({ status: 'deleted' })

  const points: readonly (() => Promise<boolean>)[] = [
    async () => true,
    async () => (await countOf('runs')) < RUNS * 0.8,
    async () => (await countOf('runs')) < RUNS * 0.3,
    async () => (await countOf('events')) < events,
    async () => (await countOf('uploads')) === 0,
  ]
  for (const [number, condition] of points.entries()) {
    await killWhen(condition, number === 0 ? server : undefined)
    // A half-deleted account opens to nobody, and its deletion is not forgotten.
    const account = db.selectFrom('accounts').select(['email', 'password_hash']).where('id', '=', accountId)
    const [kept, waiting] = [await account.execute(), await db.selectFrom('account_jobs').select('state').execute()]
    expect(kept.length).toBe(waiting.length)
    if (number < 3) expect(waiting).toEqual([{ state: 'waiting' }])
    for (const one of kept) expect(one).toEqual({ email: `${accountId}@deleted.invalid`, password_hash: null })
  }

  smtp.behave(() => undefined)
  await sql`update letters set next_attempt_at = created_at`.execute(db)
  const last = await start()
  await expect.poll(() => countOf('account_jobs')).toBe(0)
  const letters = () => db.selectFrom('letters').selectAll().execute()
  await expect.poll(letters).toEqual([])
  const arrived = smtp.lettersTo(EMAIL).map(({ subject }) => subject)
  expect(arrived).toEqual([...arrived.slice(0, 2), 'Your account was deleted'])
  await expect(new Platelight({ baseUrl: last.url, apiKey }).auth.me()).rejects.toMatchObject({ status: 401 })

  const rows = await rowsOfAllTables(db)
  for (const word of [EMAIL, 'Montefiascone', accountId]) expect([word, rows.includes(word)]).toEqual([word, false])
  const unfinished = async () => (await filesIn(folder)).filter((name) => /\.(jpe?g|zip|tmp)$/.test(name))
  const left = async () => [...(await unfinished()), ...(await storedBlobs(folder))]
  await expect.poll(left).toEqual([])
  const owners = await db.selectFrom('accounts').select(['id', 'email', 'balance']).execute()
  expect(owners).toEqual([{ id: owners[0]?.id, email: `${owners[0]?.id}@deleted.invalid`, balance: 19 }])
  if (isOnPostgres) return
  const bytes = async () => {
    const all = await bytesBelow(folder)
    return [EMAIL, 'Montefiascone', accountId].filter((word) => all.includes(word))
  }
  await expect.poll(bytes).toEqual([])
})
