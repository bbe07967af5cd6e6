import { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let admin: Platelight
beforeAll(async () => {
  app = await startApp()
  const { key } = await app.operator.createAdmin({ email: 'chef@example.com', name: 'administrator' })
  admin = new Platelight({ apiKey: key, baseUrl: app.url })
})
afterAll(() => app.close())

const emails = async (filter: Parameters<Platelight['admin']['accounts']>[0]) => {
  const found: string[] = []
  for await (const { email } of admin.admin.accounts(filter)) found.push(email)
  return found
}

test('accounts are found by a part of their address or name, by plan and by state, page by page', async () => {
  const growth = await app.customer({ plan: 'Growth' })
  await growth.client.me.updateSettings({ display_name: 'Mara 100%_Pasta' })
  const free = await app.customer()
  expect(await emails({ search: growth.email.slice(0, -4).toUpperCase() })).toEqual([growth.email])
  expect(await emails({ search: '100%_p' })).toEqual([growth.email])
  expect(await emails({ search: '1%p' })).toEqual([])
  expect(await emails({ plan: 'Growth' })).toEqual([growth.email])
  await admin.admin.updateAccount(free.accountId, { disabled: true })
  expect(await emails({ state: 'disabled' })).toEqual([free.email])
  expect(await emails({ state: 'active' })).not.toContain(free.email)
  expect(new Set(await emails({ limit: 1 }))).toEqual(new Set([free.email, growth.email, 'chef@example.com']))
})

test('an account that is disabled is refused until it is enabled', async () => {
  const { accountId, client } = await app.customer()
  expect((await admin.admin.updateAccount(accountId, { disabled: true })).disabled_at).not.toBeNull()
  await expect(client.account.credits()).rejects.toMatchObject({ code: 'account_disabled' })
  expect((await admin.admin.updateAccount(accountId, { disabled: false })).disabled_at).toBeNull()
  await client.account.credits()
})

test('a plan and limits are changed together, and what is left out stays', async () => {
  const { accountId } = await app.customer()
  const changed = await admin.admin.updateAccount(accountId, { plan: 'Enterprise', requests_per_minute: 500 })
  expect(changed).toMatchObject({ plan: 'Enterprise', requests_per_minute: 500, requests_per_day: null })
  expect(await admin.admin.updateAccount(accountId, { requests_per_day: 9 })).toMatchObject({
    requests_per_minute: 500,
  })
  expect(await admin.admin.account(accountId)).toMatchObject({ plan: 'Enterprise', requests_per_day: 9 })
})

test('credits are granted once for each Idempotency-Key, and the account sees the note', async () => {
  const { accountId, client } = await app.customer({ credits: 1 })
  const once = { idempotencyKey: 'grant-1' }
  expect(await admin.admin.grantCredits(accountId, 40, 'sorry', once)).toMatchObject({ granted: 40, credits: 41 })
  expect(await admin.admin.grantCredits(accountId, 40, 'sorry', once)).toMatchObject({ credits: 41 })
  expect(await admin.admin.account(accountId)).toMatchObject({ credits: 41 })
  const { items } = await client.account.transactions()
  expect(JSON.stringify(items)).toContain('sorry')
})

test('the status counts accounts, failures with their reasons, deliveries, letters and bytes', async () => {
  const { client } = await app.customer({ credits: 9 })
  const job = await client.jobs.submit('upscale', { image_url: 'https://nobody.invalid/ramen.jpg', scale: 2 })
  await expect(job.wait()).rejects.toMatchObject({ code: expect.any(String) })
  const status = await admin.admin.status()
  expect(status.accounts.total).toBeGreaterThanOrEqual(2)
  expect(status.errors[0]).toMatchObject({ operation: 'upscale', count: 1, message: expect.stringMatching(/\w/) })
  expect(status.deliveries).toEqual({ waiting: 0, oldest_at: null, delivered: 0, dead: 0 })
  expect(status.letters).toMatchObject({ given_up: 0 })
  expect(status.storage.free_bytes).toBeGreaterThan(0)
  expect(status.settings.find(({ name }) => name === 'PLATELIGHT_THREADS')).toBeDefined()
})

test('administrators cannot shut themselves out, and unknown accounts and empty changes are refused', async () => {
  const [self] = (await admin.admin.accounts({ search: 'chef@example.com' })).items
  await expect(admin.admin.updateAccount(self!.id, { disabled: true })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('your own account'),
  })
  await expect(admin.admin.account('acc_nobody')).rejects.toMatchObject({ status: 404 })
  await expect(admin.admin.grantCredits('acc_nobody', 5)).rejects.toMatchObject({ status: 404 })
  await expect(admin.admin.updateAccount(self!.id, {})).rejects.toMatchObject({ status: 422 })
  await expect(admin.admin.grantCredits(self!.id, -5)).rejects.toMatchObject({ status: 422 })
})

test('a customer, and a key without the scope, see and change nothing', async () => {
  const { client, accountId } = await app.customer()
  const narrow = await admin.keys.create({ name: 'narrow', scopes: ['read', 'account'] })
  const others = [client, new Platelight({ apiKey: narrow.key, baseUrl: app.url })]
  for (const [index, other] of others.entries()) {
    const refused = { status: 403, code: index === 0 ? 'admin_only' : 'scope_missing' }
    await expect(other.admin.status()).rejects.toMatchObject(refused)
    await expect(other.admin.accounts()).rejects.toMatchObject(refused)
    await expect(other.admin.account(accountId)).rejects.toMatchObject(refused)
    await expect(other.admin.updateAccount(accountId, { plan: 'Pro' })).rejects.toMatchObject(refused)
    await expect(other.admin.grantCredits(accountId, 1_000)).rejects.toMatchObject(refused)
  }
})
