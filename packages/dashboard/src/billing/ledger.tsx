import { useInfiniteQuery } from '@tanstack/react-query'
import { BALANCE } from '../frame/balance.tsx'
import { messages } from '../messages/messages.ts'
import { number } from '../messages/numbers.ts'
import { session } from '../session/dashboard-session.ts'
import { signedOf, whenOf } from '../ui/format.ts'
import { MorePages } from '../ui/more-pages.tsx'
import { Problem } from '../ui/problem.tsx'

/** Every credit that came and went, newest first. */
export function Ledger() {
  const t = messages.account
  const entries = useInfiniteQuery({
    queryKey: [...BALANCE, 'ledger'],
    queryFn: async ({ pageParam }) =>
      session.client.account.transactions({ limit: 20, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const all = entries.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section>
      <h2>{t.ledger}</h2>
      <Problem error={entries.error} />
      {entries.isSuccess && all.length === 0 && <p className="quiet">{t.ledgerEmpty}</p>}
      {all.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
        <section className="scroll" tabIndex={0} aria-label={t.ledger}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.columns.when}</th>
                <th scope="col">{t.columns.what}</th>
                <th scope="col" className="number">
                  {t.columns.amount}
                </th>
                <th scope="col" className="number">
                  {t.columns.balance}
                </th>
              </tr>
            </thead>
            <tbody>
              {all.map((entry) => (
                <tr key={entry.id}>
                  <td>{whenOf(entry.created_at)}</td>
                  <td dir="auto">{entry.description}</td>
                  <td className="number">{signedOf(entry.amount)}</td>
                  <td className="number">{number(entry.balance_after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <MorePages list={entries} />
    </section>
  )
}
