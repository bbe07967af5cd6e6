import { expect, test } from 'vitest'
import { memoryDedupe, verifyWebhook } from '../src/index.ts'
import { eventBody, hmac, SECRET } from './support/signed-deliveries.ts'

/** A memoryDedupe with a manual clock. */
function remembering(options: { maxEvents?: number } = {}) {
  const clock = { seconds: 1_000_000 }
  return { clock, dedupe: memoryDedupe({ ...options, now: () => clock.seconds * 1000 }) }
}

test('an event is new once, then in progress, then done', () => {
  const { dedupe } = remembering()
  expect([dedupe.begin('a', 60), dedupe.begin('a', 60), dedupe.begin('b', 60)]).toEqual(['new', 'in_progress', 'new'])
  dedupe.done('a')
  expect([dedupe.begin('a', 60), dedupe.begin('b', 60)]).toEqual(['done', 'in_progress'])
})

test('a released event is new again', () => {
  const { dedupe } = remembering()
  dedupe.begin('a', 60)
  dedupe.release('a')
  expect(dedupe.begin('a', 60)).toBe('new')
})

test('a finished event is remembered for the whole window, however long its handler took', () => {
  const { clock, dedupe } = remembering()
  dedupe.begin('a', 259_200)
  clock.seconds += 600
  dedupe.done('a')
  clock.seconds += 259_200 - 600 - 1
  expect(dedupe.begin('a', 259_200)).toBe('done')
  clock.seconds += 1
  expect(dedupe.begin('a', 259_200)).toBe('new')
})

test('an infinite window is remembered forever', () => {
  const { clock, dedupe } = remembering()
  dedupe.begin('a', Infinity)
  dedupe.done('a')
  clock.seconds += 1e9
  expect(dedupe.begin('a', Infinity)).toBe('done')
})

test('the claim of a handler that never ends expires after 15 minutes, so that a later attempt is handled', () => {
  const { clock, dedupe } = remembering()
  dedupe.begin('a', 259_200)
  clock.seconds += 899
  expect(dedupe.begin('a', 259_200)).toBe('in_progress')
  clock.seconds += 1
  expect(dedupe.begin('a', 259_200)).toBe('new')
  dedupe.done('a')
  // The first handler fails later. The event that the second one finished stays finished.
  dedupe.release('a')
  expect(dedupe.begin('a', 259_200)).toBe('done')
})

test('at most maxEvents are remembered, and the oldest are forgotten first', () => {
  const { dedupe } = remembering({ maxEvents: 3 })
  for (const id of ['a', 'b', 'c', 'd']) {
    dedupe.begin(id, 60)
    dedupe.done(id)
  }
  expect(['d', 'c', 'b'].map((id) => dedupe.begin(id, 60))).toEqual(['done', 'done', 'done'])
  expect(dedupe.begin('a', 60)).toBe('new')
})

test('of fifty concurrent deliveries one is new, and the others are answered with 503', async () => {
  const dedupe = memoryDedupe()
  const body = eventBody()
  const all = await Promise.allSettled(
    Array.from({ length: 50 }, () => verifyWebhook(body, hmac(body), { secrets: SECRET, dedupe })),
  )
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(all.filter((one) => one.status === 'fulfilled')).toMatchObject([{ value: { duplicate: false } }])
  expect(refused).toHaveLength(49)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'in_progress', status: 503 })
  dedupe.done(JSON.parse(body).id)
  expect(await verifyWebhook(body, hmac(body), { secrets: SECRET, dedupe })).toMatchObject({ duplicate: true })
})

test('an id is claimed for at least the window, and only if the delivery is accepted', async () => {
  const claims: [string, number][] = []
  const dedupe = {
    begin(id: string, ttlSeconds: number) {
      claims.push([id, ttlSeconds])
      return 'new' as const
    },
    done() {},
    release() {},
  }
  const fresh = eventBody({ id: 'fresh' })
  const old = eventBody({ id: 'old', createdAt: '2020-01-01T00:00:00Z' })
  await verifyWebhook(fresh, hmac(fresh), { secrets: SECRET, dedupe })
  await expect(verifyWebhook(old, hmac(old), { secrets: SECRET, dedupe })).rejects.toThrow()
  await expect(verifyWebhook(fresh, hmac('x'), { secrets: SECRET, dedupe })).rejects.toThrow()
  expect(claims).toEqual([['fresh', 259_500]])
})
