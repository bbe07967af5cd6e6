import { afterAll, beforeAll, expect, test } from 'vitest'
import { FROM_ANYWHERE, newEmail, PASSWORD, visitor } from '../../support/identity/signed-in-client.ts'
import { type SmtpReceiver, startSmtp } from '../../support/mail/smtp-receiver.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const MINUTE = 60_000
const DAY = 86_400_000
let app: TestApp
let smtp: SmtpReceiver
let now = Date.parse('2026-11-21T00:30:00Z')
beforeAll(async () => {
  smtp = await startSmtp()
  app = await startApp({
    clock: { now: () => new Date(now) },
    env: {
      ...FROM_ANYWHERE,
      PLATELIGHT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      PLATELIGHT_MAIL_FROM: 'Trattoria <no-reply@kitchen.example>',
    },
  })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const signUp = (email: string) => visitor(app).auth.signup({ email, password: PASSWORD })
const signIn = async (email: string) => {
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  return visitor(app, { apiKey })
}
const countTo = (...addresses: string[]) => addresses.flatMap((address) => smtp.lettersTo(address)).length
/** Goes on in time once nothing is due any more. */
const later = async (ms: number): Promise<void> => {
  const due = app.core.database.db.selectFrom('letters').select('id').where('state', '=', 'waiting')
  await expect
    .poll(async () => (await due.where('next_attempt_at', '<=', new Date(now).toISOString()).execute()).length)
    .toBe(0)
  now += ms
}

/** What a stranger does with somebody else's address, slowly enough that only the day limits it. */
async function pester(email: string): Promise<void> {
  await signUp(email)
  const person = await signIn(email)
  for (let tries = 0; tries < 3; tries += 1) {
    await later(MINUTE)
    const refused = { status: 429, code: 'rate_limited' }
    await person.auth.resendVerification().catch((error: unknown) => expect(error).toMatchObject(refused))
    await signUp(email)
  }
  await later(MINUTE)
  await person.account.delete()
  // The deletion takes with it every letter to the address from until then.
  now += 1_000
}

test('a mailbox gets seven letters of sign-ups a day, however often the account is deleted', async () => {
  const email = newEmail()
  const sameMailbox = email.replace('@', '+again@')
  for (const address of [email, email, sameMailbox]) await pester(address)
  expect(countTo(email, sameMailbox)).toBe(7)

  // What its reader needs most is still sent, and the next day begins anew.
  await signUp(email)
  await visitor(app).auth.forgotPassword({ email })
  await expect.poll(() => countTo(email, sameMailbox)).toBe(8)
  await later(DAY)
  await (await signIn(email)).auth.resendVerification()
  await expect.poll(() => countTo(email, sameMailbox)).toBe(9)
})

test('forms leave a mailbox the letters of its sign-up, and all of them together have an end', async () => {
  const email = newEmail()
  const ask = () => visitor(app).leads.newsletter({ email })
  for (let form = 0; form < 7; form += 1) await ask().then(() => later(MINUTE))
  expect(countTo(email)).toBe(5)
  await pester(email)
  expect(countTo(email)).toBe(7)
  await signUp(email)
  for (let reset = 0; reset < 5; reset += 1)
    await visitor(app)
      .auth.forgotPassword({ email })
      .then(() => later(MINUTE))
  expect(countTo(email)).toBe(10)
})

test('who signs up again a moment after the deletion gets the letter a minute after the last one', async () => {
  const email = newEmail()
  await signUp(email)
  await expect.poll(() => countTo(email)).toBe(1)
  await (await signIn(email)).account.delete()
  now += 1_000
  await signUp(email)
  await later(MINUTE)
  await expect.poll(() => countTo(email)).toBe(2)
})

test('a link that cannot be sent again leaves the last one as it was, and says from when on another one can', async () => {
  const email = newEmail()
  await signUp(email)
  await expect.poll(() => countTo(email)).toBe(1)
  const person = await signIn(email)
  const [one, two] = await Promise.allSettled([person.auth.resendVerification(), person.auth.resendVerification()])
  for (const { status, reason } of [one, two] as PromiseRejectedResult[])
    expect([status, reason.status, reason.retryAfterMs]).toEqual(['rejected', 429, MINUTE])
  const token = /token=([\w-]+)/.exec(smtp.lettersTo(email)[0]?.text ?? '')?.[1] ?? ''
  expect(await visitor(app).auth.verifyEmail(token)).toMatchObject({ status: 'verified' })
})

test('the count of a day names nobody, and goes when the day is over', async () => {
  const email = newEmail()
  await signUp(email)
  await later(DAY)
  const { db } = app.core.database
  const rows = await db.selectFrom('letter_counts').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(email.split('@')[0])
  await app.app.letterLimits.expire(db)
  expect(await db.selectFrom('letter_counts').selectAll().execute()).toEqual([])
})
