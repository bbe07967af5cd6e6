import { expect, test } from 'vitest'
import { hurriedClock } from '../support/hurried-clock.ts'
import { folderWith, ledgerIn, menu } from '../support/photo-folders.ts'
import { photoService } from '../support/photo-service.ts'
import { enhanced, run } from '../support/run-menu.ts'
import { hangUp, refusal } from '../support/scripted-server.ts'

test('when the server asks for a pause, all photos wait, the end is reported, and nothing fails', async () => {
  const service = await photoService({
    fault: ({ what, number }) =>
      what === 'enhance' && number === 2 ? refusal(429, 'rate_limited', {}, { 'retry-after': '1' }) : undefined,
  })
  const { done, failed, events } = await run(folderWith(menu(3)), service, { concurrency: 1 })
  expect({ done: done.length, failed: failed.length }).toEqual({ done: 3, failed: 0 })
  const paused = events.find((event) => event.type === 'paused')
  expect(paused).toMatchObject({ reason: 'rate_limit' })
  expect(events.map(({ type }) => type)).toContain('resumed')
  const [, second, third] = service.calls('enhance')
  expect(third!.at - second!.at).toBeGreaterThanOrEqual(999)
})

test('a pause above the limit stops the run', async () => {
  const service = await photoService({
    fault: ({ what }) =>
      what === 'enhance' ? refusal(429, 'monthly_limit', {}, { 'retry-after': '86400' }) : undefined,
  })
  const { summary } = await run(folderWith(menu(3)), service, { concurrency: 1 })
  expect(summary).toMatchObject({ stopped: 'rate_limit', failed: 1, remaining: 2 })
})

test('after an abort active photos finish and no other starts', async () => {
  const stop = new AbortController()
  const { summary } = await run(folderWith(menu(6)), await photoService(), {
    concurrency: 2,
    signal: stop.signal,
    onEvent: ({ type }) => type === 'file' && stop.abort(),
  })
  expect(summary).toMatchObject({ done: 2, failed: 0, stopped: 'interrupted', remaining: 4 })
})

test('an abort before the first photo starts nothing and sends no request', async () => {
  const service = await photoService()
  const { summary } = await run(folderWith(menu(3)), service, { signal: AbortSignal.abort() })
  expect(summary).toMatchObject({ done: 0, stopped: 'interrupted', remaining: 3 })
  expect(service.asked).toEqual([])
})

test('many active photos on one signal cause no leak warning', async () => {
  const warnings: Error[] = []
  const keep = (warning: Error) => void warnings.push(warning)
  process.on('warning', keep)
  await run(folderWith(menu(40)), await photoService(), { concurrency: 32, signal: new AbortController().signal })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', keep)
  expect(warnings.map(({ message }) => message)).toEqual([])
})

test('a requeued photo is not uploaded or recorded twice', async () => {
  const cwd = folderWith(menu(1))
  const service = await photoService({
    fault: ({ what, number }) =>
      what === 'enhance' && number === 1 ? refusal(503, 'overloaded', {}, { 'retry-after': '1' }) : undefined,
  })
  expect((await run(cwd, service)).done).toHaveLength(1)
  expect(service.calls('upload')).toHaveLength(1)
  expect(ledgerIn(enhanced(cwd)).map(({ type }) => type)).toEqual([undefined, 'started', 'enhanced', 'saved'])
})

test('an abort during the last photo does not count as an interruption', async () => {
  const stop = new AbortController()
  const { summary } = await run(folderWith(menu(1)), await photoService(), {
    signal: stop.signal,
    onEvent: ({ type }) => type === 'file' && stop.abort(),
  })
  expect(summary).not.toHaveProperty('stopped')
})

test('a run waits for a server that is unreachable for a while, and nothing fails', async () => {
  let isAway = false
  const service = await photoService({
    fault({ what, number }) {
      if (what === 'enhance' && number === 2) isAway = true
      // It is back when the run has asked for it twice in vain.
      if (what === 'health' && number === 3) isAway = false
      return isAway ? hangUp : undefined
    },
  })
  const { done, failed, events } = await run(folderWith(menu(5)), service, { concurrency: 2 })
  expect({ done: done.length, failed: failed.length, charges: service.charges() }).toEqual({
    done: 5,
    failed: 0,
    charges: 5,
  })
  expect(events.find((event) => event.type === 'paused')).toMatchObject({ reason: 'unreachable' })
})

