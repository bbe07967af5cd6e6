import { beforeEach, expect, test } from 'vitest'
import { type MemoryRateCounters, memoryRateCounters } from './memory-rate-counters.ts'
import type { Limit } from './rate-counters.ts'

const minute: Limit = { kind: 'window', name: 'minute', seconds: 60, max: 3 }
const day: Limit = { kind: 'window', name: 'day', seconds: 86_400, max: 5 }
const bucket: Limit = { kind: 'bucket', name: 'v1', size: 4, perMinute: 60 }

let now: number
let rates: MemoryRateCounters
const clock = { now: () => new Date(now) }

beforeEach(() => {
  now = Date.UTC(2026, 10, 21, 12, 0, 20)
  rates = memoryRateCounters({ clock })
})

test('peeking stores nothing', () => {
  for (let times = 0; times < 10; times += 1) rates.peek('acc_1', [minute, bucket])
  expect(rates.snapshot()).toEqual([])
})

test('counters survive a restart until they expire', () => {
  for (let times = 0; times < 3; times += 1) rates.take('acc_1', [minute, day])
  for (let times = 0; times < 4; times += 1) rates.take('acc_1', [bucket])
  const rows = rates.snapshot()
  expect(rows.map(({ key }) => key)).toEqual(['minute:acc_1', 'day:acc_1', 'v1:acc_1'])

  rates = memoryRateCounters({ clock })
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
