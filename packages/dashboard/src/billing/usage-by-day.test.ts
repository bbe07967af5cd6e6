import { expect, test } from 'vitest'
import { usageByDay } from './usage-by-day.ts'

const entry = (
  type: 'hold' | 'release' | 'grant',
  amount: number,
  reference: string,
  day: string,
  operation = 'enhance',
) => ({
  ...{ id: `txn_${reference}`, type, amount, reference, balance_after: 0, description: '' },
  operation: type === 'grant' ? null : operation,
  created_at: `2026-11-${day}T23:59:59.000Z`,
})

test('a day has what its operations cost; what was given back, granted, or spent before does not count', () => {
  const entries = [
    entry('hold', -4, 'run_5', '29', 'generate'),
    entry('release', 1, 'run_4', '29'),
    entry('hold', -1, 'run_4', '28'),
    entry('release', 1, 'run_3', '28'),
    entry('hold', -3, 'run_3', '28'),
    entry('hold', -1, 'run_2', '28'),
    entry('grant', 10, 'welcome', '28'),
    entry('hold', -9, 'run_1', '01'),
  ]
  const use = usageByDay(entries, 3, new Date('2026-11-29T00:00:01Z'))
  expect(use.map(({ day, spent }) => [day, Object.fromEntries(spent)])).toEqual([
    ['2026-11-27', {}],
    ['2026-11-28', { enhance: 3 }],
    ['2026-11-29', { generate: 4 }],
  ])
})
