import { render } from 'ink-testing-library'
import { expect, test } from 'vitest'
import type { BatchEvent, FileEvent, Stage } from '../reporting/run-events.ts'
import { Question } from './confirm-question.tsx'
import { Board } from './run-board.tsx'
import { type BoardState, emptyBoard, onEvent, remainingMs, settled } from './run-board-state.ts'

const NOW = Date.parse('2026-11-21T09:30:00Z')

const event = (file: string, status: FileEvent['status'], message = ''): FileEvent => ({
  schemaVersion: 2,
  type: 'file',
  file,
  status,
  outputs: [],
  ...(message && { error: { code: 'image_unreadable', message } }),
})

const onFile = onEvent
const onStage = (state: BoardState, file: string, stage: Stage) =>
  onEvent(state, { schemaVersion: 2, type: 'progress', file, stage, percent: 0 })

const activeBoard = (): BoardState => {
  let state = emptyBoard(8)
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) state = onStage(state, name, 'reading')
  state = onStage(state, 'a.jpg', 'saving')
  state = onFile(state, event('b.jpg', 'failed', 'It is damaged.'))
  return onFile(state, event('d.jpg', 'skipped'))
}

const board = (state: BoardState, more: Partial<Parameters<typeof Board>[0]> = {}) =>
  render(
    <Board
      state={state}
      subject="8 photos"
      preset="balanced"
      out="menu-enhanced"
      elapsedMs={9000}
      now={NOW}
      columns={80}
      {...more}
    />,
  ).lastFrame() ?? ''

test('a photo keeps its row when its stage changes', () => {
  const state = activeBoard()
  expect(state.active).toEqual([
    { file: 'a.jpg', stage: 'saving' },
    { file: 'c.jpg', stage: 'reading' },
  ])
  expect(settled(state)).toBe(2)
  expect(onStage(state, 'a.jpg', 'waiting').active.map(({ file }) => file)).toEqual(['c.jpg'])
})

test('the remaining time is estimated from finished photos, and only after a few of them', () => {
  const two = { ...emptyBoard(10), done: 2 }
  expect(remainingMs(two, 8000)).toBeNull()
  expect(remainingMs({ ...two, done: 4, skipped: 2 }, 8000)).toBe(8000)
})

test('the board shows the total, each photo in progress, and each failure with its reason', () => {
  const frame = board(activeBoard())
  const lines = frame.split('\n')
  expect(lines.find((line) => line.includes('8 photos'))).toMatch(/8 photos +balanced/)
  expect(frame).toMatch(/█+░+ {2}2 of 8/)
  expect(lines.find((line) => line.includes('a.jpg'))).toMatch(/saving$/)
  expect(lines.find((line) => line.includes('c.jpg'))).toMatch(/reading$/)
  expect(frame).toContain('✗ b.jpg It is damaged. (image_unreadable)')
  expect(frame).toContain('1 already there · into menu-enhanced')
})

test('every line fits the terminal, however long the names', () => {
  const long = `menu/${'very-'.repeat(40)}long.jpg`
  const state = onFile(
    onStage({ ...activeBoard(), done: 5, total: 5000 }, long, 'enhancing'),
    event(long.slice(1), 'failed', 'x'.repeat(300)),
  )
  for (const columns of [20, 28, 40, 80, 200]) {
    const widest = Math.max(
      ...board(state, { columns })
        .split('\n')
        .map((line) => line.length),
    )
    expect(widest).toBeLessThanOrEqual(Math.min(columns, 88))
  }
})

test('however many fail, the board stays short and says how many it does not show', () => {
  let state = emptyBoard(99)
  for (let index = 0; index < 50; index++) state = onFile(state, event(`${index}.jpg`, 'failed', 'No.'))
  const frame = board(state)
  expect(frame.split('\n').length).toBeLessThan(20)
  expect(frame).toContain('46 more failed')
  expect(frame).toContain('49.jpg')
})

test('the last line shows why the run waits or stops', () => {
  expect(board({ ...activeBoard(), stopping: true })).toContain(
    'Finishing the photos in progress. Press Ctrl-C again to stop immediately.',
  )
  const paused = (reason: 'rate_limit' | 'unavailable' | 'unreachable'): BatchEvent => {
    return { schemaVersion: 2, type: 'paused', reason, resumesAt: new Date(NOW + 12_000).toISOString() }
  }
  expect(board(onEvent(activeBoard(), paused('rate_limit')))).toContain(
    'The rate limit is used up: continuing in 12 s.',
  )
  expect(board(onEvent(activeBoard(), paused('unavailable')))).toContain(
    'The server asks for a pause: continuing in 12 s.',
  )
  const away = onEvent(activeBoard(), paused('unreachable'))
  expect(board(away)).toContain('The server is unreachable: trying again in 12 s.')
  expect(board(onEvent(away, { schemaVersion: 2, type: 'resumed' }))).toContain('into menu-enhanced')
  const stopped = onEvent(activeBoard(), { schemaVersion: 2, type: 'stopped', reason: 'credits' })
  expect(board(stopped)).toContain('Out of credits. Finishing the photos in progress.')
})

/** Keys are handled only after React effects have run. */
const listening = (stdin: NodeJS.EventEmitter) => expect.poll(() => stdin.listenerCount('readable')).toBeGreaterThan(0)

test.each([
  ['y', true],
  ['\r', true],
  ['n', false],
  ['\x03', false],
  ['y\r', true],
  ['Yes\n', true],
  ['n\r', false],
  ['\r\n', true],
])('the question accepts %j as %s', async (key, expected) => {
  const answers: boolean[] = []
  const { stdin, lastFrame } = render(<Question question="Continue?" onAnswer={(yes) => answers.push(yes)} />)
  expect(lastFrame()).toContain('Continue?')
  await listening(stdin)
  stdin.write(key)
  await expect.poll(() => answers).toEqual([expected])
})

test('Enter means no for actions that cannot be undone', async () => {
  const answers: boolean[] = []
  const { stdin } = render(<Question question="Delete it?" enterMeans="no" onAnswer={(yes) => answers.push(yes)} />)
  await listening(stdin)
  stdin.write('\r')
  await expect.poll(() => answers).toEqual([false])
})
