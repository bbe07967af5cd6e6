import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeApi, keyedApi, refusal, type Seen } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const SETTINGS = {
  display_name: 'Mara',
  business_name: null,
  locale: 'en',
  timezone: 'UTC',
  preset: 'balanced',
  formats: ['square'],
  output_format: 'jpeg',
  credit_alerts: true,
  webhook_alerts: true,
  updated_at: null,
}

test('settings are shown, and only those that are given are changed', async () => {
  const cwd = folderWith()
  const { env, seen } = await keyedApi({
    'GET /api/me/settings': { json: SETTINGS },
    'PUT /api/me/settings': ({ json }: Seen) => ({ json: { ...SETTINGS, ...(json as object) } }),
  })
  const run = (...args: string[]) => command(['account', 'settings', ...args], { cwd, env })
  expect((await run()).stdout).toContain('Mara')
  const changed = await run('--formats', 'square,portrait', '--name', '', '--locale', 'ar', '--json')
  expect(changed.json()).toMatchObject({ formats: ['square', 'portrait'], display_name: null, locale: 'ar' })
  expect(seen.at(-1)?.json).toEqual({ formats: ['square', 'portrait'], display_name: null, locale: 'ar' })
  expect((await run('--credit-alerts', 'off')).stdout).toMatch(/alerts +webhooks\n/)
  expect(seen.at(-1)?.json).toEqual({ credit_alerts: false })
  expect((await run('--credit-alerts', 'maybe')).code).toBe(2)
  expect((await run('--preset', 'loud')).code).toBe(2)
  expect((await run('--formats', 'round')).code).toBe(2)
})

test('sessions are listed with their program, and ended after a question', async () => {
  const cwd = folderWith()
  const created_at = '2026-11-20T09:12:00.000Z'
  const session = { created_at, last_used_at: '2026-11-21T08:00:00.000Z', expires_at: '2026-12-20T09:12:00.000Z' }
  const { env, seen } = await keyedApi({
    'GET /api/account/sessions': {
      json: {
        sessions: [
          { id: 'ses_2', ...session, user_agent: 'Firefox', current: true },
          { id: 'ses_1', ...session, user_agent: null, current: false },
        ],
        next_cursor: null,
      },
    },
    'DELETE /api/account/sessions/ses_1': { json: { id: 'ses_1', status: 'revoked', revoked_at: session.created_at } },
  })
  const listed = await command(['account', 'sessions', 'list'], { cwd, env })
  expect(listed.stdout).toMatch(/^ses_2 .+used 2026-11-21 +until 2026-12-20 +this one {2}Firefox\nses_1 /)
  const revoke = ['account', 'sessions', 'revoke', 'ses_1']
  expect(await command(revoke, { cwd, env })).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
  expect(seen.filter(({ method }) => method === 'DELETE')).toEqual([])
  expect((await command([...revoke, '--yes'], { cwd, env })).stdout).toContain('ses_1')
})

test('an export is awaited, and every archive is saved under its name', async () => {
  const cwd = folderWith()
  const started = { id: 'exp_1', requested_at: '2026-11-20T09:12:00.000Z', completed_at: null, expires_at: null }
  let reads = 0
  let url = ''
  const api = await keyedApi({
    'POST /api/account/export': { json: { ...started, status: 'processing', files: [] } },
    'GET /api/account/export': () => {
      reads += 1
      if (reads === 1) return { json: { ...started, status: 'processing', files: [] } }
      const files = ['1', '2'].map((part) => ({
        url: `${url}/api/mobile/private-assets/${part}.zip?exp=1&sig=2`,
        // No name leads out of the folder.
        filename: `../../platelight-export-${part}.zip`,
        size_bytes: 9,
      }))
      return { json: { ...started, status: 'ready', files } }
    },
    'GET /api/mobile/private-assets/1.zip': { bytes: Buffer.from('archive 1') },
    'GET /api/mobile/private-assets/2.zip': { bytes: Buffer.from('archive 2') },
  })
  url = api.url
  const { code, stdout } = await command(['account', 'export', '--out', 'backup'], { cwd, env: api.env })
  expect([code, reads]).toEqual([0, 2])
  for (const part of ['1', '2']) {
    const path = join(cwd, 'backup', `platelight-export-${part}.zip`)
    expect(stdout).toContain(`saved  ${path}`)
    expect(readFileSync(path, 'utf8')).toBe(`archive ${part}`)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  }
  const only = await command(['account', 'export', '--no-wait', '--json'], { cwd, env: api.env })
  expect(only.json()).toMatchObject({ id: 'exp_1', status: 'processing' })
  expect(reads).toBe(2)
})

test('an export that the server could not make is an error', async () => {
  const failed = { id: 'exp_1', requested_at: 'x', completed_at: 'x', expires_at: null, status: 'failed', files: [] }
  const { env } = await keyedApi({ 'POST /api/account/export': { json: failed } })
  const { code, stderr } = await command(['account', 'export'], { cwd: folderWith(), env })
  expect(code).not.toBe(0)
  expect(stderr).toContain('could not make the export')
})

