import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { invocationName } from './invocation-name.ts'

const folder = '/home/kitchen'

test('a program started by a package runner is named with the runner', () => {
  const program = '/home/kitchen/node_modules/@platelight/server/bin/platelight-server.js'
  const npm = { npm_config_user_agent: 'npm/10.8.2 node/v20.20.2 linux x64' }
  for (const env of [
    { ...npm, npm_command: 'exec' },
    { ...npm, npm_command: 'start', npm_lifecycle_event: 'start' },
  ])
    expect(invocationName({ env, program, folder })).toBe('npx platelight-server')
  const pnpm = { npm_config_user_agent: 'pnpm/10.34.9 npm/? node/v20', npm_lifecycle_event: 'start' }
  expect(invocationName({ env: pnpm, program, folder })).toBe('pnpm exec platelight-server')
})

test('an installed program is named by its name, any other by its path', () => {
  const bin = mkdtempSync(join(tmpdir(), 'platelight-bin-'))
  const program = join(bin, 'platelight-server')
  writeFileSync(program, '')
  chmodSync(program, 0o755)
  try {
    expect(invocationName({ env: { PATH: `/usr/bin:${bin}` }, program, folder })).toBe('platelight-server')
    expect(invocationName({ env: { PATH: '/usr/bin' }, program, folder: bin })).toBe('node platelight-server')
  } finally {
    rmSync(bin, { recursive: true })
  }
  const file = join(folder, 'server', 'bin', 'platelight-server.js')
  expect(invocationName({ env: {}, program: file, folder })).toBe('node server/bin/platelight-server.js')
})
