import type { Transaction } from '@platelight/sdk'

/** The credits that each operation cost on one day (UTC). */
export interface DayOfUse {
  readonly day: string
  readonly spent: ReadonlyMap<string, number>
}

const DAY_MS = 24 * 60 * 60_000

/**
 * What was spent on each of the last days, today last. A hold counts on its day, without what was given back.
 *
 * @param entries the ledger, newest first, as the server lists it
 */
export function usageByDay(entries: readonly Transaction[], days: number, now: Date): DayOfUse[] {
  const use = new Map<string, Map<string, number>>()
  for (let ago = days - 1; ago >= 0; ago--) use.set(dayOf(new Date(now.getTime() - ago * DAY_MS)), new Map())
  // Newest first, so the release of a run comes before its hold.
  const released = new Map<string, number>()
  for (const { type, operation, reference, amount, created_at: at } of entries) {
    const run = `${operation} ${reference}`
    if (type === 'release') released.set(run, (released.get(run) ?? 0) + amount)
    if (type !== 'hold' || !operation) continue
    const back = Math.min(released.get(run) ?? 0, -amount)
    released.set(run, (released.get(run) ?? 0) - back)
    const spent = use.get(dayOf(new Date(at)))
    if (spent && -amount > back) spent.set(operation, (spent.get(operation) ?? 0) - amount - back)
  }
  return [...use].map(([day, spent]) => ({ day, spent }))
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
