import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { contestants, TABLE_ROWS, tableIn, titleOf } from './clients/clients-command.ts'
import { ROWS } from './quality/quality-rows.ts'

// The benchmarks run by hand only, so a module that has moved would be noticed by whoever measures next.

test('the speed benchmark loads, and says how it is used when asked, and when a row or an option is unknown', async () => {
  const { speed } = await import('./speed/speed-command.ts')
  const said: string[] = []
  const [error, log] = (['error', 'log'] as const).map((how) =>
    vi.spyOn(console, how).mockImplementation((text: string) => void said.push(text)),
  )
  expect([await speed(['no-such-row']), await speed(['--no-such-option']), await speed(['--help'])]).toEqual([2, 2, 0])
  error?.mockRestore()
  log?.mockRestore()
  expect(said.map((text) => text.split('\n')[0])).toEqual([
    'There is no row no-such-row.',
    expect.stringContaining("'--no-such-option'"),
    'npm run bench -- [row …] [--photos FOLDER] [--write]',
  ])
  for (const text of said) expect(text).toContain('light-request')
})

test.each(Object.entries(ROWS))('the quality row %s loads', async (_, row) => {
  await expect(row.load()).resolves.toBeDefined()
})

test("the SDK's README compares these clients, in the versions that are installed, by the rows that are measured", async () => {
  const lines = tableIn(readFileSync(new URL('../../packages/sdk/README.md', import.meta.url), 'utf8')).split('\n')
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  expect(head).toEqual(['', ...(await contestants()).map(titleOf)])
  expect(rows.map(([name]) => name)).toEqual(TABLE_ROWS)
  for (const [name, ...cells] of rows) expect([name, cells.filter((cell) => cell === '')]).toEqual([name, []])
})
