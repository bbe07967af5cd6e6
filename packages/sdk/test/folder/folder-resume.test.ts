import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onlyIf } from '../../../imaging/test/support/machine/only-if.ts'
import { type EnhanceFolderOptions, enhanceFolder } from '../../src/node-entry.ts'
import { folderWith, ledgerIn, menu, put, results, tree } from '../support/photo-folders.ts'
import { type Asked, photoService } from '../support/photo-service.ts'

const out = (cwd: string) => join(cwd, 'menu-enhanced')
const ledger = (cwd: string) => join(out(cwd), '.platelight-batch.jsonl')
const run = (
  cwd: string,
  service: { client: Parameters<typeof enhanceFolder>[0] },
  options: EnhanceFolderOptions = {},
) => enhanceFolder(service.client, 'menu', { cwd, formats: ['square'], ...options })

/** Sets old file times, because a file that was just written could change again without new times. */
function age(path: string): void {
  const then = new Date(Date.now() - 60_000)
  utimesSync(path, then, then)
}

test('the ledger has a line for each transition, and its version', async () => {
  const cwd = folderWith(menu(1))
  await run(cwd, await photoService())
  const [header, ...lines] = ledgerIn(out(cwd))
  expect(header).toEqual({ ledger: 'platelight-batch', version: 1 })
  expect(lines.map(({ type }) => type)).toEqual(['started', 'enhanced', 'saved'])
  expect(lines[0]).toMatchObject({ file: '../menu/0.jpg', subject: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) })
  expect(lines[1]).toMatchObject({ photo: 'run_1', credits: 1, key: lines[0]?.key })
  expect(lines[2]).toMatchObject({ outputs: [{ format: 'square', path: '0-square.jpg' }] })
})

test(
  'only its owner can read the ledger, because it contains links',
  onlyIf(process.platform !== 'win32', 'not on Windows'),
  async () => {
    const cwd = folderWith(menu(1))
    await run(cwd, await photoService())
    expect(statSync(ledger(cwd)).mode & 0o777).toBe(0o600)
  },
)

test('a paid but unsaved photo is fetched by its id, even days later, and nothing is bought', async () => {
  const cwd = folderWith(menu(2))
  const service = await photoService()
  await run(cwd, service)
  for (const name of results(out(cwd))) rmSync(join(out(cwd), name))
  service.forgetKeys()
  service.forgetUploads()
  const { done, creditsUsed } = await run(cwd, service)
  expect({ done: done.length, creditsUsed, charges: service.charges() }).toEqual({
    done: 2,
    creditsUsed: 0,
    charges: 2,
  })
  expect(service.calls('upload')).toHaveLength(2)
})

test('a recorded photo that was deleted on the server is bought again', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service)
  rmSync(join(out(cwd), '0-square.jpg'))
  service.deletePhoto('run_1')
  expect(await run(cwd, service)).toMatchObject({ creditsUsed: 1, failed: [] })
  expect(service.charges()).toBe(2)
})

test('a changed photo is bought again and replaces its earlier result', async () => {
  const cwd = folderWith(menu(2))
  const service = await photoService()
  await run(cwd, service)
  put(join(cwd, 'menu/1.jpg'), 'shot again')
  const { done, skipped } = await run(cwd, service)
  expect(done.map(({ file }) => file)).toEqual(['menu/1.jpg'])
  expect(skipped.map(({ file }) => file)).toEqual(['menu/0.jpg'])
  expect(readFileSync(join(out(cwd), '1-square.jpg'), 'utf8')).toMatch(/^run_3 /)
})

test('a manually edited result is kept even if its photo changed', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service)
  writeFileSync(join(out(cwd), '0-square.jpg'), 'retouched')
  put(join(cwd, 'menu/0.jpg'), 'shot again')
  expect((await run(cwd, service)).skipped).toHaveLength(1)
  expect(readFileSync(join(out(cwd), '0-square.jpg'), 'utf8')).toBe('retouched')
})

