import { describe, expect, test } from 'vitest'
import { runChaos } from '../../../../scripts/chaos/run-chaos.ts'
import { effort, seed } from '../../../../scripts/workspace/test-effort.ts'
import { onPostgres } from '../support/test-database.ts'

// The full form is `pnpm chaos --grown`. A seed that failed can be repeated there.
describe('several processes on PostgreSQL and S3', onPostgres, () => {
  test('that are all killed, and their database too, lose, repeat and invent nothing', async () => {
    const much = { kills: effort(6, 50), seconds: effort(12, 150) }
    const { violations, figures, killsOf } = await runChaos({ grown: true, ...much, seed: effort(3, seed), callers: 3 })
    expect(violations).toEqual([])
    expect(killsOf.database).toBeGreaterThan(0)
    // The audit must have something to examine.
    const { succeeded, charges, events, receptions, files, payments, paidBack } = figures
    for (const some of [succeeded, charges, events, receptions, files, payments, paidBack])
      expect(some).toBeGreaterThan(0)
  })
})
