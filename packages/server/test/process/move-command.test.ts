import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { Platelight } from '@platelight/sdk'
import SqliteDatabase from 'better-sqlite3'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { S3_PROGRAMS, type S3Server, startS3 } from '../support/blobs/s3-server.ts'
import { inDataFolder } from '../support/blobs/stored-blobs.ts'
import { dishPhoto } from '../support/dish-photos.ts'
import { BIN, commandWith, createKey, startProcess } from '../support/server-process.ts'
import { createPostgresDatabase, isOnPostgres, onPostgres } from '../support/test-database.ts'

const root = mkdtempSync(join(tmpdir(), 'platelight-move-'))
const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean()
  rmSync(root, { recursive: true, force: true })
})
if (!isOnPostgres) console.warn('skipped: moves need TEST_POSTGRES_URL, the address of a PostgreSQL server')

let data: string
let folders = 0
beforeEach(() => {
  data = join(root, `data${++folders}`)
})

type Ended = { code: number; stdout: string; stderr: string }

/** Runs the command to its end. */
const move = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  commandWith({ ...inDataFolder, ...env }, 'move', '--data', data, '--no-env-file', ...args).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  )

const postgres = async () => {
  const { url, drop } = await createPostgresDatabase()
  cleanups.push(drop)
  const pool = new Pool({ connectionString: url, max: 1 })
  cleanups.push(() => pool.end())
  return { url, pool }
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

test('without an option, with both directions or without an address it exits with 2 and says what is missing', async () => {
  await createKey(data, 1)
  for (const [args, said] of [
    [[], /say what moves: --to-database, --to-s3, --from-database or --from-s3/],
    [
      ['--to-database', 'postgres://a/b', '--from-s3'],
      /'--to-database \[url\]' cannot be used with option '--from-s3'/,
    ],
    [['--to-database'], /the address of the database is missing/],
    [['--to-database', 'mysql://a/b'], /PLATELIGHT_DATABASE_URL must be an address such as postgres/],
    [['--to-s3'], /the bucket is missing: set PLATELIGHT_S3_ENDPOINT/],
    [['--from-database', 'postgres://nobody:hidden@127.0.0.1:9/x'], /127\.0\.0\.1:9\/x does not answer/],
  ] as const) {
    const { code, stderr } = await move(args)
    expect({ args, code }).toEqual({ args, code: 2 })
    expect(stderr).toMatch(said)
    expect(stderr).not.toMatch(/^\s+at |hidden/m)
  }
  rmSync(join(data, 'platelight.db'))
  expect((await move(['--to-database', 'postgres://a/b'])).stderr).toContain(`There is no database in ${data}`)
  rmSync(data, { recursive: true })
  expect((await move(['--to-database', 'postgres://a/b'])).stderr).toContain(`There is no data folder ${data}`)
  expect(existsSync(data)).toBe(false)
})

test('while a server uses the data folder it exits with 75', async () => {
  const server = await startProcess(data)
  try {
    expect(await move(['--to-database', 'postgres://a/b'])).toMatchObject({ code: 75, stdout: '' })
  } finally {
    await server.kill('SIGTERM')
  }
})

describe('with PostgreSQL', onPostgres, () => {
  test('a move that was killed is not used by a server, continues, and leaves the original as it was', async () => {
    const { account } = await createKey(data, 7)
    const file = join(data, 'platelight.db')
    const database = new SqliteDatabase(file)
    const insert = database.prepare(
      "insert into events (id, account_id, type, body, created_at) values (?, ?, 'photo.deleted', ?, '2026-01-01T00:00:00.000Z')",
    )
    const body = JSON.stringify({ text: 'Käse 🧀 '.repeat(40) })
    database.transaction(() => {
      for (let index = 0; index < 30_000; index++) insert.run(`evt_${index}`, account.id, body)
    })()
    database.close()
    const before = sha256(file)

    const { url, pool } = await postgres()
    const copied = async () => {
      const { rows } = await pool.query<{ count: string }>('select count(*) from events').catch(() => ({ rows: [] }))
      return Number(rows[0]?.count ?? 0)
    }
    const args = ['move', '--data', data, '--no-env-file', '--to-database', url]
    const first = spawn(process.execPath, [BIN, ...args], { stdio: 'ignore' })
    await expect.poll(copied, { interval: 20 }).toBeGreaterThan(1000)
    first.kill('SIGKILL')
    await expect.poll(() => first.signalCode).toBe('SIGKILL')
    const half = await copied()
    expect(half).toBeLessThan(30_000)
    await expect(startProcess(join(root, 'other'), { env: { PLATELIGHT_DATABASE_URL: url } })).rejects.toThrow(
      /ended with 2: .* holds an unfinished move/,
    )

    const { code, stdout, stderr } = await move(['--to-database', '--json'], { PLATELIGHT_DATABASE_URL: url })
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stderr).toMatch(/^copying the table /m)
    const result = JSON.parse(stdout) as { ok: boolean; database: { tables: { table: string; equal: boolean }[] } }
    expect(result.ok).toBe(true)
    expect(result.database.tables.filter(({ equal }) => !equal)).toEqual([])
    expect(result.database.tables).toContainEqual(expect.objectContaining({ table: 'events', rows: 30_000 }))
    expect(await copied()).toBe(30_000)
    expect(sha256(file)).toBe(before)

    const again = await move(['--to-database', url])
    expect(again).toMatchObject({ code: 2, stdout: '' })
    expect(again.stderr).toMatch(/is not empty: the table accounts has rows/)
  })

  describe('and S3', needs(...S3_PROGRAMS), () => {
    let s3: S3Server
    beforeAll(async () => {
      s3 = await startS3()
    })
    afterAll(() => s3?.stop())

    test('a server continues on PostgreSQL and S3 as if nothing had happened, and back in a folder', async () => {
      const { url } = await postgres()
      const grown = { ...s3.env, PLATELIGHT_DATABASE_URL: url, PLATELIGHT_S3_PREFIX: `move${process.pid}` }
      const { key } = await createKey(data, 20)
      const use = async (
        folder: string,
        env: Record<string, string>,
        act: (client: Platelight) => Promise<void>,
        signal: NodeJS.Signals = 'SIGTERM',
      ) => {
        const server = await startProcess(folder, { env: { ...inDataFolder, ...env } })
        try {
          await act(new Platelight({ baseUrl: server.url, apiKey: key }))
        } finally {
          await server.kill(signal)
        }
      }
      const photos: string[] = []
      const enhance = async (client: Platelight) => {
        const image = new Uint8Array(await dishPhoto({ width: 320, height: 240, seed: photos.length }))
        photos.push((await client.photos.enhance({ image, formats: ['square'] })).id)
      }
      const check = async (client: Platelight, credits: number) => {
        const listed = await client.photos.list().toArray({ limit: 10 })
        expect(listed.map(({ id }) => id).sort()).toEqual([...photos].sort())
        for (const id of photos) {
          const { enhanced, original } = await client.photos.get(id)
          for (const address of [enhanced.square, original?.url])
            expect({ id, status: (await fetch(address ?? '')).status }).toEqual({ id, status: 200 })
        }
        expect((await client.account.credits()).credits).toBe(credits)
      }

      const began = async (client: Platelight) => {
        await enhance(client)
        await enhance(client)
        await check(client, 18)
      }
      // Killed, so that its last rows are in the log of the database only.
      await use(data, {}, began, 'SIGKILL')
      const wrong = await move(['--to-database', '--to-s3'], { ...grown, PLATELIGHT_S3_SECRET_ACCESS_KEY: 'wrong' })
      expect(wrong).toMatchObject({ code: 2, stdout: '' })
      expect(wrong.stderr).toContain('PLATELIGHT_S3_SECRET_ACCESS_KEY')

      const there = await move(['--to-database', '--to-s3'], grown)
      expect(there).toMatchObject({ code: 0 })
      expect(there.stdout).toMatch(/^runs +2 +2 +\w{12} equal$/m)
      expect(there.stdout).toMatch(/^6 copied, 0 already there, \d MB with equal checksums$/m)
      expect(there.stdout).toContain(`PLATELIGHT_SECRETS_FILE=${join(data, 'secrets.json')}`)

      const stranger = startProcess(join(root, 'stranger'), { env: { ...inDataFolder, ...grown } })
      await expect(stranger).rejects.toThrow(/ended with 2: .*secrets/)
      const node = join(root, 'node')
      mkdirSync(node)
      cpSync(join(data, 'secrets.json'), join(node, 'secrets.json'))
      await use(node, grown, async (client) => {
        await check(client, 18)
        await enhance(client)
        await check(client, 17)
        const early = await move(['--from-database'], grown)
        expect({ code: early.code, stderr: early.stderr }).toMatchObject({ code: 75 })
        expect(early.stderr).toMatch(/^A server is working on postgres:.* Stop it first/m)
      })
      expect(existsSync(join(node, 'platelight.db'))).toBe(false)

      const original = data
      data = join(root, 'returned')
      const back = await move(['--from-database', '--from-s3', '--json'], grown)
      expect(back).toMatchObject({ code: 0 })
      expect(JSON.parse(back.stdout)).toMatchObject({ ok: true, pictures: { copied: 9, missing: [], different: [] } })
      cpSync(join(original, 'secrets.json'), join(data, 'secrets.json'))
      await use(data, {}, async (client) => {
        await check(client, 17)
        await enhance(client)
        await check(client, 16)
      })

      // Pictures move alone, too. Those that are there already are only compared.
      const alone = await move(['--to-s3', '--json'], { ...grown, PLATELIGHT_DATABASE_URL: '' })
      expect(JSON.parse(alone.stdout)).toMatchObject({ ok: true, pictures: { copied: 3, already_there: 9 } })
    })
  })
})
