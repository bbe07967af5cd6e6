import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeApi, refusal, type Seen, sessionOf } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const KEY = 'pl_live_0123456789'

/** A server with one key and one account. */
const server = (extra: object = {}) =>
  fakeApi({
    'GET /api/auth/session': ({ headers }: Seen) => {
      if (headers.authorization === `Bearer ${KEY}`) return sessionOf('chef@example.com')
      if (headers.authorization === 'Bearer eyTOKEN') {
        return sessionOf('chef@example.com', 'session', '2999-01-01T00:00:00.000Z')
      }
      return refusal(401, 'unauthorized', 'This key is not known.')
    },
    'POST /api/auth/login': ({ json }: Seen) =>
      (json as { password: string }).password === 'seven purple artichokes'
        ? {
            json: {
              access_token: 'eyTOKEN',
              token_type: 'bearer',
              expires_at: '2999-01-01T00:00:00.000Z',
              user: sessionOf('chef@example.com').json.user,
            },
          }
        : refusal(401, 'unauthorized', 'E-mail or password is wrong.'),
    'POST /api/auth/logout': { json: { status: 'logged_out' } },
    'GET /api/account/credits': { json: { credits: 142, subscription_plan: 'Pro', subscription_status: 'active' } },
    ...extra,
  })

const login = (cwd: string, url: string, ...more: string[]) =>
  command(['auth', 'login', '--with-key-stdin', '--base-url', url, ...more], { cwd, input: ` ${KEY}\n` })

const contentOf = (cwd: string, file: string): string => readFileSync(join(cwd, '.config/platelight', file), 'utf8')

