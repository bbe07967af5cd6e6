import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type BatchOptions, runBatch } from '../src/enhance/batch.ts'
import { createBudget } from '../src/enhance/budget.ts'
import { discover } from '../src/enhance/discover.ts'
import type { Format, OnExisting } from '../src/enhance/events.ts'
import { createPhotoWorker } from '../src/enhance/photo.ts'
import { planRun } from '../src/enhance/plan.ts'
import { folderWith } from './support/folders.ts'
import { connectionFailure, memoryPhotos, type Reply, refusal } from './support/photos.ts'

interface Wish {
  reply?: Reply
  concurrency?: number
  formats?: Format[]
  onExisting?: OnExisting
  maxCredits?: number
  price?: number
  finish?: AbortSignal
  abort?: AbortSignal
  onFile?: BatchOptions['onFile']
}

async function run(cwd: string, wish: Wish = {}) {
  const formats = wish.formats ?? ['square']
  const onExisting = wish.onExisting ?? 'skip'
  const { sources } = await discover(['menu'], { cwd, recursive: true, include: [], ignore: [], out: undefined })
  const plan = planRun(sources, {
    cwd,
    out: undefined,
    formats,
    removeBackground: false,
    onExisting,
    stdoutIsTerminal: false,
  })
  const service = memoryPhotos(wish.reply)
  const pauses: number[] = []
  const outcome = await runBatch({
    items: plan.items,
    concurrency: wish.concurrency ?? 2,
    worker: createPhotoWorker({
      photos: service.photos,
      options: { preset: 'balanced', formats, removeBackground: false, upscale: true },
      onExisting,
      budget: createBudget(wish.price ?? 1, wish.maxCredits),
      price: wish.price,
      readStdin: () => Promise.reject(new Error('not here')),
      writeStdout: () => Promise.reject(new Error('not here')),
    }),
    finish: wish.finish ?? new AbortController().signal,
    abort: wish.abort ?? new AbortController().signal,
    out: join(cwd, 'menu-enhanced'),
    onStage: () => undefined,
    onFile: wish.onFile ?? (() => undefined),
    onPause: (ms) => pauses.push(ms),
  })
  const statuses = Object.fromEntries(outcome.files.map(({ file, status }) => [file.replace('menu/', ''), status]))
  return { ...outcome, statuses, calls: service.calls, busiest: service.busiest(), pauses }
}

const menu = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`menu/${index}.jpg`, `photo ${index}`]))

test('all photos are done, a few at a time, and reported in their order', async () => {
  const { exitCode, summary, files, busiest } = await run(folderWith(menu(9)), { concurrency: 3 })
  expect(exitCode).toBe(0)
  expect(summary).toMatchObject({ done: 9, failed: 0, skipped: 0 })
  expect(summary).not.toHaveProperty('stopped')
  expect(files.map(({ file }) => file)).toEqual(Array.from({ length: 9 }, (_, index) => `menu/${index}.jpg`))
  expect(busiest).toBe(3)
})

test('a broken photo fails with the server’s code and sentence, and stops nobody', async () => {
  const reply: Reply = (_, number) => {
    if (number === 2) throw refusal(400, 'image_unreadable')
    return {}
  }
  const { exitCode, summary, files } = await run(folderWith(menu(4)), { reply })
  expect(exitCode).toBe(3)
  expect(summary).toMatchObject({ done: 3, failed: 1 })
  expect(files.find(({ status }) => status === 'failed')).toMatchObject({
    outputs: [],
    error: { code: 'image_unreadable', message: 'Refused: image_unreadable.' },
  })
})

test('when every photo fails, the exit code is the reason', async () => {
  const reply: Reply = () => {
    throw refusal(400, 'unsupported_image')
  }
  expect((await run(folderWith(menu(2)), { reply })).exitCode).toBe(6)
})

test('what is there already is skipped without a call, and listed', async () => {
  const cwd = folderWith(menu(3))
  await run(cwd)
  const again = await run(cwd)
  expect(again).toMatchObject({ exitCode: 0, calls: [], summary: { done: 0, skipped: 3 } })
  expect(again.files[0]?.outputs).toEqual([{ format: 'square', path: join(cwd, 'menu-enhanced/0-square.jpg') }])
})

