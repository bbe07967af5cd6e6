import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/base/durations.ts'
import { inTransaction } from '../../../src/database/in-transaction.ts'
import { outboxMail } from '../../../src/mail/adapters/outbox-mail.ts'
import { letterRepository } from '../../../src/mail/store/letter-repository.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import {
  FROM_ANYWHERE,
  mails,
  mailTo,
  newEmail,
  PASSWORD,
  tokenIn,
  visitor,
} from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { ...FROM_ANYWHERE, PLATELIGHT_SIGNUP_CREDITS: '6' } })
})
afterAll(() => app.close())

/** Signs up, opens the link, signs in and has the welcome, which is sent beside the answer. */
async function person(form: { locale?: string; marketing_consent?: boolean } = {}) {
  const email = newEmail()
  await visitor(app).auth.signup({ email, password: PASSWORD, ...form })
  const letter = await mailTo(app, email, 'verification')
  await visitor(app).auth.verifyEmail(tokenIn(letter.link))
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  return { email, letter, welcome: await mailTo(app, email, 'welcome'), client: visitor(app, { apiKey }) }
}

const kinds = async (email: string) => (await mails(app, email)).map(({ kind }) => kind).sort()

test('the welcome comes once, after the address is verified, in the language of the sign-up', async () => {
  const { email, letter, welcome } = await person({ locale: 'de-AT' })
  expect(letter.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse')
  expect([welcome.subject, welcome.text]).toEqual(['Willkommen bei Platelight', expect.stringContaining(': 6')])
  await visitor(app).auth.verifyEmail(tokenIn(letter.link))
  expect(await kinds(email)).toEqual(['verification', 'welcome'])
})

test('a reset is in the language of its form, and without one in that of the account', async () => {
  const { email } = await person({ locale: 'ar' })
  await visitor(app).auth.forgotPassword({ email })
  const arabic = await mailTo(app, email, 'password-reset')
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
  const other = await person({ locale: 'ar' })
  await visitor(app).auth.forgotPassword({ email: other.email, locale: 'it' })
  expect((await mailTo(app, other.email, 'password-reset')).subject).toBe('Scegli una nuova password')
})

test('a stranger’s second sign-up does not choose the language of the owner’s letters', async () => {
  const { email } = await person({ locale: 'fr' })
  await visitor(app).auth.signup({ email, password: 'another purple artichoke', locale: 'de' })
  expect((await mailTo(app, email, 'known-address')).subject).toBe('Vous avez déjà un compte')
})

test('a request for a reset of an unknown address leaves no row and no letter', async () => {
  const email = newEmail()
  expect(await visitor(app).auth.forgotPassword({ email })).toMatchObject({ status: 'reset_sent' })
  const rows = () => app.core.database.db.selectFrom('letters').select('id').where('recipient', '=', email).execute()
  await expect.poll(rows).toEqual([])
  expect(await mails(app, email)).toEqual([])
})

test('consent at sign-up counts once the link of the letter that mentions it is used', async () => {
  const { letter, client } = await person({ marketing_consent: true })
  expect(letter.text).toContain('newsletter and offers')
  expect(await client.email.preferences()).toMatchObject({ newsletter: true, offers: true, product_updates: false })
  const { client: without } = await person()
  expect(await without.email.preferences()).toMatchObject({ newsletter: false, offers: false })
})

test('consent of a stranger does not survive a password reset by the owner of the mailbox', async () => {
  const email = newEmail()
  await visitor(app).auth.signup({ email, password: PASSWORD, marketing_consent: true })
  const { access_token } = await visitor(app).auth.login({ email, password: PASSWORD })
  await visitor(app, { apiKey: access_token }).email.updatePreferences({ product_updates: true })
  await visitor(app).auth.forgotPassword({ email })
  const code = tokenIn((await mailTo(app, email, 'password-reset')).link)
  await visitor(app).auth.resetPassword({ token: code, password: 'eleven green courgettes' })
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: 'eleven green courgettes' })
  expect(await visitor(app, { apiKey }).email.preferences()).toMatchObject({
    newsletter: false,
    offers: false,
    product_updates: false,
    updated_at: null,
  })
  await mailTo(app, email, 'welcome')
  await mailTo(app, email, 'password-changed')
})