test('an account is deleted only after agreement, and the message about app stores is shown', async () => {
  const cwd = folderWith()
  const message = 'The account is deleted. Subscriptions bought in an app store are not cancelled.'
  const { env, seen } = await keyedApi({
    'GET /api/auth/me': { json: { email: 'mara@example.com' } },
    'DELETE /api/account': { json: { status: 'deleted', message } },
  })
  const asked = await command(['account', 'delete'], { cwd, env })
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('Delete the account mara@example.com') })
  expect(seen.map(({ method }) => method)).toEqual(['GET'])
  expect((await command(['account', 'delete', '--yes'], { cwd, env })).stdout).toBe(`${message}\n`)
})

test('a link from an e-mail confirms the address, whether the whole link or its token is given', async () => {
  const cwd = folderWith()
  const { url, seen } = await fakeApi({
    'GET /api/auth/verify-email': { json: { status: 'verified', email: 'mara@example.com', credits_granted: 10 } },
  })
  const link = 'https://photos.example.com/auth/verify?token=mYk3vN8p&source=email'
  for (const given of [link, 'mYk3vN8p']) {
    const { stdout } = await command(['auth', 'verify', given, '--base-url', url], { cwd })
    expect(stdout).toContain('mara@example.com is confirmed.\n10 credits were added.')
    expect(seen.at(-1)?.query.get('token')).toBe('mYk3vN8p')
  }
  expect((await command(['auth', 'verify', '--base-url', url], { cwd })).code).toBe(2)
})

test('a new password is requested by address and chosen with a link or its token from standard input', async () => {
  const cwd = folderWith()
  const { url, seen } = await fakeApi({
    'POST /api/auth/forgot-password': { json: { status: 'reset_sent', message: 'An e-mail is on its way.' } },
    'POST /api/auth/reset-password': ({ json }: Seen) =>
      (json as { token: string }).token === 'code123'
        ? { json: { status: 'password_reset' } }
        : refusal(400, 'token_invalid'),
  })
  const here = { cwd }
  const forgot = await command(['auth', 'forgot', '--email', 'mara@example.com', '--base-url', url], here)
  expect(forgot.stdout).toContain('An e-mail is on its way.')
  await command(['auth', 'forgot', '--email', 'mara@example.com', '--locale', 'ar', '--base-url', url], here)
  expect(seen.at(-1)?.json).toEqual({ email: 'mara@example.com', locale: 'ar' })
  const reset = (input: string) => command(['auth', 'reset', '--token-stdin', '--base-url', url], { cwd, input })
  expect((await reset('code123\nseven purple artichokes\n')).stdout).toContain('The password was changed')
  expect(seen.at(-1)?.json).toEqual({ token: 'code123', password: 'seven purple artichokes' })
  const link = 'https://photos.example.com/auth/reset-password?token=code123'
  expect((await reset(`${link}\nseven purple artichokes\n`)).code).toBe(0)
  expect((await reset('wrong\nseven purple artichokes\n')).code).not.toBe(0)
  expect((await reset('code123\n')).stderr).toContain('No password was given.')
})

test('another link is sent to the account that is signed in', async () => {
  const { env } = await keyedApi({
    'POST /api/auth/resend-verification': { json: { status: 'verification_sent', email: 'mara@example.com' } },
  })
  const { stdout } = await command(['auth', 'resend'], { cwd: folderWith(), env })
  expect(stdout).toBe('A new link was sent to mara@example.com. Earlier links no longer work.\n')
})

test('the password is replaced with both passwords from standard input, and neither is shown', async () => {
  const { env, seen } = await keyedApi({
    'GET /api/auth/me': { json: { email: 'mara@example.com' } },
    'POST /api/auth/change-password': ({ json }: Seen) =>
      (json as { current_password: string }).current_password === 'seven purple artichokes'
        ? { json: { status: 'password_changed' } }
        : refusal(400, 'password_wrong', 'The current password is wrong.'),
  })
  const change = (input: string) => command(['auth', 'password', '--password-stdin'], { cwd: folderWith(), env, input })
  const changed = await change('seven purple artichokes\neight orange courgettes\n')
  expect(changed.stdout).toBe('The password of mara@example.com was changed, and every session was signed out.\n')
  expect(seen.at(-1)?.json).toEqual({
    current_password: 'seven purple artichokes',
    new_password: 'eight orange courgettes',
  })
  const wrong = await change('six purple artichokes\neight orange courgettes\n')
  expect([wrong.code, wrong.stderr]).toEqual([6, expect.stringContaining('The current password is wrong.')])
  expect(changed.stderr + wrong.stderr).not.toMatch(/artichokes|courgettes/)
  expect((await change('seven purple artichokes\n')).code).toBe(2)
})