test('login verifies a key, stores it for its owner only, and later commands use it', async () => {
  const cwd = folderWith()
  const { url, seen } = await server()
  const { code, stdout, stderr } = await login(cwd, url)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `Signed in to ${url} as chef@example.com. The credential is in ${cwd}/.config/platelight/credentials.json.\n`,
  })
  expect(stderr).toContain('PLATELIGHT_KEYRING is off')
  expect(JSON.parse(contentOf(cwd, 'credentials.json'))).toEqual({ default: KEY })
  expect(JSON.parse(contentOf(cwd, 'config.json'))).toEqual({
    profiles: {
      default: {
        base_url: url,
        credential: { store: 'file', kind: 'api_key', server: url, account: 'chef@example.com', expires_at: null },
      },
    },
  })
  if (process.platform !== 'win32') {
    for (const file of ['config.json', 'credentials.json']) {
      expect(statSync(join(cwd, '.config/platelight', file)).mode & 0o777).toBe(0o600)
    }
  }

  expect((await command(['account', 'credits'], { cwd })).stdout).toBe('142\n')
  expect(seen.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`)
  const status = await command(['auth', 'status'], { cwd })
  expect(status.code).toBe(0)
  expect(status.stdout).toMatch(/account +chef@example.com\n/)
  expect(status.stdout).toMatch(/plan +Pro\n/)
  expect(status.stdout).toMatch(/may +read, images, account\n/)
  expect(status.stdout).toContain('API key from')
  expect((await command(['auth', 'token'], { cwd })).stdout).toBe(`${KEY}\n`)
})

test('a credential that the server refuses is not stored', async () => {
  const cwd = folderWith()
  const { url } = await server()
  const args = ['auth', 'login', '--with-key-stdin', '--base-url', url]
  const { code, stderr } = await command(args, { cwd, input: 'pl_live_wrong' })
  expect(code).toBe(4)
  expect(stderr).toContain('This key is not known.')
  expect(stderr).not.toContain('pl_live_wrong')
  expect(existsSync(join(cwd, '.config'))).toBe(false)
})

test('an e-mail address and password give a session, which logout ends on the server', async () => {
  const cwd = folderWith()
  const { url, seen } = await server()
  const args = ['auth', 'login', '--email', 'chef@example.com', '--password-stdin', '--base-url', url]
  const wrong = await command(args, { cwd, input: 'seven purple artichokes \n' })
  expect(wrong.code).toBe(4)
  expect((await command([...args, '--json'], { cwd, input: 'seven purple artichokes\n' })).json()).toMatchObject({
    account: 'chef@example.com',
    kind: 'session',
    store: 'file',
    expires_at: '2999-01-01T00:00:00.000Z',
  })
  const out = await command(['auth', 'logout', '--json'], { cwd })
  expect(out.json()).toEqual({ profile: 'default', forgotten: true, revoked: true })
  expect(seen.at(-1)).toMatchObject({ path: '/api/auth/logout', headers: { authorization: 'Bearer eyTOKEN' } })
  expect(contentOf(cwd, 'credentials.json')).not.toContain('eyTOKEN')
  expect((await command(['auth', 'token'], { cwd })).code).toBe(4)
  expect((await command(['auth', 'logout'], { cwd })).stdout).toBe('Nothing is stored for profile default.\n')
})

test('a new sign-in ends the session that was stored before, and its sign-ins have a name', async () => {
  const cwd = folderWith()
  const { url, seen } = await server()
  const ended = () => seen.filter(({ path }) => path === '/api/auth/logout').map(({ headers }) => headers.authorization)
  const mara = ['auth', 'login', '--email', 'chef@example.com', '--password-stdin', '--base-url', url]
  await command(mara, { cwd, input: 'seven purple artichokes' })
  expect(seen[0]?.headers['user-agent']).toMatch(/^platelight-cli\/\d+\.\d+\.\d+ platelight-sdk\//)
  // The server of this test gives the same token again, which must not be ended.
  await command(mara, { cwd, input: 'seven purple artichokes' })
  expect(ended()).toEqual([])
  await login(cwd, url)
  expect(ended()).toEqual(['Bearer eyTOKEN'])
  // A key is no session, and goes on.
  await command(mara, { cwd, input: 'seven purple artichokes' })
  expect(ended()).toHaveLength(1)
})

test('after logout a server is named only if the profile still has it', async () => {
  const cwd = folderWith()
  const { url } = await server()
  await command(['auth', 'login', '--email', 'chef@example.com', '--password-stdin', '--base-url', url], {
    cwd,
    input: 'seven purple artichokes',
  })
  await command(['config', 'unset', 'base_url'], { cwd })
  const { code, stderr } = await command(['auth', 'logout'], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('logout removes the local credential even if the server is unreachable', async () => {
  const cwd = folderWith()
  const { url } = await server({ 'POST /api/auth/logout': refusal(500, 'internal_error') })
  await command(['auth', 'login', '--email', 'chef@example.com', '--password-stdin', '--base-url', url], {
    cwd,
    input: 'seven purple artichokes',
  })
  const { code, stderr } = await command(['auth', 'logout', '--timeout', '1'], { cwd })
  expect(code).toBe(0)
  expect(stderr).toContain(`Profile default still uses ${url}`)
  expect(stderr).toContain('could not be ended at the server')
  expect((await command(['auth', 'token'], { cwd })).code).toBe(4)
})

test('an expired session is reported before anything is sent', async () => {
  const cwd = folderWith()
  const { url, seen } = await server()
  await login(cwd, url)
  const path = join(cwd, '.config/platelight/config.json')
  const config = JSON.parse(readFileSync(path, 'utf8'))
  config.profiles.default.credential.expires_at = '2020-01-01T00:00:00.000Z'
  const ended = folderWith({
    '.config/platelight/config.json': JSON.stringify(config),
    '.config/platelight/credentials.json': JSON.stringify({ default: KEY }),
  })
  const before = seen.length
  const { code, stderr } = await command(['account', 'credits'], { cwd: ended })
  expect(code).toBe(4)
  expect(stderr).toContain('ended on 2020-01-01. Sign in again')
  expect(seen.length).toBe(before)
})

test('a stored credential is sent only to the server for which it was stored', async () => {
  const { url } = await server()
  const other = await server()
  const cwd = folderWith()
  await login(cwd, url)
  for (const [args, env] of [
    [['--base-url', other.url], {}],
    [[], { PLATELIGHT_BASE_URL: other.url }],
  ] as const) {
    const { code, stderr } = await command([...args, 'account', 'credits'], { cwd, env })
    expect(code).toBe(4)
    expect(stderr).toContain(`is for ${url}, and is not sent to ${other.url}`)
    expect(stderr).not.toContain(KEY)
  }
  const moved = await command(['config', 'set', 'base_url', other.url], { cwd })
  expect(moved.code).toBe(2)
  expect(moved.stderr).toContain('its credential goes to no other server')
  expect(other.seen).toEqual([])
  // Public endpoints are called without the key.
  await command(['presets', '--base-url', other.url], { cwd })
  expect(other.seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([['/api/presets', undefined]])
})

test('a key is not sent to a server that only a project file names', async () => {
  const trap = await server()
  const { url } = await server()
  const cwd = folderWith({ 'platelight.config.json': JSON.stringify({ base_url: trap.url }) })
  const env = { PLATELIGHT_API_KEY: KEY }
  const byKey = await command(['account', 'credits'], { cwd, env })
  expect(byKey.code).toBe(4)
  expect(byKey.stderr).toContain(`Only ${cwd}/platelight.config.json names the server ${trap.url}`)
  const signIn = await command(['auth', 'login', '--with-key-stdin'], { cwd, input: KEY })
  expect(signIn.code).toBe(4)
  expect(signIn.stderr).toContain('To sign in there, add --base-url')
  await login(cwd, url)
  const stored = await command(['account', 'credits'], { cwd })
  expect(stored.code).toBe(4)
  expect(stored.stderr).toContain('is not sent to')
  await command(['presets'], { cwd, env })
  expect(trap.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
  // If the user names the server as well, the key is sent.
  expect((await command(['account', 'credits'], { cwd, env: { ...env, PLATELIGHT_BASE_URL: trap.url } })).code).toBe(0)
})

test('profiles keep servers and accounts apart', async () => {
  const one = await server()
  const two = await server()
  const cwd = folderWith()
  await login(cwd, one.url)
  await login(cwd, two.url, '--profile', 'staging')
  await command(['account', 'credits', '--profile', 'staging'], { cwd })
  await command(['account', 'credits'], { cwd, env: { PLATELIGHT_PROFILE: 'staging' } })
  expect(two.seen.filter(({ path }) => path === '/api/account/credits')).toHaveLength(2)
  expect(one.seen.filter(({ path }) => path === '/api/account/credits')).toHaveLength(0)
  const unknown = await command(['account', 'credits', '--profile', 'stagin'], { cwd })
  expect(unknown.code).toBe(2)
  expect(unknown.stderr).toContain('There is no profile "stagin". There are: default, staging.')
  expect((await command(['auth', 'status', '--profile', '../x'], { cwd })).stderr).toContain(
    'is not a valid profile name',
  )
})

test('the environment takes precedence over stored credentials, and login says so', async () => {
  const cwd = folderWith()
  const { url, seen } = await server()
  const env = { PLATELIGHT_API_KEY: 'pl_live_other', PLATELIGHT_BASE_URL: url }
  const { stderr } = await command(['auth', 'login', '--with-key-stdin'], { cwd, env, input: KEY })
  expect(stderr).toContain('PLATELIGHT_API_KEY is set and takes precedence')
  await command(['account', 'credits'], { cwd, env })
  expect(seen.at(-1)?.headers.authorization).toBe('Bearer pl_live_other')
  // A key in the environment is not stored.
  expect(contentOf(cwd, 'config.json') + contentOf(cwd, 'credentials.json')).not.toContain('pl_live_other')
})

test('without a terminal the ways to pass a secret are listed', async () => {
  const cwd = folderWith()
  const none = await command(['auth', 'login'], { cwd })
  expect(none.code).toBe(2)
  expect(none.stderr).toContain('--with-key-stdin')
  const password = await command(['auth', 'login', '--email', 'chef@example.com'], { cwd })
  expect(password.stderr).toContain('--password-stdin')
  expect((await command(['auth', 'login', '--with-key-stdin'], { cwd })).stderr).toContain('No key was given.')
  expect((await command(['auth', 'signup'], { cwd })).stderr).toContain('--email ADDRESS')
  expect((await command(['auth', 'status', '--json'], { cwd })).code).toBe(4)
})

test('signup names the address to which the link was sent', async () => {
  const cwd = folderWith()
  const { url, seen } = await server({
    'POST /api/auth/signup': { json: { status: 'verification_sent', email: 'chef@example.com' } },
  })
  const named = ['--business-name', 'Trattoria', '--locale', 'it']
  const args = ['auth', 'signup', '--email', 'chef@example.com', ...named, '--password-stdin']
  const { code, stdout } = await command([...args, '--base-url', url], { cwd, input: 'seven purple artichokes' })
  expect(code).toBe(0)
  expect(stdout).toContain('A link was sent to chef@example.com.')
  expect(seen[0]?.json).toEqual({
    email: 'chef@example.com',
    password: 'seven purple artichokes',
    business_name: 'Trattoria',
    locale: 'it',
  })
})
