import { expect, onTestFinished, test, vi } from 'vitest'
import { type ActiveFile, createProgressTracker, remainingMs, throttleReports } from './progress-tracker.ts'
import { progressText } from './progress-wording.ts'

const clock = () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

const working = { current: 3, total: 12, percent: 25, status: 'Enlarged 3 of 12 tiles' }

test('what takes longer than a second is shown every second until it ends, quick work is not', () => {
  clock()
  const shown: string[][] = []
  const progress = createProgressTracker((underWay) => void shown.push(underWay.map(progressText)))
  progress.update('quick.jpg', { stage: 'uploading' })
  progress.update('ramen.jpg', { stage: 'working' })
  vi.advanceTimersByTime(900)
  progress.end('quick.jpg')
  vi.advanceTimersByTime(1_100)
  progress.update('ramen.jpg', { progress: working })
  vi.advanceTimersByTime(1_000)
  progress.end('ramen.jpg')
  vi.advanceTimersByTime(1_000)
  expect(shown).toEqual([
    ['ramen.jpg: at work, 1 s'],
    ['ramen.jpg: at work, 2 s'],
    ['ramen.jpg: Enlarged 3 of 12 tiles, 25 %, 3 s, about 9 s left'],
    [],
  ])
  progress.close()
})

test('the rest is told by the steps that are done, else by the estimate, else not at all', () => {
  const one: ActiveFile = { file: 'a.jpg', stage: 'working', elapsedMs: 10_000 }
  expect(remainingMs(one)).toBeNull()
  expect(remainingMs({ ...one, estimatedSeconds: 40 })).toBe(30_000)
  expect(remainingMs({ ...one, estimatedSeconds: 40, progress: working })).toBe(30_000)
  expect(remainingMs({ ...one, estimatedSeconds: 5 })).toBeNull()
})

test('a log has a line at once, then now and then', () => {
  const told: number[] = []
  const tell = throttleReports(({ elapsedMs }) => void told.push(elapsedMs), 10_000, 30_000)
  const at = (elapsedMs: number, percent: number): ActiveFile => ({
    ...{ file: 'a.jpg', stage: 'working', elapsedMs },
    progress: { ...working, percent },
  })
  for (let second = 1; second <= 90; second++) tell([at(second * 1000, Math.min(second, 25))])
  expect(told).toEqual([1_000, 11_000, 21_000, 31_000, 61_000])
})
