import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { hasUnicode } from '../base/has-unicode.ts'
import { columns, formatDay } from '../base/text-layout.ts'
import { type Context, withConnection } from '../context/command-context.ts'

/** Credits by operation. */
type Usage = Readonly<Record<string, number>>

/** The longest bar, so that a line fits in 80 columns. */
const BAR = 24
/** Operations that are named beside the bar of a day. */
const NAMED = 2

/** `platelight account usage`: credits spent this month by day and operation, according to the ledger. */
export const showUsage = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const [credits, month] = await Promise.all([client.account.credits(), client.photos.credits()])
    const start = `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`
    const days = new Map<string, Map<string, number>>()
    // Newest first, so the release of a run comes before its hold. What is spent counts on the day of the hold.
    const released = new Map<string, number>()
    for await (const entry of client.account.transactions({ limit: 100 })) {
      const { operation, amount, created_at, type, reference } = entry
      if (created_at < start) break
      if (!operation) continue
      const run = `${operation} ${reference}`
      if (type === 'release') released.set(run, (released.get(run) ?? 0) + amount)
      if (type !== 'hold') continue
      const back = Math.min(released.get(run) ?? 0, -amount)
      released.set(run, (released.get(run) ?? 0) - back)
      const day = days.get(formatDay(created_at)) ?? new Map<string, number>()
      days.set(formatDay(created_at), day.set(operation, (day.get(operation) ?? 0) - amount - back))
    }
    const by_day = Object.fromEntries(
      [...days].map(([day, spent]) => [day, sorted(spent)] as const).filter(([, spent]) => totalOf(spent) > 0),
    )
    const total = new Map<string, number>()
    for (const spent of days.values())
      for (const [operation, used] of spent) total.set(operation, (total.get(operation) ?? 0) + used)
    const by_operation = sorted(total)
    const photos = { this_month: month.photosThisMonth, monthly_limit: month.monthlyPhotoLimit }
    context.show({ since: start, ...credits, photos, by_operation, by_day }, () => {
      const limit = photos.monthly_limit === null ? 'as many as you like' : number(photos.monthly_limit)
      const summary = columns([
        ['since', formatDay(start)],
        ['credits left', number(credits.credits)],
        ['credits used', number(credits.credits_used_this_month)],
        ['photos', `${number(photos.this_month)} of ${limit}`],
      ])
      const bar = hasUnicode(context.environment.env) ? '█' : '#'
      return [summary, ...charts(by_day, by_operation, bar)].join('\n\n')
    })
    return EXIT.ok
  })

/** The credits of each operation, and of each day, as bars. Nothing before anything was spent. */
function charts(byDay: Readonly<Record<string, Usage>>, byOperation: Usage, bar: string): string[] {
  const days = Object.entries(byDay).sort(([a], [b]) => a.localeCompare(b))
  if (days.length === 0) return []
  const chart = (rows: readonly (readonly [name: string, used: number, note?: string])[]) => {
    const most = Math.max(...rows.map(([, used]) => used))
    const digits = Math.max(...rows.map(([, used]) => number(used).length))
    return columns(
      rows.map(([name, used, note]) => [
        name,
        number(used).padStart(digits),
        bar.repeat(Math.max(1, Math.round((BAR * used) / most))),
        ...(note === undefined ? [] : [note]),
      ]),
    )
  }
  return [chart(Object.entries(byOperation)), chart(days.map(([day, spent]) => [day, totalOf(spent), noteOf(spent)]))]
}

const noteOf = (spent: Usage): string => {
  const named = Object.entries(spent)
  const first = named.slice(0, NAMED).map(([operation, used]) => `${operation} ${number(used)}`)
  return [...first, ...(named.length > NAMED ? [`${named.length - NAMED} more`] : [])].join(', ')
}

/** The operations that cost something, the most expensive first. */
const sorted = (spent: ReadonlyMap<string, number>): Usage =>
  Object.fromEntries([...spent].filter(([, used]) => used !== 0).sort(([, a], [, b]) => b - a))

const totalOf = (spent: Usage): number => Object.values(spent).reduce((sum, used) => sum + used, 0)

const number = (value: number): string => value.toLocaleString('en-US')
