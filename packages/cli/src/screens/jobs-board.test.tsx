import { render } from 'ink-testing-library'
import { expect, test } from 'vitest'
import type { JobChange } from '../jobs/job-changes.ts'
import { JobsBoard } from './jobs-board.tsx'

const job = (id: string, changes: Partial<JobChange> = {}): JobChange => ({
  id,
  type: 'upscale',
  state: 'running',
  progress: { current: 1, total: 4, percent: 25, status: 'Tile 1 of 4' },
  error: null,
  ...changes,
})

const linesOf = (jobs: readonly JobChange[], columns = 80, rows = 24): string[] =>
  (render(<JobsBoard jobs={jobs} columns={columns} rows={rows} />).lastFrame() ?? '').split('\n').filter(Boolean)

test('each job has one line with its progress, its state or its result', () => {
  const failed = job('run_3', { state: 'failed', error: { code: 'engine_failed', message: 'No\u001b[2J.' } })
  const lines = linesOf([failed, job('run_1'), job('run_2', { state: 'pending', progress: null })])
  expect(lines).toEqual([
    expect.stringMatching(/▸ run_1 upscale ███░+ 25 % Tile 1 of 4/),
    expect.stringMatching(/· run_2 upscale pending/),
    expect.stringMatching(/✗ run_3 upscale No\\u001b\[2J\. \(engine_failed\)/),
    expect.stringContaining('2 jobs running, 1 ended'),
  ])
})

test('a narrow terminal also shows one line per job', () => {
  const lines = linesOf([job('run_01m80be421h4q8p6cgy9zc3b6n')], 40)
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(40)
})

test('a notice is shown below the jobs', () => {
  const board = <JobsBoard jobs={[job('run_1')]} columns={40} rows={24} notice="The server is away; waiting for it." />
  expect(render(board).lastFrame()).toMatch(/1 job running\s+The server is away; waiting for it\./)
})

test('jobs that do not fit are counted', () => {
  const many = Array.from({ length: 50 }, (_, at) => job(`run_${at}`))
  const lines = linesOf(many, 80, 20)
  expect(lines.length).toBeLessThan(20)
  expect(lines.at(-1)).toContain('35 more · 50 jobs running')
})
