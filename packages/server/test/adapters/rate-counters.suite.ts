import { beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '../../src/base/ports.ts'
import type { Limit, RateCounters } from '../../src/http/limits/rate-counters.ts'

const minute: Limit = { kind: 'window', name: 'minute', seconds: 60, max: 3 }
const day: Limit = { kind: 'window', name: 'day', seconds: 86_400, max: 5 }
const bucket: Limit = { kind: 'bucket', name: 'v1', size: 4, perMinute: 60 }

/** The guarantees of every adapter of the port. */
export const rateCountersSuite = (name: string, make: (clock: Clock) => RateCounters | Promise<RateCounters>) =>
  describe(`rate counters: ${name}`, () => {
    let now: number
    let rates: RateCounters
    const taken = async (limits: readonly Limit[], times: number) => {
      let allowed = 0
      for (let time = 0; time < times; time++) if ((await rates.take('acc_1', limits)).allowed) allowed++
      return allowed
    }

    beforeEach(async () => {
      now = Date.UTC(2026, 10, 21, 12, 0, 20)
      rates = await make({ now: () => new Date(now) })
    })

    test('a window is aligned to the clock and resets', async () => {
      expect(await taken([minute], 10)).toBe(3)
      expect(rates.peek('acc_1', [minute])).toEqual({
        allowed: false,
        remaining: 0,
        resetAt: Date.UTC(2026, 10, 21, 12, 1) / 1000,
        retryAfterSeconds: 40,
      })
      now += 40_000
      expect(await taken([minute], 10)).toBe(3)
    })

    test('a request that one limit refuses is counted by none', async () => {
      expect(await taken([minute, day], 10)).toBe(3)
      expect(rates.peek('acc_1', [day]).remaining).toBe(2)
      now += 60_000
      expect(await taken([minute, day], 10)).toBe(2)
      const refused = await rates.take('acc_1', [minute, day])
      expect(refused).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 12 * 3600 - 80 })
    })

    test('the remaining requests are those of the tightest limit', async () => {
      await rates.take('acc_1', [minute, day])
      expect(rates.peek('acc_1', [minute, day])).toMatchObject({
        remaining: 2,
        resetAt: Date.UTC(2026, 10, 21, 12, 1) / 1000,
      })
      now += 60_000
      await taken([minute, day], 3)
      now += 60_000
      expect(rates.peek('acc_1', [minute, day])).toMatchObject({
        remaining: 1,
        resetAt: Date.UTC(2026, 10, 22) / 1000,
      })
    })

    test('a bucket gives its burst and refills steadily up to its size', async () => {
      expect(await taken([bucket], 10)).toBe(4)
      expect(rates.peek('acc_1', [bucket]).retryAfterSeconds).toBe(1)
      now += 2_500
      expect(await taken([bucket], 10)).toBe(2)
      now += 3_600_000
      expect(await taken([bucket], 10)).toBe(4)
    })

    test('a bucket says when the next request is allowed', async () => {
      await rates.take('acc_1', [bucket])
      expect(rates.peek('acc_1', [bucket])).toMatchObject({ remaining: 3, resetAt: now / 1000 + 1 })
      now += 5_000
      expect(rates.peek('acc_1', [bucket])).toMatchObject({ remaining: 4, resetAt: now / 1000 })
    })

    test('subjects and limits have counters of their own', async () => {
      await taken([minute], 3)
      expect((await rates.take('acc_2', [minute])).allowed).toBe(true)
      expect((await rates.take('acc_1', [{ ...minute, name: 'other' }])).allowed).toBe(true)
    })

    test('without limits everything is allowed', async () => {
      expect(await rates.take('acc_1', [])).toEqual({
        allowed: true,
        remaining: 1_000_000,
        resetAt: Date.UTC(2026, 10, 21, 12, 1) / 1000,
        retryAfterSeconds: 0,
      })
    })

    test('peeking does not count', async () => {
      for (let times = 0; times < 10; times += 1) rates.peek('acc_1', [minute, bucket])
      expect(await taken([minute, bucket], 10)).toBe(3)
    })

    test('a clock that goes backwards refills nothing', async () => {
      await taken([bucket], 4)
      now -= 3_600_000
      expect((await rates.take('acc_1', [bucket])).allowed).toBe(false)
    })

    test('a lower limit counts the requests that were made under the higher one', async () => {
      expect(await taken([{ ...minute, max: 6 }], 5)).toBe(5)
      expect((await rates.take('acc_1', [minute])).allowed).toBe(false)
      expect(rates.peek('acc_1', [minute]).remaining).toBe(0)
      expect((await rates.take('acc_1', [{ ...minute, max: 6 }])).allowed).toBe(true)
    })

    test('of many simultaneous requests as many are allowed as the limits say', async () => {
      const all = await Promise.all(Array.from({ length: 40 }, () => rates.take('acc_1', [minute, day, bucket])))
      expect(all.filter(({ allowed }) => allowed)).toHaveLength(3)
      expect(rates.peek('acc_1', [day]).remaining).toBe(2)
      expect(rates.peek('acc_1', [bucket]).remaining).toBe(1)
    })
  })
