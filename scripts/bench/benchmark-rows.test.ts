import { expect, test } from 'vitest'
import { ROWS } from './quality/quality-rows.ts'

// The benchmarks run by hand only, so a module that has moved would be noticed by whoever measures next.

test('the speed benchmark loads, and names its rows when one is unknown', async () => {
  const { speed } = await import('./speed/speed-command.ts')
  expect(await speed(['no-such-row'])).toBe(2)
}, 60_000)

test.each(Object.entries(ROWS))(
  'the quality row %s loads',
  async (_, row) => {
    await expect(row.load()).resolves.toBeDefined()
  },
  60_000,
)
