import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeadline } from './run-deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work without progress is stopped at its deadline, counted from its start', () => {
  const deadline = createDeadline(60)
  vi.advanceTimersByTime(100_000)
  deadline.begin()
  vi.advanceTimersByTime(59_999)
  expect(deadline.reason()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(deadline.signal.aborted).toBe(true)
  expect(deadline.reason()).toMatchObject({ code: 'deadline_exceeded', message: expect.stringMatching(/60 seconds/) })
})

test('progress keeps work going, repeating the same report does not, and the limit is an hour', () => {
  const deadline = createDeadline(60)
  deadline.begin()
  for (let current = 1; current <= 59; current++) {
    vi.advanceTimersByTime(50_000)
    deadline.progress({ current })
  }
  expect(deadline.signal.aborted).toBe(false)
  vi.advanceTimersByTime(50_000)
  deadline.progress({ current: 59 })
  vi.advanceTimersByTime(10_000)
  expect(deadline.reason()?.message).toMatch(/no progress/)

  const endless = createDeadline(60)
  endless.begin()
  for (let current = 0; current < 120; current++) {
    vi.advanceTimersByTime(30_000)
    endless.progress({ current })
  }
  expect(endless.reason()?.message).toMatch(/60 minutes/)
})

test('each further answer of a network keeps work going within a stage; a network that stops answering does not', () => {
  const deadline = createDeadline(60)
  deadline.begin()
  deadline.progress({ current: 1 })
  for (let answers = 1; answers <= 5; answers++) {
    vi.advanceTimersByTime(50_000)
    deadline.progress({ current: 1, answers })
  }
  expect(deadline.signal.aborted).toBe(false)
  vi.advanceTimersByTime(50_000)
  deadline.progress({ current: 1, answers: 5 })
  vi.advanceTimersByTime(10_000)
  expect(deadline.reason()?.message).toMatch(/no progress/)
})

test('nothing is stopped after the end', () => {
  const deadline = createDeadline(60)
  deadline.begin()
  deadline.end()
  vi.advanceTimersByTime(4_000_000)
  expect(deadline.signal.aborted).toBe(false)
})
