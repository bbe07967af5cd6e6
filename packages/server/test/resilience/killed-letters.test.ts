import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../src/database/open-database.ts'
import { readDatabase } from '../support/database/read-database.ts'
import { SMTP_STEPS, type SmtpReceiver, startSmtp } from '../support/mail/smtp-receiver.ts'
import { startProcess } from '../support/server-process.ts'
import { createPostgresDatabase, isOnPostgres } from '../support/test-database.ts'

let folder: string
let smtp: SmtpReceiver
let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined
beforeEach(async () => {
  if (isOnPostgres) postgres = await createPostgresDatabase()
  folder = await mkdtemp(join(tmpdir(), 'platelight-kill-letters-'))
  smtp = await startSmtp()
})
afterEach(async () => {
  await smtp.close()
  await postgres?.drop()
  await rm(folder, { recursive: true, force: true })
})

const start = () =>
  startProcess(folder, {
    env: {
      PLATELIGHT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      PLATELIGHT_MAIL_FROM: 'no-reply@kitchen.example',
      PLATELIGHT_TRUST_PROXY: '1',
      ...(postgres && { PLATELIGHT_DATABASE_URL: postgres.url }),
    },
  })

let callers = 0
const signUp = (url: string, email: string): Promise<number> =>
  fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${++callers}` },
    body: JSON.stringify({ email, password: 'seven purple artichokes' }),
  }).then(
    ({ status }) => status,
    () => 0,
  )

async function inDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = readDatabase(folder, postgres?.url)
  return work(db).finally(close)
}

const accountsOf = (email: string) =>
  inDatabase(async (db) => (await db.selectFrom('accounts').select('id').where('email', '=', email).execute()).length)
const waitingLetters = () =>
  inDatabase((db) => db.selectFrom('letters').select('recipient').where('state', '=', 'waiting').execute())

/**
 * A start ends all leases of an embedded database. With PostgreSQL they belong to other processes perhaps, and lapse after two
 * minutes, which are over at once here.
 */
const lapse = () =>
  inDatabase(async (db) => {
    if (isOnPostgres) await sql`update letters set lease_until = created_at where lease_until is not null`.execute(db)
  })

/** Before the reply: while the password is hashed, and about when the account and its letter are written. */
const BEFORE_THE_REPLY_MS = [20, 60, 100]

test('a server killed at ten points between a sign-up and its letter sends every letter, and twice only if SMTP was cut after the text', async () => {
  let server = await start()
  const letters = new Map<string, { least: number; most: number }>()

  /** After the death of the server: which letter must arrive, and whether its text was on the way already. */
  const restart = async (email: string, status: number) => {
    await server.exited
    const least = await accountsOf(email)
    // Whoever got the reply gets the letter.
    if (status === 200) expect(least).toBe(1)
    letters.set(email, { least, most: smtp.lettersTo(email).length + least })
    await lapse()
    server = await start()
    // Only then is the next session the one of the next letter.
    await expect.poll(waitingLetters).toEqual([])
  }

  for (const afterMs of BEFORE_THE_REPLY_MS) {
    const email = `before-${afterMs}@trattoria.example`
    const replied = signUp(server.url, email)
    await sleep(afterMs)
    await server.kill()
    await restart(email, await replied)
  }

  const status = await signUp(server.url, 'answered@trattoria.example')
  await server.kill()
  await restart('answered@trattoria.example', status)

  for (const step of SMTP_STEPS) {
    smtp.behave((now) => {
      if (now !== step) return undefined
      smtp.behave(() => undefined)
      server.child.kill('SIGKILL')
      return 'hang'
    })
    const email = `${step}@trattoria.example`
    await restart(email, await signUp(server.url, email))
    if (step !== 'text' && step !== 'replied') expect(letters.get(email)?.most).toBe(1)
  }

  await server.kill()
  expect(letters.size).toBe(10)
  for (const [to, { least, most }] of letters) {
    const arrived = smtp.lettersTo(to)
    expect([to, arrived.length >= least && arrived.length <= most]).toEqual([to, true])
    expect(new Set(arrived.map(({ messageId }) => messageId)).size).toBe(least)
  }
})
