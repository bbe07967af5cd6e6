import { afterEach, expect, test, vi } from 'vitest'
import { onPostgres, openTestDatabase } from '../../../test/support/test-database.ts'
import { databaseClock } from './database-clock.ts'

afterEach(() => void vi.useRealTimers())

test('the clock of the database stays right when the clock of the machine is wrong or set', onPostgres, async () => {
  const { db, close } = await openTestDatabase()
  const begin = performance.now()
  const real = Date.now()
  /** How far the clock is from the time at which this machine's clock was not touched. */
  const wrongBy = (now: Date) => Math.abs(now.getTime() - real - (performance.now() - begin))

  vi.useFakeTimers({ now: real - 600_000, toFake: ['Date'] })
  const clock = await databaseClock(db)
  expect(wrongBy(clock.now())).toBeLessThan(60_000)
  vi.setSystemTime(real + 600_000)
  expect(wrongBy(clock.now())).toBeLessThan(60_000)
  clock.close()
  await close()
})
