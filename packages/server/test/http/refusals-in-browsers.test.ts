import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const confirm = (accept: string, fields: Record<string, string>) =>
  fetch(`${app.url}/api/auth/verify-email`, { method: 'POST', headers: { accept }, body: new URLSearchParams(fields) })

test('a browser gets a page where the endpoint has pages, with the request and where the error is explained', async () => {
  const reply = await confirm(BROWSER, {})
  expect([reply.status, reply.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8'])
  expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  const page = await reply.text()
  expect(page).toContain('<p>token is required.</p>')
  expect(page).toContain(reply.headers.get('x-request-id'))
  const unconfigured = await fetch(`${app.url}/api/auth/idp/mobile/start`, { headers: { accept: BROWSER } })
  expect(await unconfigured.text()).toContain(`href="${app.url}/docs/errors/not_configured"`)
})

test('a browser that is refused for its number of requests gets a page too', async () => {
  const sent = await Promise.all(
    Array.from({ length: 7 }, () =>
      fetch(`${app.url}/api/auth/forgot-password`, {
        method: 'POST',
        headers: { accept: BROWSER },
        body: new URLSearchParams({ email: 'mara@trattoria.example' }),
      }),
    ),
  )
  const refused = sent.find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refused?.text()).toContain('<h1>Please wait a moment</h1>')
})

test.each(['*/*', 'application/json', 'application/json, text/html'])(
  'a program that accepts %s gets JSON',
  async (accept) => {
    const reply = await confirm(accept, {})
    expect([reply.status, await reply.json()]).toMatchObject([422, { detail: [{ loc: ['body', 'token'] }] }])
  },
)

test('an endpoint without pages replies with JSON to a browser too', async () => {
  const reply = await fetch(`${app.url}/api/account/credits`, { headers: { accept: BROWSER } })
  expect([reply.status, (await reply.json()).error.code]).toEqual([401, 'unauthorized'])
})
