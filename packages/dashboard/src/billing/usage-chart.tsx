import type { Transaction } from '@platelight/sdk'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { BALANCE } from '../frame/balance.tsx'
import { billingMessages as t } from '../messages/billing-messages.ts'
import { number } from '../messages/numbers.ts'
import { operationName } from '../messages/operation-names.ts'
import { session } from '../session/dashboard-session.ts'
import { dayOf, shortDayOf } from '../ui/format.ts'
import { Problem } from '../ui/problem.tsx'
import { type DayOfUse, usageByDay } from './usage-by-day.ts'

const DAYS = 30
/** How much of the ledger is read for the chart. */
const MOST_ENTRIES = 3_000
const DAY_MS = 24 * 60 * 60_000
/** Colours of their own; further operations share the last. */
const COLOURS = 6
/** Every so many days have a date. */
const DATE_EVERY = 7

/** Credits of the last days as bars, one colour for each operation, and the same as a table. */
export function UsageChart() {
  const use = useQuery({ queryKey: [...BALANCE, 'use'], queryFn: readLedger })
  if (!use.data) return <Problem error={use.error} />
  const days = usageByDay(use.data, DAYS, new Date())
  const byOperation = new Map<string, number>()
  for (const { spent } of days)
    for (const [name, credits] of spent) byOperation.set(name, (byOperation.get(name) ?? 0) + credits)
  const operations = [...byOperation].sort(([, a], [, b]) => b - a)
  const total = operations.reduce((sum, [, credits]) => sum + credits, 0)
  return (
    <section>
      <h2>{t.use}</h2>
      {total === 0 ? (
        <p className="quiet">{t.noUse}</p>
      ) : (
        <div className="panel stack">
          <Bars days={days} operations={operations.map(([name]) => name)} total={total} />
          <ul className="legend">
            {operations.map(([name, credits], at) => (
              <li key={name}>
                <span className={`swatch c${Math.min(at, COLOURS - 1)}`} aria-hidden />
                {operationName(name)} <strong>{number(credits)}</strong>
              </li>
            ))}
          </ul>
          <Table days={days} operations={operations.map(([name]) => name)} />
          {use.data.length === MOST_ENTRIES && <p className="hint">{t.partial(MOST_ENTRIES)}</p>}
        </div>
      )}
    </section>
  )
}

/** The ledger of the days of the chart. */
async function readLedger(): Promise<Transaction[]> {
  const since = new Date(Date.now() - DAYS * DAY_MS).toISOString()
  const found: Transaction[] = []
  for await (const entry of session.client.account.transactions({ limit: 100 })) {
    if (entry.created_at < since || found.length === MOST_ENTRIES) break
    found.push(entry)
  }
  return found
}

interface BarsProps {
  readonly days: readonly DayOfUse[]
  readonly operations: readonly string[]
}

function Bars({ days, operations, total }: BarsProps & { readonly total: number }) {
  const most = Math.max(...days.map(totalOf))
  return (
    <div className="chart" role="img" aria-label={t.useLabel(total)}>
      <span className="chart-top">{most}</span>
      <div className="bars">
        {days.map((day, at) => (
          <div key={day.day} className="bar-day" title={t.dayTitle(dayOf(day.day), totalOf(day))}>
            <div className="bar-stack">
              {operations.map((name, colour) => {
                const share = (day.spent.get(name) ?? 0) / most
                return share === 0 ? null : (
                  <span
                    key={name}
                    className={`c${Math.min(colour, COLOURS - 1)}`}
                    style={{ '--share': `${100 * share}%` } as CSSProperties}
                  />
                )
              })}
            </div>
            {(days.length - 1 - at) % DATE_EVERY === 0 && (
              <small>
                <bdi>{shortDayOf(day.day)}</bdi>
              </small>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

const Table = ({ days, operations }: BarsProps) => (
  <details>
    <summary>{t.asTable}</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard. */}
    <section className="scroll" tabIndex={0} aria-label={t.asTable}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.day}</th>
            {operations.map((name) => (
              <th key={name} scope="col" className="number">
                {operationName(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ spent }) => spent.size > 0)
            .map(({ day, spent }) => (
              <tr key={day}>
                <td>{dayOf(day)}</td>
                {operations.map((name) => (
                  <td key={name} className="number">
                    {spent.get(name) ?? 0}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  </details>
)

const totalOf = ({ spent }: DayOfUse): number => [...spent.values()].reduce((sum, credits) => sum + credits, 0)
