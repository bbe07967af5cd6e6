import type { EmailPreferences } from '@platelight/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsMessages as t } from '../messages/settings-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Problem } from '../ui/problem.tsx'

const NAMES = Object.keys(t.alerts) as (keyof typeof t.alerts)[]

type Changed = Partial<Pick<EmailPreferences, (typeof NAMES)[number]>>

/** Which optional letters come. A switch is saved at once. */
export function Letters({ preferences }: { readonly preferences: EmailPreferences }) {
  const queries = useQueryClient()
  /** What was switched here. It is shown before the server knows it. */
  const [wanted, setWanted] = useState<Changed>({})
  const change = useMutation({
    mutationFn: async (changed: Changed) => session.client.email.updatePreferences(changed),
    onSuccess: (saved) => queries.setQueryData(['letters'], saved),
    onError: () => setWanted({}),
  })
  const shown = { ...preferences, ...wanted }
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
              onChange={({ currentTarget: { checked } }) => {
                setWanted((before) => ({ ...before, [name]: checked }))
                change.mutate({ [name]: checked })
              }}
            />
            {t.alerts[name]}
          </label>
        ))}
      </div>
    </section>
  )
}
