import { useQuery } from '@tanstack/react-query'
import { operatorMessages as t } from '../messages/operator-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Problem } from '../ui/problem.tsx'

/** What serves each operation, and which setting would enable or improve it. */
export function Engines() {
  const { data, error } = useQuery({
    queryKey: ['operator', 'capabilities'],
    queryFn: async () => session.client.service.capabilities(),
  })
  return (
    <section>
      <h2>{t.engines}</h2>
      <Problem error={error} />
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
        <section className="scroll" tabIndex={0} aria-label={t.engines}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.engineColumns.operation}</th>
                <th scope="col">{t.engineColumns.engine}</th>
                <th scope="col">{t.engineColumns.state}</th>
              </tr>
            </thead>
            <tbody>
              {data.operations.map(({ operation, available, engine, setting }) => (
                <tr key={operation}>
                  <td>{operation}</td>
                  <td>{engine && <code>{engine}</code>}</td>
                  <td>{available ? (setting ? t.better(setting) : t.works) : t.needs(setting ?? '')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
