import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BIN } from '../support/server-process.ts'

test('a server whose port is in use says so and exits although its standard input stays open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-start-'))
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const { port } = other.address() as AddressInfo
  const args = [BIN, 'start', '--data', folder, '--port', String(port), '--embedded', '--ready-json']
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  try {
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(2)
    expect(errors).toMatch(`port ${port} of 127.0.0.1 is used by another program. Choose another port with --port`)
    expect(errors).not.toMatch(/^\s+at /m)
  } finally {
    child.kill('SIGKILL')
    other.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
