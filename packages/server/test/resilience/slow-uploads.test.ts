import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onlyIf } from '@platelight/imaging/testing/machine/only-if.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createKey, startProcess } from '../support/server-process.ts'

const linux = existsSync('/proc/self/fd')

test(
  'three hundred uploads of one byte take few descriptors and end by themselves, and other callers are served',
  onlyIf(linux, 'only on Linux'),
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platelight-slow-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const { key } = await createKey(folder, 0)
    const { key: other } = await createKey(folder, 0, 'other@example.com')
    // All sockets come through a proxy, so no limit of connections applies.
    const env = { PLATELIGHT_LOG: 'silent', PLATELIGHT_TRUST_PROXY: '1' }
    const server = await startProcess(folder, { env })
    onTestFinished(() => void server.kill())
    const credits = () => fetch(`${server.url}/api/account/credits`, { headers: { authorization: `Bearer ${other}` } })
    expect((await credits()).status).toBe(200)
    const descriptors = () => readdirSync(`/proc/${server.child.pid}/fd`).length
    const before = descriptors()

    const answers: string[] = []
    const send = (head: string): Socket => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.on('error', () => undefined).once('data', (chunk) => answers.push(String(chunk).slice(9, 12)))
      socket.write(
        `POST /api/mobile/uploads HTTP/1.1\r\nHost: x\r\n${head}Content-Type: multipart/form-data; boundary=x\r\n` +
          'Content-Length: 5000\r\n\r\n--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nx',
      )
      return socket
    }
    const sockets = [
      ...Array.from({ length: 300 }, () => send(`Authorization: Bearer ${key}\r\n`)),
      // Refused before it is read, and its small body does not come either.
      ...Array.from({ length: 20 }, () => send('')),
    ]
    await expect.poll(() => answers.length).toBeGreaterThanOrEqual(280)
    expect((await credits()).status).toBe(200)
    // What is refused is closed, and 40 uploads are open with their files.
    await expect.poll(descriptors).toBeLessThan(before + 2 * 40 + 40)

    await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true)
    // On a busy machine the first end before the last arrive, which then take their places.
    const count = (status: string) => answers.filter((one) => one === status).length
    expect(count('408')).toBeGreaterThanOrEqual(40)
    expect(count('408') + count('429')).toBe(300)
    await expect.poll(descriptors).toBeLessThan(before + 10)
    expect((await credits()).status).toBe(200)
  },
)