test('a server that stays unreachable stops the run, and no photo fails', async () => {
  const service = await photoService({
    fault: ({ what }) => (what === 'enhance' || what === 'health' ? hangUp : undefined),
  })
  const { summary } = await run(folderWith(menu(9)), service, { concurrency: 1, maxPauseMs: 1500 })
  expect(summary).toMatchObject({
    stopped: 'unreachable',
    failed: 0,
    remaining: 9,
    error: { code: 'connection_failed' },
  })
})

test('only the photo that repeatedly breaks the connection fails', async () => {
  const cwd = folderWith(menu(6))
  const service = await photoService({
    fault: ({ what, body }) => (what === 'upload' && body.includes('photo 2') ? hangUp : undefined),
  })
  const { done, failed, stopped } = await run(cwd, service, { concurrency: 1 })
  expect({ done: done.length, stopped }).toEqual({ done: 5, stopped: undefined })
  expect(failed).toMatchObject([{ file: 'menu/2.jpg', error: { code: 'connection_failed' } }])
})

test('three proxy pages in a row stop the run', async () => {
  const service = await photoService({
    fault: ({ what }) =>
      what === 'enhance'
        ? (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
        : undefined,
  })
  const { summary } = await run(folderWith(menu(6)), service, { concurrency: 1 })
  expect(summary).toMatchObject({
    stopped: 'unreachable',
    failed: 3,
    remaining: 3,
    error: { code: 'unexpected_content_type' },
  })
})

test('a run stays below a rate limit that refills continuously and is never refused', async () => {
  const clock = hurriedClock()
  const bucket = { tokens: 4, at: clock.now(), refused: 0 }
  const perSecond = 2
  const refill = () => {
    const now = clock.now()
    bucket.tokens = Math.min(4, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
    bucket.at = now
  }
  const service = await photoService({
    fault({ what }) {
      if (what !== 'enhance') return undefined
      refill()
      if (bucket.tokens >= 1) return void bucket.tokens--
      bucket.refused++
      return refusal(429, 'rate_limited', {}, { 'retry-after': '1' })
    },
    limit({ what }): Record<string, string> {
      if (what !== 'enhance') return {}
      const whole = Math.floor(bucket.tokens)
      const nextMs = bucket.at + ((1 - (bucket.tokens - whole)) / perSecond) * 1000
      return { 'x-ratelimit-remaining': String(whole), 'x-ratelimit-reset': String(Math.ceil(nextMs / 1000)) }
    },
  })
  const { done, events } = await run(folderWith(menu(10)), service, { clock, concurrency: 4 })
  expect({ done: done.length, refused: bucket.refused }).toEqual({ done: 10, refused: 0 })
  expect(events).toContainEqual(expect.objectContaining({ type: 'paused', reason: 'rate_limit' }))
})

test('all photos wait for a used-up window and continue after its reset', async () => {
  const window = { ends: (Math.floor(Date.now() / 1000) + 2) * 1000, left: 3, refused: 0 }
  const service = await photoService({
    fault({ what }) {
      if (what !== 'enhance') return undefined
      if (Date.now() >= window.ends) Object.assign(window, { ends: window.ends + 60_000, left: 30 })
      if (window.left > 0) return void window.left--
      window.refused++
      return refusal(429, 'rate_limited', {}, { 'retry-after': '1' })
    },
    limit: ({ what }): Record<string, string> =>
      what === 'enhance'
        ? { 'x-ratelimit-remaining': String(window.left), 'x-ratelimit-reset': String(window.ends / 1000) }
        : {},
  })
  const { done } = await run(folderWith(menu(12)), service, { concurrency: 2 })
  expect({ done: done.length, refused: window.refused }).toEqual({ done: 12, refused: 0 })
})

test('a pause that affects several active photos counts once', async () => {
  let refusals = 0
  const service = await photoService({
    fault: ({ what }) =>
      what === 'enhance' && ++refusals <= 12 ? refusal(429, 'rate_limited', {}, { 'retry-after': '0.05' }) : undefined,
  })
  const { done, stopped } = await run(folderWith(menu(6)), service, { concurrency: 6 })
  expect({ done: done.length, stopped }).toEqual({ done: 6, stopped: undefined })
})
