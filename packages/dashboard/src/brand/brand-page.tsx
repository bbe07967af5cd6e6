import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountFrame } from '../account/account-frame.tsx'
import { settingsMessages as t } from '../messages/settings-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Problem } from '../ui/problem.tsx'
import { BrandForm } from './brand-form.tsx'

export const BRAND = ['brand']

/** What stands on menus, posters and films. */
export function Page() {
  const queries = useQueryClient()
  const [clearing, setClearing] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const { data, error } = useQuery({ queryKey: BRAND, queryFn: async () => session.client.brand.profile() })
  return (
    <AccountFrame title={t.brandTitle}>
      <p className="quiet">{t.brandLead}</p>
      <Problem error={error} />
      {/* A profile that was changed elsewhere, or cleared, begins a new form. */}
      {data && <BrandForm key={data.updated_at} profile={data} isSaved={isSaved} onSave={setIsSaved} />}
      {data?.updated_at && (
        <div>
          <Button kind="danger" onClick={() => setClearing(true)}>
            {t.clear}
          </Button>
        </div>
      )}
      {clearing && (
        <Confirm
          title={t.clearTitle}
          text={t.clearText}
          action={t.clear}
          work={async () => {
            await session.client.brand.clear()
            setIsSaved(false)
            await queries.invalidateQueries({ queryKey: BRAND })
          }}
          onClose={() => setClearing(false)}
        />
      )}
    </AccountFrame>
  )
}
