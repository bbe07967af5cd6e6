import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../src/database/in-transaction.ts'
import type { MarketingList } from '../../../src/mail/templates/letter-kinds.ts'
import { FROM_ANYWHERE, newEmail, PASSWORD, tokenIn, visitor } from '../../support/identity/signed-in-client.ts'
import { type ArrivedLetter, type SmtpReceiver, startSmtp } from '../../support/mail/smtp-receiver.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let smtp: SmtpReceiver
let now = Date.parse('2026-11-21T09:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000

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

const linkIn = (letter: ArrivedLetter | undefined): string => /https?:\/\/\S+/.exec(letter?.text ?? '')?.[0] ?? ''

/** The letters to an address, once there are as many. */
async function letters(address: string, count: number): Promise<readonly ArrivedLetter[]> {
  await expect.poll(() => smtp.lettersTo(address).length).toBe(count)
  return smtp.lettersTo(address)
}

/** Asks for the newsletter. @returns the token of the letter */
async function asked(email: string): Promise<string> {
  const before = smtp.lettersTo(email).length
  await visitor(app).leads.newsletter({ email })
  return tokenIn(linkIn((await letters(email, before + 1)).at(-1)))
}

async function subscriber(email = newEmail()): Promise<{ email: string; token: string }> {
  const token = await asked(email)
  expect(await visitor(app).leads.confirm({ token })).toMatchObject({ status: 'confirmed' })
  return { email, token }
}

/** Writes an issue of a list to an address without naming an account. @returns whether it was written */
const announce = (to: string, list: MarketingList = 'newsletter'): Promise<boolean> =>
  inTransaction(app.core.database.db, async (tx) => {
    const values = { list, subject: 'Spring', paragraphs: ['The oven is open.'] }
    return (await app.app.letters.write(tx, { to, locale: 'en', accountId: null }, { kind: 'announcement', values }))
      .isWritten
  })

const leadsOf = (email: string) =>
  app.core.database.db.selectFrom('leads').selectAll().where('email', '=', email).execute()

test('a subscription begins with the button behind the link of the letter, and neither before nor by opening the page', async () => {
  const email = newEmail()
  expect(await visitor(app).leads.newsletter({ email, locale: 'de-AT', source: 'footer' })).toMatchObject({
    status: 'received',
  })
  const [letter] = await letters(email, 1)
  expect(letter?.subject).toBe('Bitte bestätigen Sie Ihre Anmeldung')
  expect(letter?.headers.filter(({ key }) => key.startsWith('list-'))).toEqual([])
  const page = await fetch(linkIn(letter), { headers: { accept: 'text/html' } })
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining(`Send the newsletter to <strong>${email}`),
  ])
  expect(await announce(email)).toBe(false)

  const press = () =>
    fetch(`${app.url}/api/leads/confirm`, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: tokenIn(linkIn(letter)) }),
    })
  expect(await (await press()).text()).toContain('Your subscription is confirmed')
  expect(await announce(email)).toBe(true)
  expect(await announce(email, 'offers')).toBe(false)
  const issue = (await letters(email, 2))[1]
  expect(issue?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
})

test('a link that is used twice changes nothing, also after its subscription has ended', async () => {
  const { email, token } = await subscriber()
  const again = await visitor(app).leads.confirm({ token })
  expect(again).toEqual({ status: 'already_confirmed', email: `m***@trattoria.example` })

  await announce(email)
  const issue = (await letters(email, 2))[1]
  const link = /^<(.+)>$/.exec(issue?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? ''
  expect((await fetch(link, { method: 'POST' })).status).toBe(200)
  expect(await announce(email)).toBe(false)
  expect(await leadsOf(email)).toEqual([])
  await expect(visitor(app).leads.confirm({ token })).rejects.toMatchObject({ status: 400, code: 'token_invalid' })
  expect(await announce(email)).toBe(false)

  // A new form begins a new round.
  now += MINUTE
  await visitor(app).leads.confirm({ token: await asked(email) })
  expect(await announce(email)).toBe(true)
})

test('a link works for seven days, and no longer when a newer letter has replaced it', async () => {
  const email = newEmail()
  const first = await asked(email)
  now += MINUTE
  const second = await asked(email)
  await expect(visitor(app).leads.confirm({ token: first })).rejects.toMatchObject({ code: 'token_invalid' })
  now += 7 * DAY
  await expect(visitor(app).leads.confirm({ token: second })).rejects.toMatchObject({
    status: 400,
    code: 'token_invalid',
    message: expect.stringContaining('has expired'),
  })
  for (const [token, title] of [
    [second, 'This link has expired'],
    ['invented', 'This link does not work'],
    ['', 'This link does not work'],
  ]) {
    const page = await fetch(`${app.url}/leads/confirm?token=${token}`)
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining(title!)])
  }
  expect(await announce(email)).toBe(false)
})

