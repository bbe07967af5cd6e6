import { useQuery } from '@tanstack/react-query'
import { operatorMessages as t } from '../messages/operator-messages.ts'
import { session } from '../session/dashboard-session.ts'

/** What is set on this server and where that comes from; the rest behind a switch, because it is long. */
export function ServerSettings() {
  const { data } = useQuery({ queryKey: ['operator', 'status'], queryFn: async () => session.client.admin.status() })
  if (!data) return null
  const isSet = ({ origin }: { origin: string }) => origin !== 'default'
  return (
    <section>
      <h2>{t.settings}</h2>
      <Table settings={data.settings.filter(isSet)} label={t.settings} />
      <details>
        <summary>{t.notSet}</summary>
        <p className="settings-left">
          {data.settings
            .filter((one) => !isSet(one))
            .map(({ name }) => (
              <code key={name}>{name}</code>
            ))}
        </p>
      </details>
    </section>
  )
}

interface TableProps {
  readonly settings: readonly { readonly name: string; readonly value: string | null; readonly origin: string }[]
  readonly label: string
}

const Table = ({ settings, label }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
  <section className="scroll" tabIndex={0} aria-label={label}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t.settingColumns.name}</th>
          <th scope="col">{t.settingColumns.value}</th>
          <th scope="col">{t.settingColumns.origin}</th>
        </tr>
      </thead>
      <tbody>
        {settings.map(({ name, value, origin }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>
              <code>{value}</code>
            </td>
            <td>{t.origins[origin] ?? origin}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
