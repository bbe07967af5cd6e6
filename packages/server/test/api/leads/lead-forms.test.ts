import { afterAll, beforeAll, expect, test } from 'vitest'
import { FROM_ANYWHERE, mails, mailTo, newAddress, newEmail, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const OPERATOR = 'hello@kitchen.example'
let app: TestApp
let now = Date.parse('2026-11-21T09:00:00Z')

beforeAll(async () => {
  app = await startApp({
    clock: { now: () => new Date(now) },
    env: { ...FROM_ANYWHERE, PLATELIGHT_CONTACT_ADDRESS: 'Hello@Kitchen.example' },
  })
})
afterAll(() => app.close())

const rows = (email: string) =>
  app.core.database.db.selectFrom('leads').selectAll().where('email', '=', email).orderBy('id').execute()

/** The letters to the operator about an address, once there are as many. */
async function aboutTo(email: string, count: number) {
  const found = async () => (await mails(app, OPERATOR)).filter(({ text }) => text?.includes(email))
  await expect.poll(async () => (await found()).length).toBe(count)
  return found()
}

const MESSAGE = 'We have 14 branches.\n\nCan you import our menu?'

test('a message reaches the operator once, and a reply goes to the person who wrote it', async () => {
  const email = newEmail()
  const form = { email, name: 'Mara Rossi', subject: '14 branches', message: MESSAGE, business_name: 'Trattoria' }
  const send = (change: object = {}) => visitor(app).leads.contact({ ...form, ...change })
  expect(await send()).toEqual({ status: 'received', message: 'Thank you. We will write to you.' })
  await Promise.all([send(), send({ message: `  ${MESSAGE.replaceAll('\n', '\r\n')} ` })])
  const [letter] = await aboutTo(email, 1)
  expect(letter?.subject).toBe('A message from your contact form')
  expect(letter?.replyTo).toMatchObject([{ address: email }])
  for (const line of [
    'Name of the person: Mara Rossi',
    'Subject of the message: 14 branches',
    'Can you import our menu?',
  ])
    expect(letter?.text).toContain(line)
  expect(await mails(app, email)).toEqual([])

  await send({ message: 'One more question.' })
  await aboutTo(email, 2)
  expect(await rows(email)).toHaveLength(2)
})

test('an audit request reaches the operator with its links, which are completed and never opened', async () => {
  const email = newEmail()
  await visitor(app).leads.auditRequest({
    email,
    business_name: 'Trattoria <b>Mara</b>',
    menu_url: 'trattoria.example:8080/menu',
    locale: 'it',
    image_urls: ['https://trattoria.example/1.jpg', ' http://trattoria.example/2.jpg '],
  })
  const [letter] = await aboutTo(email, 1)
  expect(letter?.text).toContain('https://trattoria.example:8080/menu')
  expect(letter?.text).toContain('https://trattoria.example/1.jpg http://trattoria.example/2.jpg')
  expect(letter?.html).not.toContain('<b>')
  for (const wrong of ['javascript:alert(1)', 'menu', 'ftp://trattoria.example', 'https://'])
    await expect(visitor(app).leads.auditRequest({ email, business_name: 'x', menu_url: wrong })).rejects.toMatchObject(
      { status: 422, message: expect.stringContaining('menu_url is not a web address') },
    )
})

test('the letter to the operator is in the language of the operator’s account', async () => {
  const { account } = await app.operator.createKey({ email: OPERATOR, name: 'x', credits: 0, plan: undefined })
  await app.core.database.db.updateTable('accounts').set({ locale: 'ar' }).where('id', '=', account.id).execute()
  const email = newEmail()
  await visitor(app).leads.contact({ email, name: 'Mara', message: 'Hello', locale: 'es' })
  expect((await aboutTo(email, 1))[0]?.html).toContain('dir="rtl"')
})

test('a form that a program filled in gets the usual reply, and nothing of it is kept', async () => {
  const email = newEmail()
  const trapped = { email, fax: '+1 555 0100' }
  const honest = newEmail()
  expect(await visitor(app).leads.newsletter(trapped)).toEqual(await visitor(app).leads.newsletter({ email: honest }))
  await visitor(app).leads.contact({ ...trapped, name: 'x', message: 'Buy now' })
  await visitor(app).leads.guideDownload({ ...trapped, marketing_consent: true })
  await mailTo(app, honest, 'lead-confirmation')
  expect([await rows(email), await mails(app, email)]).toEqual([[], []])
  expect((await mails(app, OPERATOR)).filter(({ text }) => text?.includes(email))).toEqual([])
  // A field that was left empty is no trap.
  await visitor(app).leads.newsletter({ email, fax: '' })
  expect(await rows(email)).toHaveLength(1)
})

test('addresses in any script are one address in one spelling', async () => {
  const letters = app.core.database.db.selectFrom('letters').select('state').where('recipient', 'like', 'jö%')
  const sent = (count: number) =>
    expect
      .poll(async () => (await letters.execute()).map(({ state }) => state))
      .toEqual(Array.from({ length: count }, () => 'sent'))
  await visitor(app).leads.newsletter({ email: ' Jörg@Müller.example ' })
  await sent(1)
  now += 60_000
  await visitor(app).leads.newsletter({ email: 'jo\u0308rg@xn--mller-kva.example' })
  expect(await rows('jörg@xn--mller-kva.example')).toHaveLength(1)
  await sent(2)
})

test.each([
  ['an address of 320 characters', { email: `${'a'.repeat(64)}@${'b'.repeat(243)}.example.com` }, 'email'],
  ['an address with a line break', { email: 'mara@trattoria.example\r\nBcc: all@trattoria.example' }, 'email'],
  ['an encoded line break', { email: 'mara%0d%0aBcc:x@y.example@trattoria.example' }, 'email'],
  ['two addresses', { email: 'mara@trattoria.example,eve@evil.example' }, 'email'],
  ['no address', { email: '   ' }, 'email'],
  ['a name with a line break', { name: 'Mara\r\nBcc: all@trattoria.example' }, 'name'],
  ['a name with a colour for terminals', { name: '\u001b[31mMara' }, 'name'],
  ['a name of blanks', { name: '   ' }, 'name'],
  ['a subject with a line break', { subject: 'Hi\nTo: all@trattoria.example' }, 'subject'],
  ['a message of blanks', { message: ' \n ' }, 'message'],
  ['a message of 5001 characters', { message: 'a'.repeat(5001) }, 'message'],
  ['a language that is none', { locale: '../../etc' }, 'locale'],
])('%s is refused by the name of its field, and nothing is kept', async (_, change, field) => {
  const count = async () => (await app.core.database.db.selectFrom('leads').select('id').execute()).length
  const before = await count()
  const form = { email: 'refused@trattoria.example', name: 'Mara', message: 'Hello', ...change }
  await expect(visitor(app).leads.contact(form)).rejects.toMatchObject({
    status: 422,
    code: 'invalid',
    message: expect.stringContaining(`body.${field} `),
  })
  expect(await count()).toBe(before)
})

test('invisible characters in a message are left out, so that it can be read in any terminal', async () => {
  const email = newEmail()
  await visitor(app).leads.contact({ email, name: 'Mara', message: 'a\u001b[2J\u0007b\r\nc\td' })
  expect((await rows(email))[0]?.message).toBe('a[2Jb\nc\td')
})

test('fields that a form does not have are named, and nothing tells from where it was sent', async () => {
  const email = newEmail()
  const from = newAddress()
  const form = { email, company: 'Trattoria' }
  const { meta } = await visitor(app, { from }).leads.newsletter(form).withResponse()
  expect(meta.ignoredFields).toEqual(['company'])
  const stored = JSON.stringify([
    await rows(email),
    await app.core.database.db.selectFrom('letters').selectAll().execute(),
  ])
  expect(stored).not.toContain(from)
})

test('one address may send five forms a minute', async () => {
  const client = visitor(app, { from: newAddress() })
  for (let sent = 0; sent < 5; sent += 1) await client.leads.newsletter({ email: newEmail() })
  await expect(client.leads.newsletter({ email: newEmail() })).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
  })
})

test('without an address of the operator messages are stored, and the log says so', async () => {
  const lines: string[] = []
  const plain = await startApp({ log: (line) => lines.push(line) })
  const email = newEmail()
  await visitor(plain).leads.contact({ email, name: 'Mara', message: 'Hello' })
  const wanted = { kind: undefined, subscribed: false, limit: 10 }
  expect(await plain.operator.listLeads(wanted)).toMatchObject([{ email, kind: 'contact', message: 'Hello' }])
  expect(await plain.core.database.db.selectFrom('letters').selectAll().execute()).toEqual([])
  expect(lines.join('\n')).toContain('messages of the contact and audit forms are only stored')
  await plain.close()
})
