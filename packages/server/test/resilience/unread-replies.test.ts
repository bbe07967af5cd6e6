import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onlyIf } from '@platelight/imaging/testing/machine/only-if.ts'
import { Platelight } from '@platelight/sdk'
import { afterEach, expect, test } from 'vitest'
import { dishPhoto } from '../support/dish-photos.ts'
import { createKey, startProcess } from '../support/server-process.ts'

// Only Linux reports the memory and descriptors of another process.
const linux = existsSync('/proc/self/fd')
if (!linux) console.warn('skipped: memory and descriptors of another process are read from /proc')

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function startServer(credits = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'platelight-unread-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const { key } = await createKey(folder, credits)
  const server = await startProcess(folder, { env: { PLATELIGHT_LOG: 'silent' } })
  closing.push(() => server.kill())
  const of = (file: string) => `/proc/${server.child.pid}/${file}`
  return {
    ...server,
    client: new Platelight({ baseUrl: server.url, apiKey: key, maxRetries: 0 }),
    megabytes: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(of('status'), 'utf8'))?.[1]) / 1_000,
    descriptors: () => readdirSync(of('fd')).length,
  }
}

/** A connection that repeats a request again and again and reads nothing. */
async function pipeline(url: string, path: string, times: number): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  closing.push(() => socket.destroy())
  socket.on('error', () => {})
  socket.pause()
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times))
  return socket
}

test(
  'connections that send 1,400 requests and read nothing cost little memory, others are served, and all end with the server',
  onlyIf(linux, 'only on Linux'),
  async () => {
    const server = await startServer()
    await fetch(`${server.url}/openapi.json`)
    const before = server.megabytes()
    for (let index = 0; index < 4; index += 1) await pipeline(server.url, '/openapi.json', 1_400)

    let most = 0
    for (let index = 0; index < 50; index += 1) {
      expect((await fetch(`${server.url}/health`)).status).toBe(200)
      most = Math.max(most, server.megabytes())
    }
    // All replies together have gigabytes. The validators, which the server still compiles, are among what it may take.
    expect(most - before).toBeLessThan(500)
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  },
)

test(
  'connections that request 450 files and read nothing hold one file each, and others are served',
  onlyIf(linux, 'only on Linux'),
  async () => {
    const server = await startServer(1)
    const image = new Uint8Array(await dishPhoto({ width: 1_600, height: 1_200 }))
    const { enhanced } = await server.client.photos.enhance({ image, formats: ['original'] })
    const file = new URL(enhanced.original ?? '')
    const before = server.descriptors()
    const sockets: Socket[] = []
    for (let index = 0; index < 4; index += 1) sockets.push(await pipeline(server.url, file.pathname, 450))
    let most = 0
    for (let index = 0; index < 50; index += 1) {
      const reply = await fetch(file)
      expect(reply.status).toBe(200)
      await reply.bytes()
      most = Math.max(most, server.descriptors())
    }
    // Each connection holds its own descriptor and that of one file.
    expect(most - before).toBeLessThanOrEqual(2 * sockets.length + 4)

    for (const socket of sockets) socket.destroy()
    await expect.poll(() => server.descriptors()).toBeLessThanOrEqual(before + 2)
  },
)
