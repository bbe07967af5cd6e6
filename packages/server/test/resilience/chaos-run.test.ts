import { expect, test } from 'vitest'
import { runChaos } from '../../../../scripts/chaos/run-chaos.ts'

// The full form is `pnpm chaos`. A seed that failed can be repeated there.
test('a server killed at six moments of mixed load loses, repeats and invents nothing', async () => {
  const { violations, figures } = await runChaos({ kills: 6, seed: 5, seconds: 9, callers: 3 })
  expect(violations).toEqual([])
  expect(figures.kills).toBe(6)
  // The audit must have something to examine.
  for (const some of [figures.succeeded, figures.charges, figures.events, figures.receptions, figures.files])
    expect(some).toBeGreaterThan(0)
})
