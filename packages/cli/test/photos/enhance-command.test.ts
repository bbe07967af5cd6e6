import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { json, refusal } from '../../../sdk/test/support/scripted-server.ts'
import { ON_EXISTING } from '../../src/base/on-existing.ts'
import { FORMATS } from '../../src/generated/cli-enums.ts'
import { enhanceFixture, menu } from '../support/enhance-fixture.ts'

test('the values of the flags are those of the SDK', async () => {
  const client = await import('@platelight/sdk/node')
  expect(FORMATS).toEqual(client.FORMATS)
  expect(ON_EXISTING).toEqual(client.ON_EXISTING)
})

test('NDJSON has the events of the SDK with their schema version', async () => {
  const { enhance } = await enhanceFixture(menu(2))
  const { code, events, summary } = await enhance()
  expect(code).toBe(0)
  const types = events.map(({ type }) => type)
  expect(types.filter((type) => type !== 'progress')).toEqual(['quote', 'start', 'file', 'file', 'summary'])
  expect(types).toContain('progress')
  expect(events.every(({ schemaVersion }) => schemaVersion === 2)).toBe(true)
  expect(events[0]).toMatchObject({ photos: 2, credits: 2, creditsEach: 1, affordable: true })
  expect(summary).toMatchObject({ done: 2, failed: 0, skipped: 0, creditsUsed: 2 })
})

test('the place of the dish is sent for every photo, and asked for anew when it changes', async () => {
  const { enhance, service } = await enhanceFixture(menu(2))
  const sent = () =>
    service.calls('enhance').map(({ body }) => (JSON.parse(body.toString()) as { subject?: unknown }).subject)
  await enhance('--subject-point', '0.3,0.6')
  expect(sent()).toEqual([{ point: { x: 0.3, y: 0.6 } }, { point: { x: 0.3, y: 0.6 } }])
  expect(await enhance('--subject-point', '0.3,0.6')).toMatchObject({ summary: { skipped: 2 } })
  expect(await enhance('--subject-box', '0,0,0.5,1')).toMatchObject({ summary: { done: 2 } })
  expect(sent().at(-1)).toEqual({ box: { x: 0, y: 0, width: 0.5, height: 1 } })
  const strokes = [{ kind: 'keep', points: [{ x: 0.4, y: 0.6 }] }]
  expect(await enhance('--subject-strokes', JSON.stringify(strokes))).toMatchObject({ summary: { done: 2 } })
  expect(sent().at(-1)).toEqual({ strokes })
})

test.each([
  [['--subject-box', '0.1,0.2,0.3'], 'It must be 4 numbers from 0 to 1 with commas: x,y,width,height.'],
  [['--subject-point', '0.3,60'], 'It must be 2 numbers from 0 to 1 with commas: x,y.'],
  [['--subject-point', '0.3,0.6', '--subject-box', '0,0,1,1'], 'cannot be used with option'],
  [['--subject-strokes', '[{"kind":"keep"}]'], 'It must be JSON like [{"kind":"keep"'],
])('%j is refused before anything is sent', async (flags, text) => {
  const { enhance, service } = await enhanceFixture(menu(1))
  const { code, stderr } = await enhance(...flags)
  expect([code, service.calls('enhance')]).toEqual([2, []])
  expect(stderr).toContain(text)
})

test('--json prints one document, and --manifest saves it', async () => {
  const { cwd, run } = await enhanceFixture(menu(2))
  const ended = await run(['enhance', 'menu', '--yes', '--json', '--manifest', 'reports/run.json'])
  expect(ended.json()).toMatchObject({ schemaVersion: 2, files: [{ status: 'done' }, { status: 'done' }] })
  expect(JSON.parse(readFileSync(join(cwd, 'reports/run.json'), 'utf8'))).toEqual(ended.json())
})

