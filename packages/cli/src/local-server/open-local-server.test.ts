import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { onlyIf } from '../../../imaging/test/support/machine/only-if.ts'
import { folderWith } from '../../test/support/folder-with.ts'
import { type LocalServer, openLocalServer } from './open-local-server.ts'

const bin = fileURLToPath(new URL('../../test/support/fake-server.mjs', import.meta.url))

async function open(dataFolder: string, env: Record<string, string> = {}): Promise<LocalServer> {
  const server = await openLocalServer({ dataFolder, bin, env: { ...process.env, ...env } })
  onTestFinished(() => server.close())
  return server
}

const linesOf = (folder: string, file: string): string[] =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim().split('\n') : []

const pidOf = async (server: LocalServer): Promise<number> =>
  ((await (await server.fetch(new Request(`${server.url}/echo`))).json()) as { pid: number }).pid

const isGone = (pid: number): boolean => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

test('a server is started on the folder, and its key is stored in a file that only its owner can read', async () => {
  const folder = join(folderWith(), 'share/platelight')
  const server = await open(folder)
  expect(linesOf(folder, 'starts.txt')).toEqual([`--data ${folder} --port 0 --embedded --ready-json`])
  expect(linesOf(folder, 'calls.txt')[0]).toContain('--plan Enterprise --credits 1000000 --json')
  const file = join(folder, 'cli-key.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ key: server.apiKey })
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the server stops with the CLI, and its key is used again', async () => {
  const folder = folderWith()
  const first = await open(folder)
  const pid = await pidOf(first)
  await first.close()
  expect(isGone(pid)).toBe(true)
  const second = await open(folder)
  expect(second.apiKey).toBe(first.apiKey)
  expect(linesOf(folder, 'calls.txt')).toHaveLength(1)
})

test('a key that the server does not know is replaced', async () => {
  const folder = folderWith({ 'cli-key.json': '{"key":"from another life"}' })
  const server = await open(folder)
  expect(server.apiKey).not.toBe('from another life')
  expect(linesOf(folder, 'keys.txt')).toEqual([server.apiKey])
})

test('a running server is joined, and keeps running when the joined client closes', async () => {
  const folder = folderWith()
  const first = await open(folder)
  const second = await open(folder)
  expect(second.url).toBe(first.url)
  await second.close()
  expect(isGone(await pidOf(first))).toBe(false)
  expect(linesOf(folder, 'starts.txt')).toHaveLength(1)
})

test('another program on the port of a killed server is not joined', async () => {
  const dataFolder = folderWith()
  const other = createServer((_, response) => response.end(JSON.stringify({ status: 'ok', instance: 'another' })))
  await once(other.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void other.close())
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const ended = spawn(process.execPath, ['--version'])
  await once(ended, 'exit')
  writeFileSync(join(dataFolder, 'server.lock'), JSON.stringify({ pid: ended.pid, url, instance: 'ours' }))
  expect((await open(dataFolder)).url).not.toBe(url)
})

test('the lock of a killed server is ignored', async () => {
  const folder = folderWith({ 'server.lock': JSON.stringify({ pid: 2 ** 22 + 1, url: 'http://127.0.0.1:1' }) })
  const server = await open(folder)
  expect(server.url).not.toBe('http://127.0.0.1:1')
})

test('when the joined server stops, a new one replaces it and old URLs lead to it', async () => {
  const folder = folderWith()
  const owner = await openLocalServer({ dataFolder: folder, bin, env: process.env })
  const joined = await open(folder)
  await owner.close()
  // The SDK repeats failed requests; here the test does.
  const result = new Request(`${joined.url}/echo/files/a.jpg?x=1`)
  await expect(joined.fetch(result)).rejects.toThrow('fetch failed')
  expect(await (await joined.fetch(result)).json()).toMatchObject({ url: '/echo/files/a.jpg?x=1' })
  expect(linesOf(folder, 'starts.txt')).toHaveLength(2)
})

test('a server killed during many requests is restarted once, and accepts a body afterwards', async () => {
  const folder = folderWith()
  const server = await open(folder)
  const crash = Array.from({ length: 4 }, () => server.fetch(new Request(`${server.url}/crash`)).catch(() => 'lost'))
  expect(await Promise.all(crash)).toEqual(['lost', 'lost', 'lost', 'lost'])
  const post = new Request(`${server.url}/echo`, { method: 'POST', body: 'photo' })
  expect((await server.fetch(post)).status).toBe(200)
  expect(linesOf(folder, 'starts.txt')).toHaveLength(2)
})

test('requests to other servers are not changed', async () => {
  const server = await open(folderWith())
  const away = new Request('http://192.0.2.1/echo', { signal: AbortSignal.timeout(200) })
  await expect(server.fetch(away)).rejects.toThrow()
})

test('the error of a server that cannot start contains its output and the path of its log', async () => {
  const folder = folderWith()
  await expect(open(folder, { FAKE_REFUSES: '1' })).rejects.toThrow(
    /It reported:\nThe database is in the way\.\nIts log is .*server\.log/,
  )
})

test('settings of a remote server are not passed to the local one', async () => {
  const folder = folderWith()
  const probe = join(folder, 'probe.mjs')
  writeFileSync(
    probe,
    `import { writeFileSync } from 'node:fs'
     writeFileSync(${JSON.stringify(join(folder, 'env.json'))}, JSON.stringify(process.env))
     process.exit(1)`,
  )
  writeFileSync(join(folder, 'environment.json'), '{ "MALLOC_ARENA_MAX": "2" }')
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    PLATELIGHT_PUBLIC_URL: 'https://x.example',
    PLATELIGHT_THREADS: '1',
  }
  await expect(openLocalServer({ dataFolder: folder, bin: probe, env })).rejects.toThrow('did not start')
  const seen = JSON.parse(readFileSync(join(folder, 'env.json'), 'utf8'))
  // The memory setting from environment.json is used unless the environment overrides it.
  expect(seen).toMatchObject({ PLATELIGHT_THREADS: '1', MALLOC_ARENA_MAX: '2' })
  expect(seen).not.toHaveProperty('NODE_ENV')
  expect(seen).not.toHaveProperty('PLATELIGHT_PUBLIC_URL')
})

test(
  'when the CLI is killed, the server stops by itself',
  onlyIf(process.platform !== 'win32', 'not on Windows'),
  async () => {
    const folder = folderWith()
    const code = `
    import { openLocalServer } from ${JSON.stringify(new URL('./open-local-server.ts', import.meta.url).href)}
    const server = await openLocalServer({ dataFolder: ${JSON.stringify(folder)}, bin: ${JSON.stringify(bin)}, env: process.env })
    console.log(JSON.stringify(await (await server.fetch(new Request(server.url + '/echo'))).json()))
    setInterval(() => {}, 1000)`
    const cli = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    })
    const printed: string = await new Promise((resolve) => cli.stdout.once('data', (data) => resolve(String(data))))
    const { pid } = JSON.parse(printed) as { pid: number }
    expect(isGone(pid)).toBe(false)
    cli.kill('SIGKILL')
    await expect.poll(() => isGone(pid)).toBe(true)
  },
)
