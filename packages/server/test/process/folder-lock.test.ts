import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { BIN, command, startProcess } from '../support/server-process.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platelight-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const recordPath = () => join(folder, 'server.lock')
const record = () => JSON.parse(readFileSync(recordPath(), 'utf8')) as { pid: number; url: string; instance: string }

/** Replies to /health, like a server that got the port of another one. */
async function answering(instance: string) {
  const server = createServer((_, res) => res.end(JSON.stringify({ status: 'ok', version: '1.0.0', instance })))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a killed server does not block the next start, and programs find the next server', async () => {
  const first = await startProcess(folder)
  const before = record()
  await first.kill('SIGKILL')
  const second = await startProcess(folder)
  expect(record()).toMatchObject({ url: second.url, pid: second.child.pid })
  expect(record().instance).not.toBe(before.instance)
  const health = (await (await fetch(`${second.url}/health`)).json()) as { instance: string }
  expect(health.instance).toBe(record().instance)
  await second.kill('SIGTERM')
})

test('a record with the process id of another program does not block a start', async () => {
  // Process ids that exist: this test, and the first process of a container.
  for (const pid of [process.pid, 1]) {
    writeFileSync(recordPath(), JSON.stringify({ pid, url: 'http://127.0.0.1:9', instance: 'of a dead server' }))
    const server = await startProcess(folder)
    expect(record().url).toBe(server.url)
    await server.kill('SIGTERM')
  }
})

test('a recorded address blocks a start only while the same server is running there', async () => {
  const url = await answering('ours')
  writeFileSync(recordPath(), JSON.stringify({ pid: process.pid, url, instance: 'ours' }))
  await expect(command('start', '--data', folder, '--port', '0')).rejects.toMatchObject({ code: 75 })
  writeFileSync(recordPath(), JSON.stringify({ pid: process.pid, url, instance: 'of another process' }))
  const server = await startProcess(folder)
  await server.kill('SIGTERM')
})

test('of ten servers that start at once, exactly one gets the folder', async () => {
  const children = Array.from({ length: 10 }, () =>
    spawn(process.execPath, [BIN, 'start', '--data', folder, '--port', '0', '--ready-json'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, PLATELIGHT_LOG: 'silent' },
    }),
  )
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  const ended = async (child: ChildProcess): Promise<number> => (await once(child, 'exit'))[0] as number
  const ends = await Promise.all(
    children.map(async (child): Promise<number | 'ready'> => {
      const exit = ended(child)
      const said = once(createInterface({ input: child.stdout! }), 'line').then(([line]) => String(line))
      const first = await Promise.race([said, exit])
      return typeof first === 'string' && first.includes('"ready"') ? 'ready' : exit
    }),
  )
  expect(ends.filter((end) => end === 'ready')).toHaveLength(1)
  expect(ends.filter((end) => end === 75)).toHaveLength(9)
})

test('a server ends with one log line when its folder goes away', async () => {
  const server = await startProcess(folder)
  rmSync(folder, { recursive: true, force: true })
  expect(await server.exited).toEqual({ code: 1, signal: null })
  const said = server
    .errors()
    .split('\n')
    .filter((line) => line.includes('is gone'))
  expect(said).toHaveLength(1)
})

test('a removed record is written again, and the server goes on', async () => {
  const server = await startProcess(folder)
  const { instance } = record()
  rmSync(recordPath())
  await expect.poll(() => record().instance, { interval: 200 }).toBe(instance)
  await server.kill('SIGTERM')
  expect(server.child.exitCode).toBe(0)
})
