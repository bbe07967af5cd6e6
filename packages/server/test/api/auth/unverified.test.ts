import { afterAll, beforeAll, expect, test } from 'vitest'
import { document } from '../../../src/contract/openapi-document.ts'
import { type Endpoint, readEndpoints } from '../../../src/http/endpoints/endpoint-table.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { FROM_ANYWHERE, newcomer, PASSWORD, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE })
})
afterAll(() => app.close())

/** The deletion of the account comes last. */
const BEARER = readEndpoints(document)
  .filter(({ bearer, retired }) => bearer && retired === undefined)
  .sort((one, other) => Number(one.id === 'account.delete') - Number(other.id === 'account.delete'))

/**
 * A person who has signed up and signed in, and has not opened the link. The plan has no limits, so every endpoint can be
 * called.
 */
async function unverified() {
  const { email, token } = await newcomer(app)
  await app.core.database.db.updateTable('accounts').set({ plan: 'Enterprise' }).where('email', '=', email).execute()
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  return { email, token, apiKey, client: visitor(app, { apiKey }) }
}

/** Calls an endpoint without any content, and returns the code of the reply. */
async function codeOf({ method, path }: Endpoint, apiKey: string): Promise<string> {
  const abort = new AbortController()
  const reply = await fetch(app.url + path.replace(/\{\w+\}/g, '1'), {
    method,
    headers: { authorization: `Bearer ${apiKey}` },
    signal: abort.signal,
  })
  if (reply.ok) {
    abort.abort()
    return 'ok'
  }
  const { error } = await reply.json()
  return error?.code ?? 'invalid'
}

/** Everything but GET. Adding an endpoint here is a decision: it is open to anybody who types somebody's address. */
const OPEN = [
  'account.delete',
  'account.revokeSession',
  'auth.resendVerification',
  'billing.createPortalSession',
  'brand.clear',
  'email.updatePreferences',
  'growth.consent',
  'growth.events',
  'jobs.delete',
  'keys.revoke',
  'me.deleteImage',
  'me.updateSettings',
  'mobile.uploads',
  'photos.delete',
  'purchases.appstoreRestore',
  'purchases.appstoreVerify',
  'purchases.subscriptionsSync',
  'service.estimate',
  'webhooks.delete',
]

test('an unverified account can only read and call what the document opens to it; all else is 403', async () => {
  const { email, apiKey } = await unverified()
  const refused: string[] = []
  for (const operation of BEARER) {
    const code = await codeOf(operation, apiKey)
    if (code === 'email_not_verified') refused.push(operation.id)
  }
  const changes = BEARER.filter(({ method }) => method !== 'GET').map(({ id }) => id)
  const allowed = changes.filter((id) => !refused.includes(id))
  expect(allowed.filter((id) => !/^(files\.adminUpload|admin\.)/.test(id)).sort()).toEqual(OPEN)
  expect(refused.filter((id) => !changes.includes(id))).toEqual([])
  expect(refused).toEqual(
    expect.arrayContaining(['keys.create', 'keys.rotate', 'webhooks.create', 'images.enhance', 'exports.check']),
  )
  const accounts = app.core.database.db.selectFrom('accounts').select('id').where('email', '=', email)
  expect(await accounts.execute()).toEqual([])
})

test('the refusal names the address and what to do, before a body is read, in both families', async () => {
  const { email, client, apiKey } = await unverified()
  await expect(client.keys.create({ name: 'till' })).rejects.toMatchObject({
    status: 403,
    code: 'email_not_verified',
    message: expect.stringMatching(new RegExp(`${email}.+POST /api/auth/resend-verification`)),
  })
  const reply = await fetch(`${app.url}/v1/photos/enhance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: '{ not read',
  })
  expect([reply.status, (await reply.json()).error.code]).toEqual([403, 'email_not_verified'])
})

test('after verification, the same person can do what was refused', async () => {
  const { email, token, client } = await unverified()
  await client.uploads.create(await dishPhoto())
  await visitor(app).auth.verifyEmail(token)
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  expect(await visitor(app, { apiKey }).keys.create({ name: 'till' })).toMatchObject({ name: 'till' })
})

test('a key with only the scope account cannot have photos sent anywhere, but can stop earlier deliveries', async () => {
  const { client } = await app.customer()
  const endpoint = await client.webhookEndpoints.create({ url: 'https://trattoria.example/hooks' })
  const { id } = await client.webhookEndpoints.test(endpoint.id, {})
  const { key: apiKey } = await client.keys.create({ name: 'billing', scopes: ['account'] })
  const { webhookEndpoints } = visitor(app, { apiKey })
  const refused = { status: 403, code: 'scope_missing', body: { error: { scope: 'read' } } }
  await expect(webhookEndpoints.create({ url: 'https://elsewhere.example/' })).rejects.toMatchObject(refused)
  await expect(webhookEndpoints.update(endpoint.id, { url: 'https://elsewhere.example/' })).rejects.toMatchObject(
    refused,
  )
  await expect(webhookEndpoints.test(endpoint.id, {})).rejects.toMatchObject(refused)
  await expect(webhookEndpoints.redeliver(endpoint.id, id)).rejects.toMatchObject(refused)
  await expect(webhookEndpoints.deliveries(endpoint.id)).rejects.toMatchObject(refused)
  expect((await webhookEndpoints.rotate(endpoint.id)).secret).toMatch(/^whsec_/)
  expect(await webhookEndpoints.delete(endpoint.id)).toMatchObject({ status: 'deleted' })
})
