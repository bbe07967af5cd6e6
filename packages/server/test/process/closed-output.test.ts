import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { BIN } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-output-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server whose output is closed by its reader once it is ready, as by `| head`. */
async function startUnread(logFormat: string) {
  const args = [BIN, 'start', '--data', folder, '--port', '0', '--ready-json', '--no-env-file']
  const env = { ...process.env, PLATELIGHT_LOG: 'debug', PLATELIGHT_LOG_FORMAT: logFormat }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const exited = once(child, 'exit')
  child.stdout.destroy()
  child.stderr.destroy()
  return { child, exited, url: (JSON.parse(String(line)) as { url: string }).url }
}

for (const format of ['json', 'pretty']) {
  test(`a server whose output is closed keeps serving, and SIGTERM ends it (${format} log)`, async () => {
    const { child, exited, url } = await startUnread(format)
    try {
      for (let i = 0; i < 3; i++) expect((await fetch(`${url}/health`)).status).toBe(200)
      child.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
    } finally {
      child.kill('SIGKILL')
    }
  })
}

test('a command succeeds when its reader closes the output early', async () => {
  const child = spawn(process.execPath, [BIN, 'models', 'list', '--data', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(errors).toBe('')
})
