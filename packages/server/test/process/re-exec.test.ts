import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { onlyIf } from '@platelight/imaging/testing/machine/only-if.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { usesGlibc } from '../../src/process/re-exec.ts'
import { BIN, createKey } from '../support/server-process.ts'

const root = mkdtempSync(join(tmpdir(), 'platelight-hand-over-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The environment of an operator who sets nothing about memory. */
const plain = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^MALLOC_|^LD_PRELOAD$/.test(name)))

async function start(name: string, env: Record<string, string> = {}) {
  const args = [BIN, 'start', '--data', join(root, name), '--port', '0', '--ready-json', '--no-env-file']
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...plain, PLATELIGHT_LOG: 'error', ...env },
  })
  const exited = once(child, 'exit').then(([code, signal]) => ({ code: code as number | null, signal }))
  const [line] = await once(createInterface({ input: child.stdout! }), 'line')
  const { pid } = JSON.parse(line as string) as { pid: number }
  return { child, pid, exited }
}

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')

describe('a server that was started without memory settings', onlyIf(usesGlibc(), 'only with glibc'), () => {
  test('runs with them, ends by signals to the started process, and leaves no process behind', async () => {
    const { child, pid, exited } = await start('term')
    expect(environmentOf(pid)).toEqual(expect.arrayContaining(['MALLOC_ARENA_MAX=2', 'MALLOC_TRIM_THRESHOLD_=131072']))
    child.kill('SIGTERM')
    expect(await exited).toEqual({ code: 0, signal: null })
    expect(isAlive(pid)).toBe(false)

    const again = await start('term')
    again.child.kill('SIGINT')
    expect(await again.exited).toEqual({ code: 130, signal: null })
  })

  test('dies at once when the started process is killed, so that another server can use the folder', async () => {
    const { child, pid, exited } = await start('kill')
    child.kill('SIGKILL')
    await exited
    await expect.poll(() => isAlive(pid)).toBe(false)
    const next = await start('kill')
    process.kill(next.pid, 'SIGKILL')
    expect((await next.exited).signal).toBe('SIGKILL')
  })

  test('is left alone when the operator has set them', async () => {
    const { child, pid, exited } = await start('chosen', { MALLOC_ARENA_MAX: '4' })
    expect(pid).toBe(child.pid)
    child.kill('SIGTERM')
    expect(await exited).toEqual({ code: 0, signal: null })
  })
})

describe('doctor', () => {
  const doctor = async (data: string, env: Record<string, string> = {}) => {
    const args = [BIN, 'doctor', '--data', data, '--json', '--no-env-file']
    const options = { env: { ...plain, ...env }, cwd: root }
    const { stdout } = await promisify(execFile)(process.execPath, args, options).catch((error) => error)
    const { ok, findings } = JSON.parse(stdout) as {
      ok: boolean
      findings: { name: string; state: string; message: string }[]
    }
    return { ok, of: (name: string) => findings.find((finding) => finding.name === name) }
  }

  test('reports the settings in force and creates nothing', async () => {
    const data = join(root, 'nothing-yet')
    const { ok, of } = await doctor(data, { PLATELIGHT_MEMORY_MB: '500', MALLOC_ARENA_MAX: '3' })
    expect(ok).toBe(true)
    expect(of('data folder')).toMatchObject({ state: 'warn' })
    expect(of('memory')).toMatchObject({
      state: 'warn',
      message: expect.stringMatching(/^500 MB .*AVIF.* would be refused/),
    })
    if (usesGlibc()) expect(of('memory returned')?.message).toContain('MALLOC_ARENA_MAX=3')
    expect(existsSync(data)).toBe(false)
  })

  test('reports the version of the database and fails when it is newer', async () => {
    const data = join(root, 'with-database')
    mkdirSync(data)
    await createKey(data, 1)
    expect((await doctor(data)).of('database')).toMatchObject({ state: 'ok', message: expect.stringMatching(/newest/) })
    const { default: SqliteDatabase } = await import('better-sqlite3')
    const database = new SqliteDatabase(join(data, 'platelight.db'))
    const proxy = JSON.stringify({ address: '10.0.0.5', trusted: 0 })
    const noted = database.prepare('insert into installation values (?, ?, ?)')
    noted.run('uncovered proxy', proxy, new Date().toISOString())
    expect((await doctor(data)).of('proxy')).toMatchObject({
      state: 'fail',
      message: expect.stringMatching(/10\.0\.0\.5/),
    })
    const covered = await doctor(data, { PLATELIGHT_TRUST_PROXY: '1', PLATELIGHT_PUBLIC_URL: 'http://127.0.0.1:9' })
    expect(covered.of('proxy')).toBe(undefined)
    expect(covered.of('public address')).toMatchObject({
      state: 'warn',
      message: expect.stringMatching(/127\.0\.0\.1:9/),
    })
    database.prepare("insert into migrations values ('9999_later', '2030-01-01T00:00:00.000Z')").run()
    database.close()
    const { ok, of } = await doctor(data)
    expect(ok).toBe(false)
    expect(of('database')).toMatchObject({ state: 'fail', message: expect.stringContaining('9999_later') })
  })
})