test('a result as PNG counts as there too', async () => {
  const cwd = folderWith({ ...menu(1), 'menu-enhanced/0-square.png': 'cut out' })
  expect((await run(cwd)).statuses).toEqual({ '0.jpg': 'skipped' })
})

test('of a photo that was half saved only the missing format is written, under the key of the whole wish', async () => {
  const cwd = folderWith(menu(1))
  const formats: Format[] = ['square', 'portrait']
  const first = await run(cwd, { formats })
  writeFileSync(join(cwd, 'menu-enhanced/0-portrait.jpg'), 'kept as it is')
  rmSync(join(cwd, 'menu-enhanced/0-square.jpg'))
  const second = await run(cwd, { formats })
  expect(second.calls[0]?.idempotencyKey).toBe(first.calls[0]?.idempotencyKey)
  expect(readFileSync(join(cwd, 'menu-enhanced/0-portrait.jpg'), 'utf8')).toBe('kept as it is')
  expect(second.files[0]?.outputs.map(({ format }) => format)).toEqual(formats)
})

test('overwrite makes results anew, rename beside the old ones', async () => {
  const cwd = folderWith(menu(1))
  await run(cwd)
  const result = join(cwd, 'menu-enhanced/0-square.jpg')
  writeFileSync(result, 'old')
  await run(cwd, { onExisting: 'rename' })
  expect(readFileSync(result, 'utf8')).toBe('old')
  expect(existsSync(join(cwd, 'menu-enhanced/0-square-2.jpg'))).toBe(true)
  await run(cwd, { onExisting: 'overwrite' })
  expect(readFileSync(result, 'utf8')).toBe('square picture')
})

test('the key is the content and the wish: 64 hex characters, the same for equal photos, which are bought once', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'same', 'menu/b.jpg': 'same', 'menu/c.jpg': 'other' })
  const { calls, summary } = await run(cwd, { concurrency: 3 })
  expect(summary.done).toBe(3)
  expect(calls).toHaveLength(2)
  for (const { idempotencyKey } of calls) expect(idempotencyKey).toMatch(/^[0-9a-f]{64}$/)
  const other = await run(folderWith({ 'menu/z.jpg': 'same' }), { formats: ['square', 'portrait'] })
  expect(calls.map(({ idempotencyKey }) => idempotencyKey)).not.toContain(other.calls[0]?.idempotencyKey)
})

test('402 stops the run: photos under way end, the rest is not begun', async () => {
  const reply: Reply = (_, number) => {
    if (number > 2) throw refusal(402, 'insufficient_credits')
    return {}
  }
  const { exitCode, summary, calls } = await run(folderWith(menu(10)), { reply, concurrency: 1 })
  expect(exitCode).toBe(5)
  expect(calls).toHaveLength(3)
  expect(summary).toMatchObject({ done: 2, failed: 1, stopped: 'credits', remaining: 7 })
  expect(summary.error?.code).toBe('insufficient_credits')
})

test('--max-credits is never passed, also with several photos under way; free photos do not count', async () => {
  const paid = await run(folderWith(menu(10)), { maxCredits: 4, concurrency: 4 })
  expect(paid).toMatchObject({ exitCode: 5, summary: { done: 4, failed: 0, stopped: 'max_credits', remaining: 6 } })
  expect(paid.calls).toHaveLength(4)
  const free = await run(folderWith(menu(6)), { maxCredits: 2, concurrency: 1, reply: () => ({ creditsUsed: 0 }) })
  expect(free).toMatchObject({ exitCode: 0, summary: { done: 6 } })
})

test('each call is capped at the announced price', async () => {
  const { calls } = await run(folderWith(menu(1)), { price: 2 })
  expect(calls[0]?.maxCredits).toBe(2)
})

test.each([
  [401, 'unauthorized', 4, 'auth'],
  [403, 'scope_missing', 4, 'auth'],
  [501, 'not_implemented', 1, 'unavailable'],
  [503, 'engine_unavailable', 1, 'unavailable'],
])('%i %s meets every photo, so it stops the run', async (status, code, exitCode, stopped) => {
  const reply: Reply = () => {
    throw refusal(status, code)
  }
  const outcome = await run(folderWith(menu(8)), { reply, concurrency: 1 })
  expect(outcome).toMatchObject({ exitCode, summary: { stopped, failed: 1, remaining: 7 } })
})

