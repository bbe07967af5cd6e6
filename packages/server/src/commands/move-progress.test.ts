import { expect, test, vi } from 'vitest'
import { createMoveProgress } from './move-progress.ts'

const shown = (isTTY: boolean) => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let text = ''
  const write = (part: string | Uint8Array) => {
    text += part
    return true
  }
  const progress = createMoveProgress({ isTTY, write })
  for (let rows = 200; rows <= 20_000; rows += 200) {
    now += 200
    progress.show({ step: 'copying', table: 'runs', rows, of: 20_000 })
  }
  progress.show({ step: 'pictures', blobs: 1_000, of: 2_000, bytes: 5_400_000 })
  progress.end()
  vi.restoreAllMocks()
  return text
}

test('a file gets a line for each step, and one every ten seconds', () => {
  expect(shown(false).split('\n')).toEqual([
    'copying the table runs: 200 of 20,000 rows',
    'copying the table runs: 10,200 of 20,000 rows',
    'copying and comparing pictures: 1,000 of 2,000, 6 MB',
    '',
  ])
})

test('a terminal has one line, which is gone at the end', () => {
  const text = shown(true)
  expect(text).not.toContain('\n')
  expect(text.split('\r\u001b[2K').length).toBeGreaterThan(100)
  expect(text.endsWith('\r\u001b[2K')).toBe(true)
})
