import { useQuery } from '@tanstack/react-query'
import { AccountFrame } from '../account/account-frame.tsx'
import { settingsMessages as t } from '../messages/settings-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { LanguageField } from '../ui/language-field.tsx'
import { Problem } from '../ui/problem.tsx'
import { Letters } from './letters.tsx'
import { OwnSettings } from './own-settings.tsx'

/** The person's details, what pictures are made like unless a request says it, and which letters come. */
export function Page() {
  const settings = useQuery({ queryKey: ['settings'], queryFn: async () => session.client.me.settings() })
  const letters = useQuery({ queryKey: ['letters'], queryFn: async () => session.client.email.preferences() })
  return (
    <AccountFrame title={t.title}>
      <Problem error={settings.error ?? letters.error} />
      <div className="narrow">
        <LanguageField />
      </div>
      {settings.data && <OwnSettings settings={settings.data} />}
      {letters.data && <Letters preferences={letters.data} />}
    </AccountFrame>
  )
}
