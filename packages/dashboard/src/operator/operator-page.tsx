import { messages } from '../messages/messages.ts'
import { operatorMessages as t } from '../messages/operator-messages.ts'
import { useUser } from '../session/use-session.ts'
import { Accounts } from './accounts.tsx'
import { Engines } from './engines.tsx'
import { ServerSettings } from './server-settings.tsx'
import { ServerStatus } from './server-status.tsx'

/** What an administrator looks at: the load, what fails, and the accounts. */
export function Page() {
  const user = useUser()
  return (
    <>
      <title>{`${t.title} · ${messages.name}`}</title>
      <h1>{t.title}</h1>
      {user?.is_admin ? (
        <>
          <ServerStatus />
          <Accounts />
          <Engines />
          <ServerSettings />
        </>
      ) : (
        user && <p>{t.only}</p>
      )}
    </>
  )
}
