import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installCommand } from './locate-packages.ts'

let prefix: string
beforeEach(() => {
  prefix = mkdtempSync(join(tmpdir(), 'platelight-prefix-'))
})
afterEach(() => rmSync(prefix, { recursive: true }))

test('the install command fits where the server is installed: globally, in a project, in a clone', () => {
  mkdirSync(join(prefix, 'lib'))
  mkdirSync(join(prefix, 'shop'))
  writeFileSync(join(prefix, 'shop', 'package.json'), '{}')
  const server = (...parts: string[]) => join(prefix, ...parts, 'dist', 'cli.js')
  const packages = ['onnxruntime-node@1.30.0']
  const inCli = ['@platelight', 'cli', 'node_modules', '@platelight', 'server']
  expect(installCommand(packages, server('lib', 'node_modules', ...inCli))).toBe(
    'npm install --global --ignore-scripts onnxruntime-node@1.30.0',
  )
  for (const place of [
    ['shop', 'node_modules', ...inCli],
    ['packages', 'server'],
  ]) {
    expect(installCommand(packages, server(...place))).toBe('npm install --ignore-scripts onnxruntime-node@1.30.0')
  }
})