test('a folder that stops taking files stops the run', async () => {
  const reply: Reply = () => ({
    save: () => Promise.reject(Object.assign(new Error('Cannot write x: ENOSPC'), { code: 'file_unwritable' })),
  })
  expect(await run(folderWith(menu(5)), { reply, concurrency: 1 })).toMatchObject({
    exitCode: 2,
    summary: { stopped: 'output', failed: 1, remaining: 4 },
  })
})

test('one lost connection is one failed photo; three in a row mean the server is gone', async () => {
  const once: Reply = (_, number) => {
    if (number === 2) throw connectionFailure()
    return {}
  }
  expect(await run(folderWith(menu(4)), { reply: once, concurrency: 1 })).toMatchObject({ exitCode: 3 })
  const always: Reply = () => {
    throw connectionFailure()
  }
  expect(await run(folderWith(menu(9)), { reply: always, concurrency: 1 })).toMatchObject({
    exitCode: 8,
    summary: { stopped: 'unreachable', failed: 3, remaining: 6 },
  })
})

test('when the server asks for a pause, all wait and nothing fails', async () => {
  const times: number[] = []
  const reply: Reply = (_, number) => {
    times.push(Date.now())
    if (number === 2) throw refusal(429, 'rate_limited', { retryAfterMs: 200 })
    return {}
  }
  const { exitCode, summary, pauses } = await run(folderWith(menu(3)), { reply, concurrency: 1 })
  expect({ exitCode, done: summary.done, pauses }).toEqual({ exitCode: 0, done: 3, pauses: [200] })
  expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(199)
})

test('a pause too long to wait for ends the run', async () => {
  const reply: Reply = () => {
    throw refusal(429, 'monthly_limit', { retryAfterMs: 86_400_000 })
  }
  expect(await run(folderWith(menu(3)), { reply, concurrency: 1 })).toMatchObject({
    exitCode: 7,
    summary: { stopped: 'rate_limit', failed: 1, remaining: 2 },
  })
})

test('Ctrl-C lets photos under way end and begins no other', async () => {
  const finish = new AbortController()
  const outcome = await run(folderWith(menu(6)), {
    concurrency: 2,
    finish: finish.signal,
    onFile: () => finish.abort(130),
  })
  expect(outcome.exitCode).toBe(130)
  expect(outcome.summary).toMatchObject({ done: 2, failed: 0, stopped: 'interrupted', remaining: 4 })
})

test('SIGTERM gives up what is under way, which then counts as not begun', async () => {
  const [finish, abort] = [new AbortController(), new AbortController()]
  const reply: Reply = async (_, number) => {
    if (number < 2) return {}
    finish.abort(143)
    abort.abort(143)
    throw Object.assign(new Error('The call was aborted.'), { name: 'AbortError', code: 'aborted' })
  }
  const outcome = await run(folderWith(menu(4)), { reply, concurrency: 1, finish: finish.signal, abort: abort.signal })
  expect(outcome).toMatchObject({
    exitCode: 143,
    summary: { done: 1, failed: 0, stopped: 'interrupted', remaining: 3 },
  })
})

test('Ctrl-C during the last photo is no interruption: all is done', async () => {
  const finish = new AbortController()
  const outcome = await run(folderWith(menu(1)), { finish: finish.signal, onFile: () => finish.abort(130) })
  expect(outcome.exitCode).toBe(0)
})

test('a stored answer whose photo was deleted since is asked for anew, under another key', async () => {
  const reply: Reply = (_, number) => (number === 1 ? { save: () => Promise.reject(refusal(404, 'not_found')) } : {})
  const { exitCode, calls } = await run(folderWith(menu(1)), { reply })
  expect(exitCode).toBe(0)
  expect(calls).toHaveLength(2)
  expect(calls[0]?.idempotencyKey).not.toBe(calls[1]?.idempotencyKey)
})

test('a photo that vanished is told about by name, without a call', async () => {
  const cwd = folderWith(menu(2))
  const outcome = await run(cwd, {
    concurrency: 1,
    onFile: () => rmSync(join(cwd, 'menu/1.jpg'), { force: true }),
  })
  expect(outcome).toMatchObject({ exitCode: 3 })
  expect(outcome.files[1]).toMatchObject({ status: 'failed', error: { code: 'file_unreadable' } })
  expect(outcome.calls).toHaveLength(1)
})
