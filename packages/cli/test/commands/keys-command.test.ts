import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyedApi, refusal, sessionOf } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const KEY = { id: 'key_1', name: 'Menu', prefix: 'pl_live_a', scopes: ['read'], created_at: '2026-11-20T09:12:00.000Z' }

test('a rotated key is shown once, with the expiry of the old key', async () => {
  const cwd = folderWith()
  const { env, seen } = await keyedApi({
    'POST /api/keys/key_1/rotate': {
      json: {
        ...KEY,
        id: 'key_2',
        key: 'pl_live_NEW',
        expires_at: null,
        last_used_at: null,
        replaces: { id: 'key_1', expires_at: '2026-11-21T11:00:00.000Z' },
      },
    },
    'DELETE /api/keys/key_1': { json: { id: 'key_1', status: 'revoked', revoked_at: '2026-11-21T11:00:00.000Z' } },
    'GET /api/auth/session': sessionOf('chef@example.com'),
  })
  const rotate = (...more: string[]) => command(['keys', 'rotate', 'key_1', ...more], { cwd, env })
  expect((await rotate()).stderr).toContain('The old one stops working in a day. Nothing was changed. Add --yes')
  const { stdout } = await rotate('--yes', '--overlap', '1h')
  expect(stdout.split('\n')[0]).toBe('pl_live_NEW')
  expect(stdout).toContain('key_1, which works until 2026-11-21 11:00 UTC')
  expect(seen.at(-1)?.json).toEqual({ overlap_seconds: 3600 })
  const kept = await rotate('--yes', '--output-file', 'key', '--json')
  expect(kept.stdout).not.toContain('pl_live_NEW')
  expect(kept.json()).toMatchObject({ id: 'key_2', output_file: join(cwd, 'key') })
  expect(readFileSync(join(cwd, 'key'), 'utf8')).toBe('pl_live_NEW\n')
  const calls = seen.length
  expect((await rotate('--yes', '--output-file', 'key')).stderr).toContain('exists already')
  const keyring = await rotate('--yes', '--to-keyring')
  expect(keyring.stderr).toContain('The keyring of this system cannot be used')
  expect((await rotate('--yes', '--overlap', '8d')).stderr).toContain('at most 7 days')
  expect(seen.length).toBe(calls)
  expect((await command(['keys', 'revoke', 'key_1', '--yes'], { cwd, env })).stdout).toBe('revoked  key_1\n')
  expect((await command(['keys', 'create', '--expires', '2020-01-01'], { cwd, env })).stderr).toContain(
    'It must be in the future',
  )
})

test('the file for a secret is removed if creating the secret failed', async () => {
  const cwd = folderWith()
  const { env } = await keyedApi({ 'POST /api/keys/create': refusal(403, 'scope_missing', 'This key may not.') })
  const { code } = await command(['keys', 'create', '--output-file', 'key'], { cwd, env })
  expect(code).toBe(4)
  expect(existsSync(join(cwd, 'key'))).toBe(false)
})