test('other options replace earlier results, but fewer formats with the same options do not', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service, { formats: ['square', 'portrait'] })
  expect((await run(cwd, service)).skipped).toHaveLength(1)
  expect((await run(cwd, service, { preset: 'social-media' })).done).toHaveLength(1)
  expect(service.charges()).toBe(2)
})

test('a photo with new file times but equal content is recognised and not bought', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service)
  age(join(cwd, 'menu/0.jpg'))
  expect((await run(cwd, service)).skipped).toHaveLength(1)
  expect(service.calls('upload')).toHaveLength(1)
})

test('a truncated last line counts as not written, and the next line is written completely', async () => {
  const cwd = folderWith(menu(2))
  const service = await photoService()
  await run(cwd, service)
  truncateSync(ledger(cwd), statSync(ledger(cwd)).size - 9)
  rmSync(join(out(cwd), '1-square.jpg'))
  expect(await run(cwd, service)).toMatchObject({ failed: [], creditsUsed: 0 })
  expect(ledgerIn(out(cwd)).every(({ type, ledger }) => type ?? ledger)).toBe(true)
  expect(service.charges()).toBe(2)
})

test('a truncated last line that is longer than the next line leaves no remainder', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service)
  appendFileSync(ledger(cwd), `{"type":"started","file":"${'x'.repeat(5000)}`)
  put(join(cwd, 'menu/9.jpg'), 'another')
  await run(cwd, service)
  expect(
    ledgerIn(out(cwd))
      .map(({ type }) => type)
      .filter(Boolean),
  ).toHaveLength(6)
})

test.each([
  ['another file', 'my notes\n', 'not the ledger'],
  ['a newer version', '{"ledger":"platelight-batch","version":2}\n', 'version 2'],
])('%s instead of a ledger is refused by name before anything is sent, and is not changed', async (_, text, reason) => {
  const cwd = folderWith({ ...menu(1), 'menu-enhanced/.platelight-batch.jsonl': text })
  const service = await photoService()
  await expect(run(cwd, service)).rejects.toMatchObject({
    code: 'state_unreadable',
    message: expect.stringContaining(reason),
  })
  expect(readFileSync(ledger(cwd), 'utf8')).toBe(text)
  expect(service.calls('upload')).toEqual([])
})

test('fresh ignores the records, keeps the old ledger, and pays nothing twice within a day', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service)
  rmSync(join(out(cwd), '0-square.jpg'))
  expect(await run(cwd, service, { fresh: true })).toMatchObject({ creditsUsed: 0, failed: [] })
  expect(service.calls('enhance')).toHaveLength(2)
  expect(tree(out(cwd))).toEqual(['.platelight-batch.jsonl', '.platelight-batch.jsonl.old', '0-square.jpg'])
})

test('after an abort at any moment the same call gives every photo once, charged once', async () => {
  const cwd = folderWith(menu(8))
  const service = await photoService()
  const random = seeded(7)
  for (let round = 0; round < 12; round++) {
    const giveUp = new AbortController()
    const moment = Math.floor(random() * 30)
    let events = 0
    await run(cwd, service, {
      giveUp: giveUp.signal,
      concurrency: 3,
      onEvent: () => {
        if (++events === moment) giveUp.abort()
      },
    })
    expect(tree(out(cwd)).filter((name) => /part$|lock$/.test(name))).toEqual([])
  }
  expect(await run(cwd, service)).toMatchObject({ remaining: 0, failed: [] })
  expect(results(out(cwd))).toHaveLength(8)
  expect(service.charges()).toBe(8)
})