test('a broken photo is reported and ends with 3; if all are broken the exit code has the reason', async () => {
  const bad = refusal(400, 'image_unreadable')
  const some = await enhanceFixture(menu(4), {
    fault: ({ what, number }) => (what === 'enhance' && number === 2 ? bad : undefined),
  })
  const { code, summary, files } = await some.enhance()
  expect({ code, summary }).toMatchObject({ code: 3, summary: { done: 3, failed: 1 } })
  expect(files[1]).toMatchObject({ status: 'failed', outputs: [], error: { code: 'image_unreadable', status: 400 } })
  const all = await enhanceFixture(menu(2), { fault: ({ what }) => (what === 'enhance' ? bad : undefined) })
  expect((await all.enhance()).code).toBe(6)
})

test('402 stops the run with 5 after active photos have finished, and the same command continues', async () => {
  const { enhance, service } = await enhanceFixture(menu(5), { credits: 2 })
  expect(await enhance()).toMatchObject({
    code: 5,
    summary: { done: 2, failed: 1, stopped: 'credits', remaining: 2, error: { code: 'insufficient_credits' } },
  })
  service.give(10)
  expect(await enhance()).toMatchObject({ code: 0, summary: { done: 3, skipped: 2, creditsUsed: 3 } })
  expect(service.charges()).toBe(5)
})

test('--max-credits is never exceeded: exit 5', async () => {
  const { enhance, service } = await enhanceFixture(menu(10))
  expect(await enhance('--max-credits', '4', '--concurrency', '4')).toMatchObject({
    code: 5,
    summary: { done: 4, failed: 0, stopped: 'max_credits', remaining: 6 },
  })
  expect(service.charges()).toBe(4)
})

test.each([
  [401, 'unauthorized', 4, 'auth'],
  [403, 'scope_missing', 4, 'auth'],
  [501, 'not_implemented', 1, 'unavailable'],
  [503, 'engine_unavailable', 1, 'unavailable'],
])('%i %s affects every photo, so it stops the run with %i', async (status, code, exitCode, stopped) => {
  const { enhance } = await enhanceFixture(menu(8), {
    fault: ({ what }) => (what === 'enhance' ? refusal(status, code) : undefined),
  })
  expect(await enhance()).toMatchObject({ code: exitCode, summary: { stopped, failed: 1, remaining: 7 } })
})

test('a requested pause is reported and waited for; one above the limit ends the run with 7', async () => {
  const wait = (seconds: string) =>
    json(429, { error: { code: 'rate_limited', message: 'Slower.' } }, { 'retry-after': seconds })
  const short = await enhanceFixture(menu(2), {
    fault: ({ what, number }) => (what === 'enhance' && number === 1 ? wait('1') : undefined),
  })
  const waited = await short.run(['enhance', 'menu', '--yes'])
  expect(waited).toMatchObject({ code: 0 })
  expect(waited.stderr).toContain('The rate limit is used up: continuing in 1 s.')
  const long = await enhanceFixture(menu(3), { fault: ({ what }) => (what === 'enhance' ? wait('86400') : undefined) })
  expect(await long.enhance()).toMatchObject({ code: 7, summary: { stopped: 'rate_limit', failed: 1, remaining: 2 } })
})

test('the ledger is in the results folder, and paid photos in it are fetched, not bought', async () => {
  const { cwd, enhance, service } = await enhanceFixture(menu(3))
  await enhance()
  const ledger = join(cwd, 'menu-enhanced/.platelight-batch.jsonl')
  expect(readFileSync(ledger, 'utf8')).toContain('"type":"saved"')
  rmSync(join(cwd, 'menu-enhanced/1-square.jpg'))
  service.forgetKeys()
  expect(await enhance()).toMatchObject({ code: 0, summary: { done: 1, skipped: 2, creditsUsed: 0 } })
  expect(service.charges()).toBe(3)
})

test('--fresh ignores the ledger, keeps a copy and pays nothing twice within a day; it excludes --resume', async () => {
  const { cwd, enhance, service } = await enhanceFixture(menu(2))
  await enhance()
  expect(await enhance('--fresh', '--on-existing', 'overwrite')).toMatchObject({ code: 0, summary: { done: 2 } })
  expect(service.charges()).toBe(2)
  expect(existsSync(join(cwd, 'menu-enhanced/.platelight-batch.jsonl.old'))).toBe(true)
  const both = await enhance('--fresh', '--resume')
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--resume') })
})

