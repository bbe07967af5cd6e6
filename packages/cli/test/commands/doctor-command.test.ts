import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { graphicsOf } from '../../src/context/graphics-of.ts'
import { checkNode } from '../../src/doctor/check-machine.ts'
import { checkClock, hashOf } from '../../src/doctor/check-server.ts'
import { fakeApi, type Routes, refusal, sessionOf } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const document = readFileSync(fileURLToPath(new URL('../../../../openapi/dist/openapi.json', import.meta.url)), 'utf8')

async function examined(routes: Routes, env: Record<string, string> = {}) {
  const { url } = await fakeApi({
    'GET /health': { json: { status: 'ok', version: '1.0.0' } },
    'GET /openapi.json': { json: JSON.parse(document) },
    'GET /api/auth/session': sessionOf('chef@example.com'),
    ...routes,
  })
  const cwd = folderWith()
  const given = { PLATELIGHT_BASE_URL: url, PLATELIGHT_API_KEY: 'pl_live_0123456789', ...env }
  const { code, json, stdout } = await command(['doctor', '--json'], { cwd, env: given })
  const checks: { name: string; state: string; message: string; advice?: string }[] = json().checks
  return { code, stdout, of: (name: string) => checks.find((check) => check.name === name) }
}

test('a working server, credential and machine end with 0', async () => {
  const { code, of } = await examined({})
  expect(of('server')).toMatchObject({ state: 'ok', message: expect.stringContaining('version 1.0.0') })
  expect(of('contract')).toMatchObject({ state: 'ok' })
  expect(of('credential')?.message).toBe('chef@example.com (environment); may read, images, account')
  expect(of('clock')?.state).toBe('ok')
  expect(of('keyring')?.state).toBe('warn')
  expect(code).toBe(0)
})

test('the worst failure determines the exit code and says what to do', async () => {
  const refused = await examined({ 'GET /api/auth/session': refusal(401, 'unauthorized', 'This key is not known.') })
  expect(refused.code).toBe(4)
  expect(refused.of('credential')).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/^This key is not known\. The key is from .*PLATELIGHT_API_KEY.*, the server http/),
  })
  expect(refused.stdout).not.toContain('pl_live_0123456789')

  const page = await examined({ 'GET /health': { json: '<html>' } })
  expect(page.code).toBe(8)
  expect(page.of('server')?.advice).toContain('Check that the base URL leads to the service')
  expect(page.of('credential')).toMatchObject({ state: 'warn' })

  const away = await examined({}, { PLATELIGHT_BASE_URL: 'http://127.0.0.1:9' })
  expect(away.code).toBe(8)
  expect(away.of('server')?.message).toContain('it does not answer')

  const nowhere = await examined({}, { PLATELIGHT_BASE_URL: 'https://nowhere.invalid' })
  expect(nowhere.of('DNS')).toMatchObject({ state: 'fail' })

  const none = await examined({}, { PLATELIGHT_API_KEY: '' })
  expect(none.code).toBe(4)
  expect(none.of('credential')?.advice).toContain('platelight auth login')
})

test('a different API document and missing scopes give a warning', async () => {
  const session = sessionOf('chef@example.com')
  const { code, of } = await examined({
    'GET /openapi.json': { json: { openapi: '3.1.0' } },
    'GET /api/auth/session': { json: { ...session.json, scopes: ['read'] } },
  })
  expect(code).toBe(0)
  expect(of('contract')).toMatchObject({ state: 'warn', message: expect.stringContaining('generated from') })
  expect(of('credential')).toMatchObject({ state: 'warn', advice: expect.stringContaining('images') })
})

test('without a configured server or key, the built-in server is named but not started', async () => {
  const { code, stdout } = await command(['doctor'], { cwd: folderWith() })
  expect(code).toBe(0)
  expect(stdout).toContain('built in, started for each command')
})

test.each([
  [0, 'ok'],
  [20_000, 'ok'],
  [-90_000, 'warn'],
  [400_000, 'fail'],
])('a clock that is %i ms off', (offMs, state) => {
  const at = Date.parse('2026-11-21T10:00:00.400Z')
  expect(checkClock(new Date(at - offMs).toUTCString(), at).state).toBe(state)
})

test('the hash of a document does not depend on its layout or its server address', () => {
  const laidOutElsewhere = JSON.stringify({ ...JSON.parse(document), servers: [{ url: 'https://photos.example.com' }] })
  expect(hashOf(laidOutElsewhere)).toBe(hashOf(document))
  expect(hashOf('no document')).toBeUndefined()
})

test('versions of Node before 20.19 are too old', () => {
  expect(checkNode('20.18.3').state).toBe('fail')
  expect(checkNode('20.19.0').state).toBe('ok')
  expect(checkNode('24.1.0').state).toBe('ok')
})

test.each([
  [{ TERM: 'xterm-kitty' }, 'kitty'],
  [{ TERM_PROGRAM: 'iTerm.app' }, 'iterm'],
  [{ TERM: 'foot' }, 'sixel'],
  [{ TERM: 'xterm-256color' }, 'blocks'],
  [{ TERM: 'xterm-kitty', TMUX: '/tmp/tmux' }, 'blocks'],
])('pictures in a terminal with %o', (env, way) => {
  expect(graphicsOf(env)).toBe(way)
})
