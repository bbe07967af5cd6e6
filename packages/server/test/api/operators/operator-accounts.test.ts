import { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  FROM_ANYWHERE,
  mailTo,
  PASSWORD,
  tokenIn,
  visitor,
  wrongPassword,
} from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE })
})
afterAll(() => app.close())

test('an account is shown with plan, limits, credits, storage and keys', async () => {
  const { email, accountId, client } = await app.customer({ credits: 7, plan: 'Growth' })
  await client.me.updateSettings({ display_name: 'Mara' })
  await client.keys.revoke((await client.keys.create({ name: 'old' })).id)
  expect(await app.operator.showAccount(email.toUpperCase())).toEqual({
    id: accountId,
    email,
    email_verified: true,
    name: 'Mara',
    business_name: null,
    plan: 'Growth',
    role: 'customer',
    credits: 7,
    requests_per_minute: null,
    requests_per_day: null,
    stored_bytes: 0,
    keys: 1,
    created_at: expect.any(String),
    disabled_at: null,
  })
  await expect(app.operator.showAccount('nobody@example.com')).rejects.toMatchObject({ code: 'not_found' })
})

test('a plan holds from the next request on', async () => {
  const { email, client } = await app.customer({ plan: 'Free' })
  expect(await app.operator.setPlan(email, 'Pro')).toMatchObject({ plan: 'Pro' })
  expect((await client.account.credits()).subscription_plan).toBe('Pro')
})

test('limits of an Enterprise account hold from the next request on, and none removes them', async () => {
  const { email, client } = await app.customer({ plan: 'Enterprise' })
  const remaining = async () => (await client.account.credits().withResponse()).meta.rateLimit.remaining
  const unlimited = await remaining()
  expect(await app.operator.setLimits(email, { perMinute: 3 })).toMatchObject({
    requests_per_minute: 3,
    requests_per_day: null,
  })
  expect(await remaining()).toBe(2)
  await client.account.credits()
  await client.account.credits()
  await expect(client.account.credits()).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
  expect(await app.operator.setLimits(email, { perMinute: null, perDay: 1000 })).toMatchObject({
    requests_per_minute: null,
    requests_per_day: 1000,
  })
  expect(await remaining()).toBe(999)
  await app.operator.setLimits(email, { perDay: null })
  expect(await remaining()).toBe(unlimited)
})

test('a disabled administrator is a customer, without sessions and keys for /api/admin', async () => {
  const email = 'chef@example.com'
  const { key: adminKey, id } = await app.operator.createAdmin({ email, name: 'administrator' })
  const { key } = await app.operator.createKey({ email, name: 'till', credits: 0, plan: undefined })
  expect(await app.operator.listAdmins()).toMatchObject([{ email }])
  expect(await app.operator.disableAdmin(email)).toEqual({ email, revoked_keys: [id], administrators: 0 })
  expect(await app.operator.listAdmins()).toEqual([])
  const clientOf = (apiKey: string) => new Platelight({ baseUrl: app.url, apiKey, maxRetries: 0 })
  await expect(clientOf(adminKey).auth.me()).rejects.toMatchObject({ status: 401 })
  expect((await clientOf(key).auth.me()).is_admin).toBe(false)
  await expect(app.operator.disableAdmin(email)).rejects.toMatchObject({ code: 'not_found' })
})

test('a disabled account opens to no session, key or sign-in, and after it is enabled to its keys again', async () => {
  const { email, client, headers } = await app.customer()
  await visitor(app).auth.forgotPassword({ email })
  const { link } = await mailTo(app, email, 'password-reset')
  await visitor(app).auth.resetPassword({ token: tokenIn(link), password: PASSWORD })
  const login = () => visitor(app).auth.login({ email, password: PASSWORD })
  const { access_token: apiKey } = await login()
  const session = visitor(app, { apiKey })

  const disabled = await app.operator.disableAccount(email)
  expect(disabled).toMatchObject({ email, disabled_at: expect.stringMatching(/^20/), keys: 1 })
  expect((await app.operator.disableAccount(email)).disabled_at).toBe(disabled.disabled_at)
  const refused = { status: 403, code: 'account_disabled', message: expect.stringContaining('Ask the operator') }
  await expect(client.account.credits()).rejects.toMatchObject(refused)
  await expect(client.uploads.create(new Uint8Array(10))).rejects.toMatchObject(refused)
  await expect(login()).rejects.toMatchObject(refused)
  await expect(session.auth.me()).rejects.toMatchObject({ status: 401 })
  // A stranger does not learn that the account exists, or that it is disabled.
  expect(await wrongPassword(app, email)).toMatchObject({ status: 401, code: 'unauthorized' })
  const page = (await (await fetch(`${app.url}/api/account/credits`, { headers })).json()).error.docs_url
  expect((await fetch(new URL(new URL(page).pathname, app.url))).status).toBe(200)

  expect(await app.operator.enableAccount(email)).toMatchObject({ disabled_at: null })
  expect((await client.account.credits()).credits).toBe(100)
  await expect(session.auth.me()).rejects.toMatchObject({ status: 401 })
  expect((await login()).user.email).toBe(email)
})

test('a key is found by its beginning, whoever owns it, also when it is revoked', async () => {
  const { email, client } = await app.customer()
  const { key, id, prefix } = await client.keys.create({ name: 'leaked' })
  const found = [expect.objectContaining({ id, email, prefix, name: 'leaked', revoked_at: null })]
  expect(await app.operator.findKeys(prefix)).toEqual(found)
  expect(await app.operator.findKeys(key)).toEqual(found)
  await client.keys.revoke(id)
  expect(await app.operator.findKeys(prefix.slice(0, 12))).toEqual(
    expect.arrayContaining([expect.objectContaining({ id, revoked_at: expect.any(String) })]),
  )
  expect(await app.operator.findKeys('pl_live_??????')).toEqual([])
  expect(JSON.stringify(await app.operator.findKeys(prefix))).not.toContain(key)
})
