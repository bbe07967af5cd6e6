import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const open = (path: string) => fetch(app.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' })

test('/m leads to the dashboard', async () => {
  const reply = await open('/m')
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/dashboard'])
})

test.each([
  ['/auth/callback?code=idc_abc', '/auth/callback.js'],
  ['/dashboard', '/dashboard.js'],
])('%s runs one script of this server, and may do nothing elsewhere', async (path, script) => {
  const reply = await open(path)
  const policy = reply.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; style-src 'self' 'sha256-[\w+/]+='; base-uri 'none'; form-action 'none'/)
  expect(policy).toMatch(/img-src 'self' data:; script-src 'self'; connect-src 'self'$/)
  expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  const page = await reply.text()
  expect([...page.matchAll(/<script[^>]*src="([^"]+)"><\/script>/g)].map(([, src]) => src)).toEqual([script])
  expect(page).not.toMatch(/ on\w+="|<script(?! type="module" src=)/)
  expect(page).not.toContain('idc_abc')
  const file = await open(script)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(await file.text()).not.toMatch(/innerHTML|eval\(|document\.write/)
})

test('the dashboard hides the password that is typed, lets password managers fill it in, and sends no form by itself', async () => {
  const page = await (await open('/dashboard')).text()
  expect(/<input type="password"[^>]*>/.exec(page)?.[0]).toContain('autocomplete="current-password"')
  expect(/<form[^>]*>/.exec(page)?.[0]).toBe('<form id="sign-in" method="post">')
})

test.each([
  ['access_denied', 'The provider did not let you in, or you cancelled the sign-in.'],
  ['interaction_required', 'The provider refused the sign-in: interaction_required.'],
  ['<img src=x onerror=alert(1)>', 'The provider refused the sign-in.'],
  ['Call +1 555 0100 to be let in', 'The provider refused the sign-in.'],
  ['constructor', 'The provider refused the sign-in: constructor.'],
  ['', 'The provider refused the sign-in.'],
])('the error %j is explained, and no text of a stranger is shown', async (error, sentence) => {
  const description = 'Your account is locked. Call +1 555 0100.'
  const reply = await open(`/auth/callback?${new URLSearchParams({ error, error_description: description })}`)
  expect(reply.status).toBe(400)
  const page = await reply.text()
  expect(page).toContain(`<p class="lead">${sentence}</p>`)
  expect(page).not.toMatch(/555|<img src=x|<script/)
  expect(page).toContain('<a href="/dashboard">Sign in again</a>')
})

test.each(['', '?code=', '?code=idn_a-code-of-an-app', '?code=anything'])(
  'a callback with %j has nothing to complete: a link with the code of an app signs nobody in',
  async (query) => {
    const reply = await open(`/auth/callback${query}`)
    const page = await reply.text()
    expect([reply.status, page.includes('There is nothing to complete here.')]).toEqual([400, true])
    expect(page).not.toContain('<script')
  },
)
