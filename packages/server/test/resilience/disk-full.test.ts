import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ownDisks } from '@platelight/imaging/testing/machine/own-disks.ts'
import { Platelight } from '@platelight/sdk'
import { afterAll, expect, test } from 'vitest'
import { dishPhoto } from '../support/dish-photos.ts'
import { BIN, createKey, startProcess } from '../support/server-process.ts'
import { smallDisk } from '../support/services/small-disk.ts'

const folder = await mkdtemp(join(tmpdir(), 'platelight-full-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A server whose pictures are on a disk of this many megabytes, apart from its database. */
async function startOnSmallDisk(megabytes: number) {
  const blobs = join(folder, 'blobs')
  const script = `mkdir -p "${blobs}" && mount -t tmpfs -o size=${megabytes}m tmpfs "${blobs}" && exec "$0" "$@"`
  const args = [process.execPath, BIN, 'start', '--data', folder, '--port', '0', '--ready-json', '--embedded']
  const child = spawn('unshare', ['-rm', 'sh', '-c', script, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // The server refuses nothing before the disk itself does.
    env: { ...process.env, PLATELIGHT_LOG: 'silent', PLATELIGHT_MIN_FREE_MB: '0' },
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

test('with a full disk, writes are refused with 503, nothing is charged, and reads go on', ownDisks, async () => {
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

/** A server whose whole data folder, with a key, is on a disk of this many megabytes. */
async function startInSmallDisk(megabytes: number) {
  const data = await mkdtemp(join(tmpdir(), 'platelight-small-'))
  const { key } = await createKey(data, 100)
  const disk = await smallDisk(megabytes, { copyOf: data })
  const server = await startProcess(disk.folder, { env: { PLATELIGHT_MIN_FREE_MB: '2' }, disk })
  const { pid } = server.child
  return {
    ...server,
    key,
    fill: () => disk.fill(pid),
    free: () => disk.free(pid),
    async remove() {
      await server.kill()
      await Promise.all([disk.remove(), rm(data, { recursive: true, force: true })])
    },
  }
}

test(
  'with a full data folder, every write is 503, health reports it, and writes work again when there is space',
  ownDisks,
  async () => {
    const server = await startInSmallDisk(48)
    try {
      const client = new Platelight({ baseUrl: server.url, apiKey: server.key, maxRetries: 0 })
      const image = new Uint8Array(await dishPhoto({ width: 640, height: 480 }))
      const first = await client.photos.enhance({ image, formats: ['square'] })
      const storage = async () => {
        const report = (await (await fetch(`${server.url}/api/health`)).json()) as {
          status: string
          checks: { storage: { status: string; free_bytes: number } }
        }
        return { whole: report.status, storage: report.checks.storage.status }
      }
      expect(await storage()).toEqual({ whole: 'ok', storage: 'ok' })

      await server.fill()
      await expect.poll(storage).toEqual({ whole: 'degraded', storage: 'failed' })
      const credentials = { email: 'kitchen@example.com', password: 'Braised-leeks-with-7-eggs' }
      for (const write of [
        () => client.photos.enhance({ image, formats: ['square'] }),
        () => client.keys.create({ name: 'another' }),
        () => client.auth.login(credentials),
      ])
        await expect(write()).rejects.toMatchObject({ status: 503, code: 'storage_full' })
      expect((await client.account.credits()).credits).toBe(99)
      expect((await client.photos.get(first.id)).id).toBe(first.id)
      expect((await fetch(first.enhanced.square ?? '')).status).toBe(200)
      expect((await client.keys.list()).items).toHaveLength(1)
      expect((await fetch(`${server.url}/health`)).status).toBe(200)

      await server.free()
      await expect.poll(storage).toEqual({ whole: 'ok', storage: 'ok' })
      await client.photos.enhance({ image, formats: ['square'] })
      expect((await client.account.credits()).credits).toBe(98)

      await server.fill()
      expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
      const said = server
        .errors()
        .split('\n')
        .filter((line) => line.includes('the disk is full'))
      expect(said).toHaveLength(1)
      expect(server.errors()).not.toContain('cannot rollback')
    } finally {
      await server.remove()
    }
  },
)
