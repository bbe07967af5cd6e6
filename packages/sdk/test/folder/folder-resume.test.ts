import { spawn } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

/** As if the photo had been there for a while: what was just written could change again without showing it. */
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

test.skipIf(process.platform === 'win32')('the ledger is for its owner alone: links are in it', async () => {
  const cwd = folderWith(menu(1))
  await run(cwd, await photoService())
  expect(statSync(ledger(cwd)).mode & 0o777).toBe(0o600)
})

test('what was paid and not saved is fetched by its id, days later too, and nothing is bought', async () => {
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

test('a recorded photo that is gone from the server is bought anew', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service)
  rmSync(join(out(cwd), '0-square.jpg'))
  service.deletePhoto('run_1')
  expect(await run(cwd, service)).toMatchObject({ creditsUsed: 1, failed: [] })
  expect(service.charges()).toBe(2)
})

test('a photo that changed since is another photo: it is bought, and takes the place of our result', async () => {
  const cwd = folderWith(menu(2))
  const service = await photoService()
  await run(cwd, service)
  put(join(cwd, 'menu/1.jpg'), 'shot again')
  const { done, skipped } = await run(cwd, service)
  expect(done.map(({ file }) => file)).toEqual(['menu/1.jpg'])
  expect(skipped.map(({ file }) => file)).toEqual(['menu/0.jpg'])
  expect(readFileSync(join(out(cwd), '1-square.jpg'), 'utf8')).toMatch(/^run_3 /)
})

test('a result that was edited by hand is kept, whatever became of its photo', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service)
  writeFileSync(join(out(cwd), '0-square.jpg'), 'retouched')
  put(join(cwd, 'menu/0.jpg'), 'shot again')
  expect((await run(cwd, service)).skipped).toHaveLength(1)
  expect(readFileSync(join(out(cwd), '0-square.jpg'), 'utf8')).toBe('retouched')
})

test('other options are another wish: results of ours are made anew, but fewer formats of the same look are not', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service, { formats: ['square', 'portrait'] })
  expect((await run(cwd, service)).skipped).toHaveLength(1)
  expect((await run(cwd, service, { preset: 'social-media' })).done).toHaveLength(1)
  expect(service.charges()).toBe(2)
})

test('a photo that was only touched is read and recognised, and not bought', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service)
  age(join(cwd, 'menu/0.jpg'))
  expect((await run(cwd, service)).skipped).toHaveLength(1)
  expect(service.calls('upload')).toHaveLength(1)
})

test('a last line that was cut off counts as not written, and the next is written whole', async () => {
  const cwd = folderWith(menu(2))
  const service = await photoService()
  await run(cwd, service)
  truncateSync(ledger(cwd), statSync(ledger(cwd)).size - 9)
  rmSync(join(out(cwd), '1-square.jpg'))
  expect(await run(cwd, service)).toMatchObject({ failed: [], creditsUsed: 0 })
  expect(ledgerIn(out(cwd)).every(({ type, ledger }) => type ?? ledger)).toBe(true)
  expect(service.charges()).toBe(2)
})

test('a cut-off half line at the end, longer than what follows, is gone afterwards', async () => {
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
  ['somebody’s file', 'my notes\n', 'not the ledger'],
  ['a newer version', '{"ledger":"platelight-batch","version":2}\n', 'version 2'],
])('%s in its place is refused by name before anything is sent, and left as it is', async (_, text, reason) => {
  const cwd = folderWith({ ...menu(1), 'menu-enhanced/.platelight-batch.jsonl': text })
  const service = await photoService()
  await expect(run(cwd, service)).rejects.toMatchObject({
    code: 'state_unreadable',
    message: expect.stringContaining(reason),
  })
  expect(readFileSync(ledger(cwd), 'utf8')).toBe(text)
  expect(service.calls('upload')).toEqual([])
})

test('fresh forgets what was recorded, keeps the old ledger aside, and pays nothing twice within the day', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service)
  rmSync(join(out(cwd), '0-square.jpg'))
  expect(await run(cwd, service, { fresh: true })).toMatchObject({ creditsUsed: 0, failed: [] })
  expect(service.calls('enhance')).toHaveLength(2)
  expect(tree(out(cwd))).toEqual(['.platelight-batch.jsonl', '.platelight-batch.jsonl.old', '0-square.jpg'])
})

test('an abort at any moment and the same call again: every photo there once, charged once', async () => {
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

test('the process is killed at any moment, and the same call again: every photo there once, whole, charged once', async () => {
  const cwd = folderWith(menu(12))
  // Slow enough for a kill to meet every phase.
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
    // Counted in events, so that the moments are the same on a slow machine; a little later, so that they lie between them.
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
}, 120_000)

test('a second run in the same folder is refused, naming the process and the way out', async () => {
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

test('a lock that a killed run left behind is taken over; one of a run that lives elsewhere is not', async () => {
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
  // It has shown no sign of life for over a minute.
  utimesSync(lock, new Date(Date.now() - 61_000), new Date(Date.now() - 61_000))
  expect((await run(cwd, await photoService())).failed).toEqual([])
})

test('what a killed process left half-written is taken away', async () => {
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

/** Small seeded generator, so that the moments are the same every time. */
function seeded(state: number): () => number {
  let last = state
  return () => {
    last = (last * 1_103_515_245 + 12_345) % 2_147_483_648
    return last / 2_147_483_648
  }
}
