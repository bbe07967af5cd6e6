import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveKey } from '../../../src/base/secrets/derive-key.ts'
import { createSecretCipher } from '../../../src/base/secrets/secret-cipher.ts'
import { inTransaction } from '../../../src/database/in-transaction.ts'
import type { MarketingList } from '../../../src/mail/templates/letter-kinds.ts'
import { createUnsubscribeTokens } from '../../../src/mail/unsubscribe-tokens.ts'
import { FROM_ANYWHERE, mails, mailTo, visitor } from '../../support/identity/signed-in-client.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE })
})
afterAll(() => app.close())

/** Writes an issue of a list to a customer, as far as the customer wants it. */
const announce = ({ accountId }: Customer, list: MarketingList, subject: string) =>
  inTransaction(app.core.database.db, (tx) =>
    app.app.letters.notify(tx, accountId, {
      kind: 'announcement',
      values: { list, subject, paragraphs: ['The oven is open.'] },
    }),
  )

const headerOf = (mail: Awaited<ReturnType<typeof mailTo>>, name: string) =>
  mail.headers.find(({ key }) => key === name)?.value ?? ''

/** The link in the header of a letter of the newsletter. */
async function newsletterLink(customer: Customer): Promise<string> {
  await customer.client.email.updatePreferences({ newsletter: true })
  expect(await announce(customer, 'newsletter', 'Spring')).toBe(true)
  const mail = await mailTo(app, customer.email, 'announcement')
  expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = /^<(.+)>$/.exec(headerOf(mail, 'list-unsubscribe'))?.[1] ?? ''
  expect(mail.html).toContain(link.replaceAll('&', '&amp;'))
  return link
}

test('nobody gets marketing without having asked for it', async () => {
  const customer = await app.customer()
  expect(await customer.client.email.preferences()).toEqual({
    email: customer.email,
    newsletter: false,
    offers: false,
    product_updates: false,
    credit_alerts: true,
    webhook_alerts: true,
    unsubscribed_at: null,
    updated_at: null,
  })
  expect(await announce(customer, 'newsletter', 'Spring')).toBe(false)
})

test('one click of a mail program ends all marketing, and a repeat gets the same reply', async () => {
  const customer = await app.customer()
  const link = await newsletterLink(customer)
  const click = () =>
    fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const replies = [await click(), await click(), await fetch(link, { method: 'POST' })]
  for (const reply of replies) {
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({ status: 'unsubscribed', email: 'c***@example.com' })
  }
  const after = await customer.client.email.preferences()
  expect(after).toMatchObject({ newsletter: false, offers: false, product_updates: false, credit_alerts: true })
  expect(after.unsubscribed_at).not.toBeNull()
  expect(await announce(customer, 'newsletter', 'Summer')).toBe(false)

  // Only what is asked for again is sent again.
  await customer.client.email.updatePreferences({ offers: true })
  expect(await customer.client.email.preferences()).toMatchObject({
    newsletter: false,
    offers: true,
    unsubscribed_at: null,
  })
  expect(await announce(customer, 'newsletter', 'Autumn')).toBe(false)
  expect(await announce(customer, 'offers', 'Half price')).toBe(true)
})

test('HEAD checks a link and changes nothing; GET ends marketing, for a program and for a person', async () => {
  const customer = await app.customer()
  const link = await newsletterLink(customer)
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(200)
  expect((await customer.client.email.preferences()).newsletter).toBe(true)
  const page = await fetch(link, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
  expect(await page.text()).toContain('c***@example.com')
  expect((await customer.client.email.preferences()).newsletter).toBe(false)
  expect(await visitor(app).email.unsubscribe(new URL(link).searchParams.get('token') ?? '')).toMatchObject({
    status: 'unsubscribed',
  })
})

test('an address without an account is unsubscribed too, and its token does not show it', async () => {
  const key = deriveKey(app.core.secrets.links, 'unsubscribe')
  const token = createUnsubscribeTokens(createSecretCipher(key)).create('guest@trattoria.example')
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('guest')
  expect(await visitor(app).email.unsubscribe(token)).toEqual({
    status: 'unsubscribed',
    email: 'g***@trattoria.example',
  })
  const { db } = app.core.database
  const announcement = { kind: 'announcement', values: { list: 'newsletter', subject: 'x', paragraphs: [] } } as const
  const to = { to: 'guest@trattoria.example', locale: 'en', accountId: null }
  const written = inTransaction(db, (tx) => app.app.letters.write(tx, to, announcement))
  expect(await written).toMatchObject({ isWritten: false })
  expect(JSON.stringify(await db.selectFrom('mail_addresses').selectAll().execute())).not.toContain('guest@')
})

test('tokens that are changed, of another purpose, or invented are refused in every form', async () => {
  const cipher = createSecretCipher(deriveKey(app.core.secrets.links, 'letters'))
  const good = createUnsubscribeTokens(createSecretCipher(deriveKey(app.core.secrets.links, 'unsubscribe'))).create(
    'a@b.example',
  )
  const bad = [
    `${good.slice(0, 9)}${good[9] === 'A' ? 'B' : 'A'}${good.slice(10)}`,
    good.slice(0, -1),
    good.toUpperCase(),
    cipher.encrypt('a@b.example', 'unsubscribe'),
    'x',
    's1.',
  ]
  for (const token of bad) {
    const url = `${app.url}/api/unsubscribe?token=${encodeURIComponent(token)}`
    for (const method of ['GET', 'HEAD', 'POST'])
      expect([token, method, (await fetch(url, { method })).status]).toEqual([token, method, 400])
    const page = await fetch(url, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('This link does not work')])
  }
  await expect(visitor(app).email.unsubscribe('x')).rejects.toMatchObject({ status: 400, code: 'token_invalid' })
  expect((await fetch(`${app.url}/api/unsubscribe`)).status).toBe(422)
})

test('letters that are always sent have no link to unsubscribe', async () => {
  const email = 'plain@trattoria.example'
  await visitor(app).auth.signup({ email, password: 'seven purple artichokes' })
  const mail = await mailTo(app, email, 'verification')
  expect(mail.headers.filter(({ key }) => key.startsWith('list-'))).toEqual([])
  expect(mail.html).not.toContain('unsubscribe')
  expect(await mails(app, email)).toHaveLength(1)
})