test('overwrite replaces results, rename keeps both', async () => {
  const { cwd, enhance } = await enhanceFixture(menu(1))
  await enhance()
  const result = join(cwd, 'menu-enhanced/0-square.jpg')
  writeFileSync(result, 'mine')
  await enhance('--on-existing', 'rename')
  expect(readFileSync(result, 'utf8')).toBe('mine')
  expect(existsSync(join(cwd, 'menu-enhanced/0-square-2.jpg'))).toBe(true)
  await enhance('--on-existing', 'overwrite')
  expect(readFileSync(result, 'utf8')).not.toBe('mine')
})

test('if all results exist, no request is sent and no server is started', async () => {
  const { cwd, enhance, service, run } = await enhanceFixture({ ...menu(1), 'menu-enhanced/0-square.jpg': 'there' })
  expect(await enhance()).toMatchObject({ code: 0, summary: { skipped: 1 } })
  expect(service.asked).toEqual([])
  const alone = await run(['enhance', 'menu', '--formats', 'square'], {
    env: { PLATELIGHT_BASE_URL: '', PLATELIGHT_API_KEY: '' },
  })
  expect(alone.stdout).toContain('skipped     menu/0.jpg: It is there already.')
  expect(readdirSync(cwd).sort()).toEqual(['menu', 'menu-enhanced'])
})

test('a project file sets presets and formats per folder, and flags take precedence', async () => {
  const config = {
    preset: 'balanced',
    formats: ['square'],
    folders: { 'menu/drinks': { preset: 'social-media', formats: ['portrait', 'square'] } },
  }
  const files = { 'menu/a.jpg': 'a', 'menu/a.png': 'b', 'menu/drinks/spritz.jpg': 'c' }
  const { cwd, run, service } = await enhanceFixture({ ...files, 'platelight.config.json': JSON.stringify(config) })
  const bodies = () =>
    service.calls('enhance').map(({ body }) => JSON.parse(body.toString()) as Record<string, unknown>)
  expect((await run(['enhance', 'menu', '--recursive', '--yes'])).code).toBe(0)
  expect(bodies().map(({ preset, formats }) => [preset, formats])).toEqual(
    expect.arrayContaining([
      ['balanced', ['square']],
      ['social-media', ['square', 'portrait']],
    ]),
  )
  const made = readdirSync(join(cwd, 'menu-enhanced'), { recursive: true }).map(String).sort()
  expect(made.filter((name) => name.endsWith('.jpg'))).toEqual([
    'a-jpg-square.jpg',
    'a-png-square.jpg',
    'drinks/spritz-portrait.jpg',
    'drinks/spritz-square.jpg',
  ])
  const again = await run(['enhance', 'menu', '--recursive', '--yes', '--ndjson'])
  expect(again.summary).toMatchObject({ done: 0, skipped: 3 })
  const typed = await run(['enhance', 'menu', '--recursive', '--preset', 'print-ready', '--dry-run', '--json'])
  expect(typed.json().files.map(({ preset }: { preset: string }) => preset)).toEqual(Array(3).fill('print-ready'))
})

test('a photo from standard input gives only the picture on standard output', async () => {
  const { cwd, run } = await enhanceFixture({})
  const piped = await run(['enhance', '-', '--formats', 'square'], { input: 'a photo' })
  expect(piped.code).toBe(0)
  expect(piped.stdout).toMatch(/^(run_1 square )+$/)
  expect(piped.stderr).toContain('done        - -> standard output')
  expect(readdirSync(cwd)).toEqual([])
  const json = await run(['enhance', '-', '--formats', 'square', '--json'], { input: 'a photo' })
  expect(json).toMatchObject({ code: 2, stderr: expect.stringContaining('--manifest FILE') })
})
