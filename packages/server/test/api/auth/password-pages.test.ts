import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  FROM_ANYWHERE,
  mails,
  mailTo,
  newAddress,
  newEmail,
  PASSWORD,
  tokenIn,
  verified,
  visitor,
} from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let now = Date.parse('2026-11-21T12:00:00Z')
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE, clock: { now: () => new Date(now) } })
})
afterAll(() => app.close())

const headers = () => ({ accept: 'text/html', 'x-forwarded-for': newAddress() })
const read = async (reply: Response) => ({ status: reply.status, page: await reply.text() })
const open = async (url: string) => read(await fetch(new URL(url, app.url), { headers: headers() }))

/** Fills in the form of a page as a browser does: hidden fields stay, and the address of the form is that of the page. */
async function submit({ page }: { page: string }, fields: Record<string, string>, at = `${app.url}/auth/x`) {
  const action = /<form method="post" action="([^"]+)">/.exec(page)?.[1] ?? ''
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const body = new URLSearchParams([
    ...hidden.map(([, name = '', value = '']) => [name, value]),
    ...Object.entries(fields),
  ])
  const url = new URL(action, at)
  return { url, ...(await read(await fetch(url, { method: 'POST', headers: headers(), body }))) }
}

test('a person who forgot the password gets a letter, chooses another one on its page, and signs in', async () => {
  const email = await verified(app)
  const sent = await submit(await open('/auth/forgot-password'), { email })
  expect([sent.status, sent.page]).toEqual([200, expect.stringContaining(email)])
  const { link } = await mailTo(app, email, 'password-reset')
  expect(link).toMatch(new RegExp(`^${app.url}/auth/reset-password\\?token=\\w{32}$`))

  const form = await open(link)
  expect(form.status).toBe(200)
  expect(/<input type="password"[^>]*>/.exec(form.page)?.[0]).toContain('name="password"')
  expect(form.page).toContain('autocomplete="new-password"')
  expect(form.page).not.toContain('<script')
  // Opening it used nothing.
  const done = await submit(form, { password: 'eleven quiet radishes' })
  expect([done.status, done.page]).toEqual([200, expect.stringContaining('href="/dashboard"')])
  expect((await visitor(app).auth.login({ email, password: 'eleven quiet radishes' })).user.email).toBe(email)
})

test('a refused password and a refused address leave a form that works from where the browser is then', async () => {
  const email = await verified(app)
  const wrong = await submit(await open('/auth/forgot-password'), { email: 'mara@trattoria' })
  expect([wrong.status, wrong.page]).toEqual([422, expect.stringContaining('value="mara@trattoria"')])
  expect((await submit(wrong, { email }, wrong.url.href)).status).toBe(200)

  const weak = await submit(await open((await mailTo(app, email, 'password-reset')).link), { password: 'password123' })
  expect([weak.status, weak.page]).toEqual([400, expect.stringContaining('too easy to guess')])
  expect((await submit(weak, { password: 'eleven quiet radishes' }, weak.url.href)).status).toBe(200)
})

test('a used, an expired and an unknown link say so, with the way to another one', async () => {
  const email = await verified(app)
  await visitor(app).auth.forgotPassword({ email })
  const used = (await mailTo(app, email, 'password-reset')).link
  const form = await open(used)
  await submit(form, { password: 'eleven quiet radishes' })
  const late = await verified(app)
  await visitor(app).auth.forgotPassword({ email: late })
  const expired = (await mailTo(app, late, 'password-reset')).link
  now += 3_600_000
  for (const [link, title] of [
    [used, 'This link was used before'],
    [expired, 'This link has expired'],
    ['/auth/reset-password?token=nothing', 'This link does not work'],
    ['/auth/reset-password', 'This link does not work'],
  ] as const) {
    const { status, page } = await open(link)
    expect([status, page]).toEqual([400, expect.stringContaining(title)])
    expect(page).toContain('href="/auth/forgot-password"')
    expect(page).not.toContain('<form')
  }
  const again = await submit(form, { password: PASSWORD })
  expect([again.status, again.page]).toEqual([400, expect.stringContaining('This link was used before')])
})

test('the page says the same of an address without an account, which gets nothing', async () => {
  const [email, nobody] = [await verified(app), newEmail()]
  const form = await open('/auth/forgot-password')
  const [known, unknown] = [await submit(form, { email }), await submit(form, { email: nobody })]
  expect(unknown.page).toBe(known.page.replaceAll(email, nobody))
  await mailTo(app, email, 'password-reset')
  expect(await mails(app, nobody)).toEqual([])
})

test('the forms serve programs too, with JSON', async () => {
  const email = await verified(app)
  const post = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    const reply = await fetch(app.url + path, { method: 'POST', headers: { 'x-forwarded-for': newAddress() }, body })
    return [reply.status, await reply.json()]
  }
  expect(await post('/api/auth/forgot-password', { email })).toEqual([
    200,
    { status: 'reset_sent', message: 'If the address has an account, an e-mail is on its way.' },
  ])
  const token = tokenIn((await mailTo(app, email, 'password-reset')).link)
  const reset = await post('/api/auth/reset-password', { token, password: 'eleven quiet radishes' })
  expect(reset).toEqual([200, { status: 'password_reset' }])
})