test('a new link cancels a waiting letter with the older one', async () => {
  const email = newEmail()
  const { db } = app.core.database
  await visitor(app).auth.signup({ email, password: PASSWORD })
  await mailTo(app, email, 'verification')
  // As if the mail server had been down for the first letter.
  await db
    .updateTable('letters')
    .set({ state: 'waiting', next_attempt_at: new Date(app.core.clock.now().getTime() + DAY_MS / 2).toISOString() })
    .where('recipient', '=', email)
    .execute()
  // As if more than a minute had gone by.
  await db.updateTable('letter_counts').set({ latest: '{}' }).execute()
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  await visitor(app, { apiKey }).auth.resendVerification()
  const states = () => db.selectFrom('letters').select('state').where('recipient', '=', email).orderBy('id').execute()
  await expect.poll(states).toEqual([{ state: 'cancelled' }, { state: 'sent' }])
})

test('alerts that are turned off are not written, and an unverified address gets none', async () => {
  const { db } = app.core.database
  const disabled = { kind: 'webhook-disabled', values: { endpointId: 'whe_1', serviceUrl: app.url } } as const
  const { client, accountId } = await app.customer()
  const notify = (id: string) => inTransaction(db, (tx) => app.app.letters.notify(tx, id, disabled))
  expect(await notify(accountId)).toBe(true)
  await client.email.updatePreferences({ webhook_alerts: false })
  expect(await client.email.preferences()).toMatchObject({ webhook_alerts: false, credit_alerts: true })
  expect(await notify(accountId)).toBe(false)

  const email = newEmail()
  await visitor(app).auth.signup({ email, password: PASSWORD })
  const row = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  expect(await notify(row.id)).toBe(false)
})

test('low credits are told once for each fall, in time to add some, unless the alert is turned off', async () => {
  const photo = new Uint8Array(await dishPhoto({ width: 320, height: 240 }))
  const spend = async ({ client }: { client: ReturnType<typeof visitor> }, count: number) => {
    for (let i = 0; i < count; i += 1)
      await client.photos.enhance({ image: photo, formats: ['square'], upscale: false })
  }
  const owner = await person()
  await spend(owner, 1)
  expect(await kinds(owner.email)).toEqual(['verification', 'welcome'])
  await spend(owner, 1)
  const letter = await mailTo(app, owner.email, 'credits-low')
  expect(letter.text).toContain('Credits left: 4')
  await app.operator.grantCredits(owner.email, 2, 'test')
  await spend(owner, 2)
  await expect.poll(async () => (await kinds(owner.email)).filter((kind) => kind === 'credits-low').length).toBe(2)

  const quiet = await person()
  await quiet.client.email.updatePreferences({ credit_alerts: false })
  await spend(quiet, 2)
  expect(await kinds(quiet.email)).toEqual(['verification', 'welcome'])
})

test('the letters of an account can be removed with their files in the outbox', async () => {
  const { email } = await person()
  const { db } = app.core.database
  const { id: accountId } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const before = new Date().toISOString()
  const ids = await inTransaction(db, (tx) => letterRepository(tx).removeOf({ accountId, address: email, before }))
  expect(ids).toHaveLength(2)
  const folder = `${app.dataFolder}/outbox`
  await outboxMail({ folder, sender: () => ({ name: '', address: 'x@localhost' }) }).remove([
    ...ids,
    randomBytes(4).toString('hex'),
  ])
  expect(await mails(app, email)).toEqual([])
  expect((await mails(app)).length).toBeGreaterThan(0)
})
