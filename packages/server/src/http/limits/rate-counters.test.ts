import { beforeEach, expect, test } from 'vitest'
import { createRateCounters, type Limit, type RateCounters } from './rate-counters.ts'

const minute: Limit = { kind: 'window', name: 'minute', seconds: 60, max: 3 }
const day: Limit = { kind: 'window', name: 'day', seconds: 86_400, max: 5 }
const bucket: Limit = { kind: 'bucket', name: 'v1', size: 4, perMinute: 60 }

let now: number
let rates: RateCounters
const clock = { now: () => new Date(now) }
const taken = (limits: readonly Limit[], times: number) =>
  Array.from({ length: times }, () => rates.take('acc_1', limits).allowed).filter(Boolean).length

beforeEach(() => {
  now = Date.UTC(2026, 10, 21, 12, 0, 20)
  rates = createRateCounters({ clock })
})

test('a window is aligned to the clock and resets', () => {
  expect(taken([minute], 10)).toBe(3)
  expect(rates.peek('acc_1', [minute])).toEqual({
    allowed: false,
    remaining: 0,
    resetAt: Date.UTC(2026, 10, 21, 12, 1) / 1000,
    retryAfterSeconds: 40,
  })
  now += 40_000
  expect(taken([minute], 10)).toBe(3)
})

test('a request that one limit refuses is counted by none', () => {
  expect(taken([minute, day], 10)).toBe(3)
  expect(rates.peek('acc_1', [day]).remaining).toBe(2)
  now += 60_000
  expect(taken([minute, day], 10)).toBe(2)
  const refused = rates.take('acc_1', [minute, day])
  expect(refused).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 12 * 3600 - 80 })
})

test('the remaining requests are those of the tightest limit', () => {
  rates.take('acc_1', [minute, day])
  expect(rates.peek('acc_1', [minute, day])).toMatchObject({
    remaining: 2,
    resetAt: Date.UTC(2026, 10, 21, 12, 1) / 1000,
  })
  now += 60_000
  taken([minute, day], 3)
  now += 60_000
  expect(rates.peek('acc_1', [minute, day])).toMatchObject({ remaining: 1, resetAt: Date.UTC(2026, 10, 22) / 1000 })
})

test('a bucket gives its burst and refills steadily up to its size', () => {
  expect(taken([bucket], 10)).toBe(4)
  expect(rates.peek('acc_1', [bucket]).retryAfterSeconds).toBe(1)
  now += 2_500
  expect(taken([bucket], 10)).toBe(2)
  now += 3_600_000
  expect(taken([bucket], 10)).toBe(4)
})

test('a bucket says when the next request is allowed', () => {
  rates.take('acc_1', [bucket])
  expect(rates.peek('acc_1', [bucket])).toMatchObject({ remaining: 3, resetAt: now / 1000 + 1 })
  now += 5_000
  expect(rates.peek('acc_1', [bucket])).toMatchObject({ remaining: 4, resetAt: now / 1000 })
})

test('subjects and limits have counters of their own', () => {
  taken([minute], 3)
  expect(rates.take('acc_2', [minute]).allowed).toBe(true)
  expect(rates.take('acc_1', [{ ...minute, name: 'other' }]).allowed).toBe(true)
})

test('without limits everything is allowed', () => {
  expect(rates.take('acc_1', [])).toEqual({
    allowed: true,
    remaining: 1_000_000,
    resetAt: Date.UTC(2026, 10, 21, 12, 1) / 1000,
    retryAfterSeconds: 0,
  })
})

test('peeking does not count', () => {
  for (let times = 0; times < 10; times += 1) rates.peek('acc_1', [minute, bucket])
  expect(rates.snapshot()).toEqual([])
})

test('a clock that goes backwards refills nothing', () => {
  taken([bucket], 4)
  now -= 3_600_000
  expect(rates.take('acc_1', [bucket]).allowed).toBe(false)
})

test('counters survive a restart until they expire', () => {
  taken([minute, day], 3)
  taken([bucket], 4)
  const rows = rates.snapshot()
  expect(rows.map(({ key }) => key)).toEqual(['minute:acc_1', 'day:acc_1', 'v1:acc_1'])

  rates = createRateCounters({ clock })
  rates.restore(rows)
  expect(rates.take('acc_1', [minute]).allowed).toBe(false)
  expect(rates.peek('acc_1', [day]).remaining).toBe(2)
  expect(rates.take('acc_1', [bucket]).allowed).toBe(false)

  now += 86_400_000
  expect(rates.snapshot()).toEqual([])
})

test('expired counters are forgotten', () => {
  for (let index = 0; index < 1000; index += 1) rates.take(`address_${index}`, [minute])
  expect(rates.snapshot()).toHaveLength(1000)
  now += 120_000
  rates.take('somebody', [minute])
  expect(rates.snapshot()).toHaveLength(1)
})
