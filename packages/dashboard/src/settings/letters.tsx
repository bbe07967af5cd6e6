import type { EmailPreferences } from '@platelight/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { settingsMessages as t } from '../messages/settings-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Problem } from '../ui/problem.tsx'

const NAMES = Object.keys(t.alerts) as (keyof typeof t.alerts)[]

/** Which optional letters come. A switch is saved at once. */
export function Letters({ preferences }: { readonly preferences: EmailPreferences }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: async (changed: Partial<Pick<EmailPreferences, (typeof NAMES)[number]>>) =>
      session.client.email.updatePreferences(changed),
    onSuccess: (saved) => queries.setQueryData(['letters'], saved),
  })
  const shown = change.isPending ? { ...preferences, ...change.variables } : preferences
  return (
    <section>
      <h2>{t.letters}</h2>
      <p className="hint">{t.lettersHint}</p>
      <Problem error={change.error} />
      <div className="checks">
        {NAMES.map((name) => (
          <label key={name} className="check">
            <input
              type="checkbox"
              checked={shown[name]}
              onChange={({ currentTarget }) => change.mutate({ [name]: currentTarget.checked })}
            />
            {t.alerts[name]}
          </label>
        ))}
      </div>
    </section>
  )
}
