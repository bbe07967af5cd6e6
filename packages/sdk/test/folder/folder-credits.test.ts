import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { folderWith, menu, results } from '../support/photo-folders.ts'
import { photoService } from '../support/photo-service.ts'
import { enhanced, run, type Service } from '../support/run-menu.ts'
import { hangUp, refusal } from '../support/scripted-server.ts'

test('only the missing results of a partly saved photo are fetched, and nothing is bought', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  const formats = ['square', 'portrait'] as const
  await run(cwd, service, { formats })
  writeFileSync(join(enhanced(cwd), '0-portrait.jpg'), 'kept as it is')
  rmSync(join(enhanced(cwd), '0-square.jpg'))
  const { done, creditsUsed } = await run(cwd, service, { formats })
  expect(creditsUsed).toBe(0)
  expect(service.calls('enhance')).toHaveLength(1)
  expect(service.calls('upload')).toHaveLength(1)
  expect(readFileSync(join(enhanced(cwd), '0-portrait.jpg'), 'utf8')).toBe('kept as it is')
  expect(done[0]?.outputs.map(({ format }) => format)).toEqual(formats)
})

test('the key depends on content and options; equal photos are bought once and each has its results', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'same', 'menu/b.jpg': 'same', 'menu/c.jpg': 'other' })
  const service = await photoService()
  const { done, creditsUsed } = await run(cwd, service, { concurrency: 3 })
  expect({ done: done.length, creditsUsed, charges: service.charges() }).toEqual({
    done: 3,
    creditsUsed: 2,
    charges: 2,
  })
  expect(done.map(({ credits }) => credits).sort()).toEqual([0, 1, 1])
  expect(results(enhanced(cwd))).toEqual(['a-square.jpg', 'b-square.jpg', 'c-square.jpg'])
  const keys = service.calls('enhance').map(({ headers }) => headers['idempotency-key'])
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/)
  const other = await photoService()
  await run(folderWith({ 'menu/z.jpg': 'same' }), other, { formats: ['square', 'portrait'] })
  expect(keys).not.toContain(other.calls('enhance')[0]?.headers['idempotency-key'])
})

test('each call is limited to the quoted price', async () => {
  const service = await photoService({ price: 2 })
  await run(folderWith(menu(1)), service)
  expect(service.calls('enhance')[0]?.headers['x-max-credits']).toBe('2')
})

test('402 stops the run: active photos finish, no other starts, and the same call continues later', async () => {
  const cwd = folderWith(menu(10))
  const service = await photoService({ credits: 2 })
  const first = await run(cwd, service, { concurrency: 1 })
  expect(first).toMatchObject({ stopped: 'credits', remaining: 7, creditsUsed: 2 })
  expect(first.summary).toMatchObject({ done: 2, failed: 1, error: { code: 'insufficient_credits' } })
  expect(first.types).toEqual(['quote', 'start', 'stopped', 'summary'])
  service.give(20)
  expect(await run(cwd, service)).toMatchObject({ remaining: 0, creditsUsed: 8 })
  expect(service.charges()).toBe(10)
})

test('maxCredits is never exceeded, even with several active photos', async () => {
  const service = await photoService()
  const { summary, creditsUsed } = await run(folderWith(menu(10)), service, { maxCredits: 4, concurrency: 4 })
  expect(summary).toMatchObject({ done: 4, failed: 0, stopped: 'max_credits', remaining: 6 })
  expect({ creditsUsed, charges: service.charges() }).toEqual({ creditsUsed: 4, charges: 4 })
})

test('maxCredits holds when photos are temporarily refused or lose their response after the charge', async () => {
  const refused = new Set<string>()
  const service: Service = await photoService({
    async fault(asked) {
      const key = String(asked.headers['idempotency-key'])
      if (asked.what !== 'enhance' || refused.has(key)) return undefined
      refused.add(key)
      if (refused.size % 2 === 0) return refusal(503, 'overloaded', {}, { 'retry-after': '0.02' })
      await service.perform(asked)
      return hangUp
    },
  })
  const { summary, creditsUsed } = await run(folderWith(menu(9)), service, { maxCredits: 4, concurrency: 3 })
  expect(summary).toMatchObject({ failed: 0, stopped: 'max_credits' })
  expect({ charges: service.charges(), creditsUsed }).toEqual({ charges: 4, creditsUsed: 4 })
})

test('credits reserved for a refused photo become available to the others', async () => {
  const service: Service = await photoService({
    async fault({ what, number }) {
      if (what !== 'enhance' || number > 3) return undefined
      // Refused only after every other active photo has hit the limit.
      await expect.poll(() => service.calls('upload').length).toBe(3)
      await setTimeout(50)
      return number === 3 ? undefined : refusal(400, 'image_unreadable')
    },
  })
  const { summary } = await run(folderWith(menu(8)), service, { maxCredits: 3, concurrency: 4 })
  expect(summary).toMatchObject({ done: 3, failed: 2, creditsUsed: 3, stopped: 'max_credits', remaining: 3 })
})

test('maxCredits does not count photos that an earlier run paid for', async () => {
  const cwd = folderWith(menu(4))
  const service = await photoService()
  await run(cwd, service, { stateFile: false })
  rmSync(enhanced(cwd), { recursive: true })
  const { summary } = await run(cwd, service, { maxCredits: 1, concurrency: 1 })
  expect(summary).toMatchObject({ done: 4, creditsUsed: 0 })
})

test.each([
  [401, 'unauthorized', 'auth'],
  [403, 'scope_missing', 'auth'],
  [501, 'not_implemented', 'unavailable'],
  [503, 'engine_unavailable', 'unavailable'],
])('%i %s affects every photo, so it stops the run', async (status, code, stopped) => {
  const service = await photoService({ fault: ({ what }) => (what === 'enhance' ? refusal(status, code) : undefined) })
  const { summary } = await run(folderWith(menu(8)), service, { concurrency: 1 })
  expect(summary).toMatchObject({ stopped, failed: 1, remaining: 7, error: { code } })
})

test('giveUp aborts active photos at once, and the next run fetches the paid ones', async () => {
  const cwd = folderWith(menu(4))
  const giveUp = new AbortController()
  let isFirst = true
  const service: Service = await photoService({
    async fault(asked) {
      if (asked.what !== 'enhance' || asked.number !== 2 || !isFirst) return undefined
      isFirst = false
      // The work is done and charged, but the response never arrives.
      await service.perform(asked)
      giveUp.abort()
      return () => undefined
    },
  })
  const first = await run(cwd, service, { concurrency: 1, giveUp: giveUp.signal })
  expect(first.summary).toMatchObject({ done: 1, failed: 0, stopped: 'interrupted', remaining: 3, unfinished: 1 })
  expect(await run(cwd, service)).toMatchObject({ remaining: 0, creditsUsed: 2 })
  expect(service.charges()).toBe(4)
})

test('a replayed photo that was deleted since is bought again once under another key', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService()
  await run(cwd, service, { stateFile: false })
  rmSync(enhanced(cwd), { recursive: true })
  service.deletePhoto('run_1')
  expect(await run(cwd, service)).toMatchObject({ failed: [], creditsUsed: 1 })
  const [, kept, fresh] = service.calls('enhance').map(({ headers }) => headers['idempotency-key'])
  expect(fresh).toBe(`${kept}-run_1`)
})
