import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Platelight } from '@platelight/sdk'
import { afterAll, expect, test } from 'vitest'
import { dishPhoto } from '../support/pictures.ts'
import { BIN, createKey } from '../support/server-process.ts'

const folder = await mkdtemp(join(tmpdir(), 'platelight-full-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const ownDisks = (() => {
  try {
    execFileSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('skipped: a disk of its own needs unshare and the right to mount')
    return false
  }
})()

/** A server whose pictures lie on a disk of so many megabytes; its database has room. */
async function startOnSmallDisk(megabytes: number) {
  const blobs = join(folder, 'blobs')
  const script = `mkdir -p "${blobs}" && mount -t tmpfs -o size=${megabytes}m tmpfs "${blobs}" && exec "$0" "$@"`
  const args = [process.execPath, BIN, 'start', '--data', folder, '--port', '0', '--ready-json', '--embedded']
  const child = spawn('unshare', ['-rm', 'sh', '-c', script, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, PLATELIGHT_LOG: 'silent' },
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { url } = JSON.parse(String(line)) as { url: string }
  return {
    url,
    async stop() {
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    },
  }
}

test.skipIf(!ownDisks)('a full disk refuses with 503, charges nothing, and serves what is there', async () => {
  const { key } = await createKey(folder, 100)
  const server = await startOnSmallDisk(7)
  const client = new Platelight({ baseUrl: server.url, apiKey: key, maxRetries: 0 })
  const refusals: { status: number; code: string }[] = []
  const made: string[] = []
  for (let seed = 0; seed < 8; seed++) {
    const image = new Uint8Array(await dishPhoto({ width: 1600, height: 1200, seed }))
    await client.photos.enhance({ image, formats: ['original'] }).then(
      ({ enhanced }) => made.push(enhanced.original ?? ''),
      ({ status, code }) => refusals.push({ status, code }),
    )
  }
  expect(made.length).toBeGreaterThan(0)
  expect(refusals.length).toBeGreaterThan(0)
  for (const refusal of refusals) expect(refusal).toEqual({ status: 503, code: 'storage_full' })

  for (const url of made) {
    const file = await fetch(url)
    expect((await file.arrayBuffer()).byteLength).toBe(Number(file.headers.get('content-length')))
  }
  const entries = await client.account.transactions().toArray({ limit: 100 })
  const { credits } = await client.account.credits()
  expect(credits).toBe(100 - made.length)
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(credits)
  await server.stop()
})
