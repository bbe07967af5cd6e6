import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../base/ports.ts'
import type { Database } from '../database-schema.ts'

/** Clocks of machines drift by much less than a millisecond in this time. */
const MEASURE_MS = 60_000
/** A larger change of the machine's clock means that it was set, or that the machine slept. */
const JUMP_MS = 1_000

/**
 * The clock of the database, which is the same for all processes: leases and due times of one machine are read on others. It
 * is measured once a minute, to about half the time of a round trip. In between it is continued by a clock that cannot be
 * set, so the clock of the machine may be wrong and may jump.
 */
export async function databaseClock(db: Kysely<Database>): Promise<Clock & { close(): void }> {
  /** The time of the database when `performance.now()` was 0. */
  let zero: number | undefined
  const measure = async (): Promise<void> => {
    const before = performance.now()
    const { rows } = await sql<{ now: number }>`
      select extract(epoch from clock_timestamp()) * 1000 as now`.execute(db)
    const after = performance.now()
    // A slow answer says less than the last measurement.
    if (zero !== undefined && after - before > JUMP_MS) return
    zero = Number(rows[0]?.now) - (before + after) / 2
  }
  const measureSafely = () => void measure().catch(() => {})
  await measure()
  const timer = setInterval(measureSafely, MEASURE_MS).unref()

  const machine = () => Date.now() - performance.now()
  let lastMachine = machine()
  return {
    now() {
      if (Math.abs(machine() - lastMachine) > JUMP_MS) {
        lastMachine = machine()
        measureSafely()
      }
      return new Date((zero ?? 0) + performance.now())
    },
    close: () => clearInterval(timer),
  }
}
