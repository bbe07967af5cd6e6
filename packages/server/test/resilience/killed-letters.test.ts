import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SMTP_STEPS, type SmtpReceiver, startSmtp } from '../support/mail/smtp-receiver.ts'
import { startProcess } from '../support/server-process.ts'
import { isOnPostgres } from '../support/test-database.ts'

let folder: string
let smtp: SmtpReceiver
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-kill-letters-'))
  smtp = await startSmtp()
})
afterEach(async () => {
  await smtp.close()
  await rm(folder, { recursive: true, force: true })
})

const start = () =>
  startProcess(folder, {
    env: {
      PLATELIGHT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      PLATELIGHT_MAIL_FROM: 'no-reply@kitchen.example',
      PLATELIGHT_TRUST_PROXY: '1',
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

function query(sql: string, ...values: string[]): unknown[] {
  const db = new SqliteDatabase(join(folder, 'platelight.db'), { readonly: true })
  try {
    return db.prepare(sql).all(...values)
  } finally {
    db.close()
  }
}

const accountsOf = (email: string) => query('select id from accounts where email = ?', email).length
const waitingLetters = () => query("select recipient from letters where state = 'waiting'")

/** Before the reply: while the password is hashed, and about when the account and its letter are written. */
const BEFORE_THE_REPLY_MS = [20, 60, 100]

// On PostgreSQL another process takes a letter over when its lease lapses; `letter-sending.test.ts` shows that.
test.skipIf(isOnPostgres)(
  'a server killed at ten points between a sign-up and its letter sends every letter, and twice only if SMTP was cut after the text',
  async () => {
    let server = await start()
    const letters = new Map<string, { least: number; most: number }>()

    /** After the death of the server: which letter must arrive, and whether its text was on the way already. */
    const restart = async (email: string, status: number) => {
      await server.exited
      const least = accountsOf(email)
      // Whoever got the reply gets the letter.
      if (status === 200) expect(least).toBe(1)
      letters.set(email, { least, most: smtp.lettersTo(email).length + least })
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
  },
  300_000,
)
