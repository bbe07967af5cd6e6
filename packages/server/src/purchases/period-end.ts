import { DAY_MS } from '../base/durations.ts'
import type { Product } from '../base/plans/plan-catalogue.ts'

/** The moment a number of months later: one of the 31st is on the last day of a short month. */
export function monthsAfter(from: Date, months: number): Date {
  const end = new Date(from)
  end.setUTCMonth(from.getUTCMonth() + months, 1)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return end
}

/** When a period of a product that begins at a time ends. */
export const periodEnd = (start: Date, period: Product['period']): Date =>
  period === 'week' ? new Date(start.getTime() + 7 * DAY_MS) : monthsAfter(start, period === 'year' ? 12 : 1)
