import { beforeEach, expect, test } from 'vitest'
import { hurriedClock } from '../../../test/support/hurried-clock.ts'
import type { Meta } from '../../transport/response-meta.ts'
import { createPauseGate } from './pause-gate.ts'
import { createRequestPacing } from './request-pacing.ts'

const signal = new AbortController().signal

let clock: ReturnType<typeof hurriedClock>
beforeEach(() => {
  clock = hurriedClock()
})

/** A response with the remaining requests and the time of the reset. */
const answer = (remaining: number | null, resetInMs: number) => ({
  meta: { rateLimit: { remaining, resetAt: remaining === null ? null : new Date(clock.now() + resetInMs) } } as Meta,
})

const paceOf = (maxPauseMs = 5000) =>
  createRequestPacing({ clock, gate: createPauseGate(clock, () => undefined), low: 2, maxPauseMs })

test('after a rate limit resets, one call probes first and the others wait for its result', async () => {
  const pace = paceOf()
  await pace.within(async () => answer(0, 60), signal)
  let calls = 0
  let duringProbe = 0
  const call = async () => {
    const isFirst = ++calls === 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (isFirst) duringProbe = calls - 1
    return answer(9, 10_000)
  }
  await Promise.all(Array.from({ length: 4 }, () => pace.within(call, signal)))
  expect({ calls, duringProbe }).toEqual({ calls: 4, duringProbe: 0 })
})

test('a call does not wait for a limit that resets after the longest pause', async () => {
  const pace = paceOf(100)
  await pace.within(async () => answer(0, 3_600_000), signal)
  let calls = 0
  await pace.within(async () => {
    calls++
    return answer(0, 3_600_000)
  }, signal)
  expect(calls).toBe(1)
})

test('calls do not wait when the server sends no rate limit', async () => {
  const pace = paceOf()
  const calls = await Promise.all(Array.from({ length: 20 }, () => pace.within(async () => answer(null, 0), signal)))
  expect(calls).toHaveLength(20)
})

test('a response without a rate limit lifts the earlier limit', async () => {
  const pace = paceOf()
  await pace.within(async () => answer(0, 20), signal)
  await Promise.all(Array.from({ length: 5 }, () => pace.within(async () => answer(null, 0), signal)))
})

test('a late response to an earlier call does not raise the remaining count', async () => {
  const pace = paceOf(100)
  const held: ((remaining: number) => void)[] = []
  const call = () =>
    pace.within(
      () => new Promise<ReturnType<typeof answer>>((resolve) => held.push((left) => resolve(answer(left, 80)))),
      signal,
    )
  const answered = [call(), call()]
  await expect.poll(() => held.length).toBe(2)
  // The second call was counted last and left nothing. The response to the first call arrives after it.
  held[1]!(0)
  await answered[1]
  held[0]!(1)
  await answered[0]
  expect(clock.waits).toEqual([])
  const next = call()
  await expect.poll(() => held.length).toBe(3)
  expect(clock.waits).toEqual([80])
  held[2]!(0)
  await next
})
