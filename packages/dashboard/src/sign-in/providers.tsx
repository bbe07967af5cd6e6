import { useQuery } from '@tanstack/react-query'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'

/** A button for each identity provider of this server; nothing where there is none. */
export function Providers() {
  const { data } = useQuery({ queryKey: ['providers'], queryFn: async () => session.visitor.idp.config() })
  if (!data?.enabled) return null
  return (
    <div className="providers">
      <p className="or">{messages.signIn.or}</p>
      {data.providers.map(({ id, name }) => (
        <a key={id} className="button plain" href={startUrl(id)}>
          {messages.signIn.with(name)}
        </a>
      ))}
    </div>
  )
}

const startUrl = (provider: string) =>
  `/api/auth/idp/mobile/start?${new URLSearchParams({ provider, next: '/dashboard' })}`