test('after a kill at any moment the same call gives every photo once, complete, charged once', async () => {
  const cwd = folderWith(menu(12))
  // Slow enough for kills to hit every phase.
  const slow = (_: Asked) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 15))
  const service = await photoService({ fault: slow })
  const random = seeded(3)
  let killed = 0
  for (let round = 0; round < 8; round++) {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--conditions=platelight-source', RUNNER, service.url, cwd],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        cwd: PACKAGE,
      },
    )
    const closed = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
    // Counted in events, so that slow machines kill at the same moments, plus a delay, so that kills fall between events.
    const moment = 3 + Math.floor(random() * 25)
    let lines = 0
    const reached = new Promise<void>((resolve) => {
      child.stdout.on('data', (text: Buffer) => {
        lines += text.toString().split('\n').length - 1
        if (lines >= moment) resolve()
      })
    })
    await Promise.race([reached, closed])
    await new Promise((resolve) => setTimeout(resolve, random() * 20))
    child.kill('SIGKILL')
    if ((await closed) === 'SIGKILL') killed++
  }
  expect(killed).toBeGreaterThan(2)
  expect(service.charges()).toBeGreaterThan(0)
  expect(await run(cwd, service)).toMatchObject({ remaining: 0, failed: [] })
  expect(results(out(cwd))).toEqual(Array.from({ length: 12 }, (_, index) => `${index}-square.jpg`).sort())
  for (const name of results(out(cwd)))
    expect(readFileSync(join(out(cwd), name), 'utf8').length).toBeGreaterThan(12_000)
  expect(service.charges()).toBe(12)
})

test('a second run in the same folder is refused with the process and what to do', async () => {
  const cwd = folderWith(menu(3))
  const service = await photoService()
  let second: Promise<unknown> | undefined
  await run(cwd, service, {
    concurrency: 1,
    onEvent: ({ type }) => {
      if (type === 'file') second ??= run(cwd, service).catch((error: unknown) => error)
    },
  })
  const refused = (await second) as { code: string; message: string }
  expect(refused.code).toBe('folder_locked')
  expect(refused.message).toContain(`process ${process.pid}`)
  expect(refused.message).toContain('name another folder for the results')
  expect(service.charges()).toBe(3)
})

test('the lock of a killed run is taken over; the lock of a run on another machine is not', async () => {
  const cwd = folderWith(menu(1))
  const lock = `${ledger(cwd)}.lock`
  const gone = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => gone.once('close', resolve))
  put(lock, JSON.stringify({ pid: gone.pid, host: hostname(), token: 'a' }))
  expect((await run(cwd, await photoService())).done).toHaveLength(1)
  expect(tree(out(cwd)).filter((name) => name.includes('lock'))).toEqual([])

  rmSync(join(out(cwd), '0-square.jpg'))
  put(lock, JSON.stringify({ pid: 1, host: 'elsewhere', token: 'b' }))
  await expect(run(cwd, await photoService())).rejects.toMatchObject({ code: 'folder_locked' })
  // The other run has not touched its lock for over a minute.
  utimesSync(lock, new Date(Date.now() - 61_000), new Date(Date.now() - 61_000))
  expect((await run(cwd, await photoService())).failed).toEqual([])
})

test('partial files of a killed process are removed', async () => {
  const gone = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => gone.once('close', resolve))
  const mine = `menu-enhanced/.platelight-${process.pid}-0123abcd.part`
  const cwd = folderWith({
    ...menu(1),
    [`menu-enhanced/.platelight-${gone.pid}-0123abcd.part`]: 'half',
    [mine]: 'half',
  })
  await run(cwd, await photoService())
  expect(results(cwd).filter((name) => name.endsWith('.part'))).toEqual([mine])
})

const PACKAGE = new URL('../..', import.meta.url).pathname
const RUNNER = new URL('../support/run-to-kill.ts', import.meta.url).pathname

/** A small seeded generator, so that the moments are the same in every run. */
function seeded(state: number): () => number {
  let last = state
  return () => {
    last = (last * 1_103_515_245 + 12_345) % 2_147_483_648
    return last / 2_147_483_648
  }
}