test('no reply tells whether an address subscribes, and a subscriber gets no second letter', async () => {
  const { email } = await subscriber()
  now += MINUTE
  const known = await visitor(app).leads.newsletter({ email })
  const other = newEmail()
  expect(await visitor(app).leads.newsletter({ email: other })).toEqual(known)
  await letters(other, 1)
  expect(smtp.lettersTo(email)).toHaveLength(1)
  expect(await announce(email)).toBe(true)
})

test('a form that is sent again and again writes one letter a minute, and five a day at most', async () => {
  const email = newEmail()
  const [one, two] = await Promise.all([
    visitor(app).leads.newsletter({ email }),
    visitor(app).leads.newsletter({ email: ` ${email.toUpperCase()} ` }),
  ])
  expect(one).toEqual(two)
  // A letter that still waits would be replaced by the next one.
  await letters(email, 1)
  for (let round = 0; round < 8; round += 1) {
    now += MINUTE
    await visitor(app).leads.newsletter({ email })
    await letters(email, Math.min(5, round + 2))
  }
  const marker = newEmail()
  await visitor(app).leads.newsletter({ email: marker })
  await letters(marker, 1)
  expect(smtp.lettersTo(email)).toHaveLength(5)
  expect(await leadsOf(email)).toHaveLength(1)
  now += DAY
  await asked(email)
})

test('forms with consent ask for the newsletter and offers in a letter of their own', async () => {
  const email = newEmail()
  await visitor(app).leads.guideDownload({ email, marketing_consent: true, locale: 'fr' })
  const both = await letters(email, 2)
  expect(both.map(({ subject }) => subject).sort()).toEqual([
    'Confirmez votre inscription',
    'Votre téléchargement\u202f: Light at the window: food photos with a phone',
  ])
  expect(await announce(email)).toBe(false)
  const confirmation = both.find(({ subject }) => subject?.startsWith('Confirmez'))
  expect(confirmation?.text).toContain('nos offres')
  await visitor(app).leads.confirm({ token: tokenIn(linkIn(confirmation)) })
  expect([await announce(email), await announce(email, 'offers'), await announce(email, 'product_updates')]).toEqual([
    ...[true, true, false],
  ])
})

test('the preferences of a verified account show what its address confirmed in a form, and end it', async () => {
  const customer = await app.customer()
  const { email } = await subscriber(customer.email)
  expect(await customer.client.email.preferences()).toMatchObject({ newsletter: true, offers: false })
  const notify = () =>
    inTransaction(app.core.database.db, (tx) =>
      app.app.letters.notify(tx, customer.accountId, {
        kind: 'announcement',
        values: { list: 'newsletter', subject: 'Summer', paragraphs: ['New dishes.'] },
      }),
    )
  expect(await notify()).toBe(true)
  await letters(email, 2)
  expect(await customer.client.email.updatePreferences({ newsletter: false })).toMatchObject({ newsletter: false })
  expect([await notify(), await announce(email)]).toEqual([false, false])
  now += MINUTE
  await subscriber(email)
  expect(await customer.client.email.preferences()).toMatchObject({ newsletter: true, unsubscribed_at: null })
})

test('an account that was never verified neither sees nor ends what the reader of its address confirmed', async () => {
  const { email } = await subscriber()
  await visitor(app).auth.signup({ email, password: PASSWORD })
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  const stranger = visitor(app, { apiKey })
  expect(await stranger.email.preferences()).toMatchObject({ newsletter: false })
  await stranger.email.updatePreferences({ newsletter: false })
  expect(await announce(email)).toBe(true)
})

test('forms that nobody confirmed are removed, and confirmed ones stay', async () => {
  const unconfirmed = newEmail()
  await asked(unconfirmed)
  const { email } = await subscriber()
  now += 13 * DAY
  await app.app.leads.expire()
  expect(await leadsOf(unconfirmed)).toHaveLength(1)
  now += 2 * DAY
  await app.app.leads.expire()
  expect(await leadsOf(unconfirmed)).toEqual([])
  expect(await leadsOf(email)).toHaveLength(1)
})
