import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { command, startProcess } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-exit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command, and returns how it ended. */
const end = (...args: string[]) =>
  command(...args).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

test('a wrong argument or setting exits with 2 and a message, help with 0', async () => {
  for (const args of [
    ['strat'],
    ['start', '--prot', '1'],
    ['start', '--port', '70000'],
    ['keys', 'create'],
    ['keys', 'create', '--email', 'nobody'],
    ['credits', 'grant', '--email', 'a@example.com', '--credits', 'many'],
  ]) {
    const { code, stderr } = await end(...args)
    expect({ args, code }).toEqual({ args, code: 2 })
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(stderr.trim()).not.toBe('')
  }
  for (const args of [['--help'], ['keys', 'create', '--help'], ['--version']])
    expect(await end(...args)).toMatchObject({ code: 0 })
})

test('a folder in use exits with 75, with and without --ready-json', async () => {
  const server = await startProcess(folder)
  try {
    for (const extra of [[], ['--ready-json']]) {
      const { code, stderr } = await end('start', '--data', folder, '--port', '0', ...extra)
      expect(code).toBe(75)
      expect(stderr).toContain(server.url)
    }
  } finally {
    await server.kill('SIGTERM')
  }
})
