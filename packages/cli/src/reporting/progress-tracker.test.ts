import { expect, onTestFinished, test, vi } from 'vitest'
import { type ActiveFile, createProgressTracker, remainingMs, throttleReports } from './progress-tracker.ts'
import { progressText } from './progress-wording.ts'

const useFakeClock = () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

const working = { current: 3, total: 12, percent: 25, status: 'Enlarged 3 of 12 tiles' }

test('work of more than a second is shown every second until it ends, shorter work is not', () => {
  useFakeClock()
  const shown: string[][] = []
  const progress = createProgressTracker((active) => void shown.push(active.map(progressText)))
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
    ['ramen.jpg: processing, 1 s'],
    ['ramen.jpg: processing, 2 s'],
    ['ramen.jpg: Enlarged 3 of 12 tiles, 25 %, 3 s, about 9 s left'],
    [],
  ])
  progress.close()
})

test('the remaining time comes from the finished steps, else from the estimate, else it is unknown', () => {
  const file: ActiveFile = { file: 'a.jpg', stage: 'working', elapsedMs: 10_000 }
  expect(remainingMs(file)).toBeNull()
  expect(remainingMs({ ...file, estimatedSeconds: 40 })).toBe(30_000)
  expect(remainingMs({ ...file, estimatedSeconds: 40, progress: working })).toBe(30_000)
  expect(remainingMs({ ...file, estimatedSeconds: 5 })).toBeNull()
})

test('a log gets one line at once, then occasional lines', () => {
  const reported: number[] = []
  const report = throttleReports(({ elapsedMs }) => void reported.push(elapsedMs), 10_000, 30_000)
  const at = (elapsedMs: number, percent: number): ActiveFile => ({
    file: 'a.jpg',
    stage: 'working',
    elapsedMs,
    progress: { ...working, percent },
  })
  for (let second = 1; second <= 90; second++) report([at(second * 1000, Math.min(second, 25))])
  expect(reported).toEqual([1_000, 11_000, 21_000, 31_000, 61_000])
})
