import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { needs, PROGRAM_ENV, programCall } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { Platelight, type PlatelightError } from '@platelight/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey, startProcess } from '../../support/server-process.ts'
import { freePort } from '../../support/services/free-port.ts'
import { uploadPhoto } from '../../support/services/several-servers.ts'
import { createEmptyPostgresDatabase, onPostgres } from '../../support/test-database.ts'

const EXAMPLE = fileURLToPath(new URL('../../../../../deploy/nginx.conf', import.meta.url))

describe('two API processes behind nginx, and a worker', onPostgres, () => {
  const folder = mkdtempSync(join(tmpdir(), 'platelight-rolling-'))
  const cleanups: (() => unknown)[] = []
  afterAll(async () => {
    for (const clean of cleanups.reverse()) await clean()
    rmSync(folder, { recursive: true, force: true })
  })

  let env: Record<string, string>
  let ports: number[]
  let front: string
  beforeAll(async () => {
    const { url, drop } = await createEmptyPostgresDatabase()
    cleanups.push(drop)
    env = { PLATELIGHT_DATABASE_URL: url, PLATELIGHT_THREADS: '1', PLATELIGHT_TRUST_PROXY: '1' }
    ports = [await freePort(), await freePort()]
  })

  const startApi = (port: number | undefined) =>
    startProcess(folder, { env: { ...env, PLATELIGHT_ROLE: 'api' }, args: ['--port', String(port)] })

  /** The example of the project, with the ports of this test and without TLS. */
  async function startNginx(): Promise<string> {
    const port = await freePort()
    const site = readFileSync(EXAMPLE, 'utf8')
      .replace('127.0.0.1:8787', `127.0.0.1:${ports[0]}`)
      .replace('# server 127.0.0.1:8788', `server 127.0.0.1:${ports[1]}`)
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
      .replace(/^\s*ssl_.*\n/gm, '')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join('\n')
    const file = join(folder, 'nginx.conf')
    const head = `daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'nginx.log')};`
    writeFileSync(file, `${head}\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}\n}\n`)
    const nginx = spawn(...programCall('nginx', ['-c', file, '-e', join(folder, 'nginx.log')]), {
      stdio: 'ignore',
      env: PROGRAM_ENV,
    })
    cleanups.push(() => nginx.kill())
    return `http://127.0.0.1:${port}`
  }

  test('a rolling restart under load cuts no caller', needs('nginx'), async () => {
    const { key } = await createKey(folder, 5_000, undefined, env)
    const running = [await startApi(ports[0]), await startApi(ports[1])]
    const worker = await startProcess(folder, { env: { ...env, PLATELIGHT_ROLE: 'worker' } })
    cleanups.push(async () => Promise.all([...running, worker].map((one) => one.kill())))
    front = await startNginx()
    const client = new Platelight({ baseUrl: front, apiKey: key, maxRetries: 0 })
    await expect.poll(() => client.account.credits().catch(() => undefined)).toBeDefined()
    const image = await uploadPhoto(client)

    const failures: string[] = []
    const done = { photos: 0, light: 0 }
    let isOver = false
    const loop = async (kind: keyof typeof done, ask: () => Promise<unknown>) => {
      while (!isOver) {
        await ask().then(
          () => done[kind]++,
          (error: PlatelightError) => failures.push(`${kind}: ${error.code} ${error.message}`),
        )
      }
    }
    const callers = [
      ...Array.from({ length: 3 }, () =>
        loop('photos', () => client.photos.enhance({ image, formats: ['square'], upscale: false })),
      ),
      ...Array.from({ length: 2 }, () => loop('light', () => client.account.credits())),
    ]
    for (const round of [0, 1, 0, 1]) {
      const before = { ...done }
      await expect.poll(() => done.photos > before.photos + 2 && done.light > before.light + 20).toBe(true)
      expect(await running[round]?.kill('SIGTERM')).toEqual({ code: 0, signal: null })
      running[round] = await startApi(ports[round])
    }
    isOver = true
    await Promise.all(callers)
    expect(failures).toEqual([])
  })
})

test('a process that is alone tells callers whose work has not begun, finishes what has, and is not ready meanwhile', async () => {
  const data = mkdtempSync(join(tmpdir(), 'platelight-draining-'))
  try {
    const { key } = await createKey(data, 100)
    const env = { PLATELIGHT_THREADS: '1', PLATELIGHT_DRAIN_SECONDS: '1' }
    const server = await startProcess(data, { env })
    const client = new Platelight({ baseUrl: server.url, apiKey: key, maxRetries: 0 })
    const image = await uploadPhoto(client)
    const asked = Array.from({ length: 12 }, () =>
      client.photos.enhance({ image }, { idempotencyKey: crypto.randomUUID() }).then(
        () => 'done',
        ({ code, status, retryAfterMs }: PlatelightError & { status?: number; retryAfterMs?: number | null }) =>
          `${status} ${code} ${Number(retryAfterMs) > 0}`,
      ),
    )
    await expect.poll(async () => (await client.account.credits()).credits).toBeLessThan(100 - 11)
    const stopping = server.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status).toBe(503)
    const answers = await Promise.all(asked)
    expect(new Set(answers)).toEqual(new Set(['done', '503 overloaded true']))
    expect(await stopping).toEqual({ code: 0, signal: null })
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})
