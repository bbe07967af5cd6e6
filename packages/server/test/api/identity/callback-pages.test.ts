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

test('the callback page runs one script of this server, and may do nothing elsewhere', async () => {
  const reply = await open('/auth/callback?code=idc_abc')
  const policy = reply.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; style-src 'self' 'sha256-[\w+/]+='; base-uri 'none'; form-action 'none'/)
  expect(policy).toMatch(/img-src 'self' data: blob:; script-src 'self'; connect-src 'self'; font-src 'self'$/)
  expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  const page = await reply.text()
  const scripts = [...page.matchAll(/<script[^>]*src="([^"]+)"><\/script>/g)].map(([, src]) => src)
  expect(scripts).toEqual(['/auth/callback.js'])
  expect(page).not.toMatch(/ on\w+="|<script(?! type="module" src=)/)
  expect(page).not.toContain('idc_abc')
  const file = await open('/auth/callback.js')
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(await file.text()).not.toMatch(/innerHTML|eval\(|document\.write|Storage/)
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
