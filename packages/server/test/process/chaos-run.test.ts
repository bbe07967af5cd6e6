import { expect, test } from 'vitest'
import { runChaos } from '../../../../scripts/chaos/run-chaos.ts'

// The full form is `pnpm chaos`; a seed that it found goes there.
test('killed at six moments of mixed load: nothing is lost, done twice in the ledger, told wrongly or made up', async () => {
  const { violations, figures } = await runChaos({ kills: 6, seed: 5, seconds: 9, callers: 3 })
  expect(violations).toEqual([])
  expect(figures.kills).toBe(6)
  // An audit of nothing would find nothing.
  for (const some of [figures.succeeded, figures.charges, figures.events, figures.receptions, figures.files])
    expect(some).toBeGreaterThan(0)
}, 300_000)
