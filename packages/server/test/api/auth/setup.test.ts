import { afterEach, expect, test } from 'vitest'
import { FROM_ANYWHERE, PASSWORD, tokenIn, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let now = Date.parse('2026-11-21T12:00:00Z')
afterEach(() => app.close())

const start = async () => {
  app = await startApp({ env: FROM_ANYWHERE, clock: { now: () => new Date(now) } })
}

/** Submits the form, as a program or as a browser. */
const submit = (fields: Record<string, string>, accept = 'application/json') =>
  fetch(`${app.url}/api/auth/setup`, { method: 'POST', headers: { accept }, body: new URLSearchParams(fields) })

const email = 'chef@example.com'
const linkOf = async () => {
  const link = await app.app.setupLink()
  if (link === undefined) throw new Error('there is no link')
  return { link, token: tokenIn(link) }
}

test('the link leads to a form that creates the first administrator, who may do everything', async () => {
  await start()
  const { link, token } = await linkOf()
  const page = await fetch(link)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const form = await page.text()
  expect(form).toContain(`name="token" value="${token}"`)
  // What is typed is hidden, and a password manager offers to keep it.
  expect(/<input type="password"[^>]*>/.exec(form)?.[0]).toContain('autocomplete="new-password"')
  expect(form).not.toContain('<script')

  const done = await submit({ token, email, password: PASSWORD }, 'text/html')
  const shown = await done.text()
  expect([done.status, shown]).toEqual([200, expect.stringContaining(email)])
  const { user, access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  expect(user).toMatchObject({ email, email_verified: true, is_admin: true, credits: 0 })
  expect((await visitor(app, { apiKey }).auth.session()).scopes).toContain('admin')
  const first = /PLATELIGHT_API_KEY=(pl_live_\w+)/.exec(shown)?.[1] ?? ''
  const { user: owner, scopes } = await visitor(app, { apiKey: first }).auth.session()
  expect([owner.email, scopes.includes('images'), scopes.includes('admin')]).toEqual([email, true, false])
})

test('a link works once, and no other link works as soon as there is an administrator', async () => {
  await start()
  const [first, second] = [await linkOf(), await linkOf()]
  expect((await submit({ token: first.token, email, password: PASSWORD })).status).toBe(200)
  for (const { token, link } of [first, second]) {
    const again = await submit({ token, email: 'intruder@example.com', password: PASSWORD })
    expect([again.status, (await again.json()).error.code]).toEqual([400, 'token_invalid'])
    expect((await fetch(link)).status).toBe(400)
  }
  expect(await app.app.setupLink()).toBeUndefined()
  expect(await app.operator.listAdmins()).toMatchObject([{ email }])
})

test('of many who use links at once, one becomes the administrator', async () => {
  await start()
  const tokens = await Promise.all([1, 2, 3, 4].map(async () => (await linkOf()).token))
  const replies = await Promise.all(
    tokens.map((token, index) => submit({ token, email: `chef-${index}@example.com`, password: PASSWORD })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  expect(await app.operator.listAdmins()).toHaveLength(1)
})

test('a link works for an hour', async () => {
  await start()
  const { link, token } = await linkOf()
  now += 3_601_000
  expect((await fetch(link)).status).toBe(400)
  expect((await submit({ token, email, password: PASSWORD })).status).toBe(400)
  expect(await app.operator.listAdmins()).toEqual([])
})

test('a weak password and a known address are refused, and the link stays valid', async () => {
  await start()
  const { email: known } = await app.customer()
  const { token } = await linkOf()
  const codeOf = async (fields: object) =>
    (await (await submit({ token, email, ...fields } as never)).json()).error.code
  expect(await codeOf({ password: 'password123' })).toBe('password_weak')
  expect(await codeOf({ email: known, password: PASSWORD })).toBe('bad_request')
  expect((await submit({ token, email, password: PASSWORD })).status).toBe(200)
})

test('after a refusal the form keeps the address, and works from where the browser is then', async () => {
  await start()
  const { token } = await linkOf()
  for (const [fields, status, why] of [
    [{ email, password: 'password123' }, 400, 'too easy to guess'],
    [{ email: 'chef@kitchen', password: PASSWORD }, 422, 'The address is not an e-mail address'],
  ] as const) {
    const refused = await submit({ token, ...fields }, 'text/html')
    const page = await refused.text()
    expect([refused.status, page]).toEqual([status, expect.stringContaining(why)])
    expect(page).toContain(`value="${fields.email}"`)
    expect(page).toContain(`name="token" value="${token}"`)
    const action = /<form method="post" action="([^"]+)">/.exec(page)?.[1] ?? ''
    expect(new URL(action, refused.url).pathname).toBe('/api/auth/setup')
  }
  const done = await submit({ token, email, password: PASSWORD }, 'text/html')
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('href="/dashboard"')])
})

test('what a browser cannot send here is explained on a page, and programs get JSON', async () => {
  await start()
  const page = await submit({ token: 'a', email, password: 'short' }, 'text/html')
  expect([page.status, page.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8'])
  expect(await page.text()).toMatch(/password .*10 characters/)
  expect((await submit({ token: 'a', email, password: 'short' }, '*/*')).headers.get('content-type')).toMatch(/json/)
})

test('only the hash of a link is stored, and a guessed token creates nobody', async () => {
  await start()
  const { token } = await linkOf()
  const links = await app.core.database.db.selectFrom('setup_links').selectAll().execute()
  expect(links).toHaveLength(1)
  expect(JSON.stringify(links)).not.toContain(token)
  expect((await submit({ token: links[0]!.hash, email, password: PASSWORD })).status).toBe(400)
  expect((await submit({ token: `${token}a`, email, password: PASSWORD })).status).toBe(400)
})
