import { expect, test } from 'vitest'
import { runChaos } from '../../../../scripts/chaos/run-chaos.ts'
import { effort, seed } from '../../../../scripts/workspace/test-effort.ts'

// The full form is `pnpm chaos`. A seed that failed can be repeated there.
const kills = effort(6, 50)
test(`a server killed at ${kills} moments of mixed load loses, repeats and invents nothing`, async () => {
  const { violations, figures } = await runChaos({ kills, seed: effort(5, seed), seconds: effort(9, 150), callers: 3 })
  expect(violations).toEqual([])
  expect(figures.kills).toBe(kills)
  // The audit must have something to examine.
  const { succeeded, charges, events, receptions, files, payments, paidBack } = figures
  for (const some of [succeeded, charges, events, receptions, files, payments, paidBack])
    expect(some).toBeGreaterThan(0)
})
