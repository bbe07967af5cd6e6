import type { Platelight } from '@platelight/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { operatorMessages as t } from '../messages/operator-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { dayOf } from '../ui/format.ts'
import { MorePages } from '../ui/more-pages.tsx'
import { Problem } from '../ui/problem.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AccountDialog } from './account-dialog.tsx'

type Filter = NonNullable<Parameters<Platelight['admin']['accounts']>[0]>
export type AdminAccount = Awaited<ReturnType<Platelight['admin']['account']>>

export const PLANS = ['Free', 'Starter', 'Growth', 'Pro', 'Enterprise'] as const
export const ACCOUNTS = ['operator', 'accounts']

/** The accounts that fit, each with the way to change it. */
export function Accounts() {
  const [search, setSearch] = useState('')
  const [plan, setPlan] = useState('')
  const [state, setState] = useState('')
  const [open, setOpen] = useState<AdminAccount>()
  const words = useDeferredValue(search.trim())
  const filter = {
    ...(words && { search: words }),
    ...(plan && { plan }),
    ...(state && { state }),
  } as Filter
  const counts = useQuery({ queryKey: ['operator', 'status'], queryFn: async () => session.client.admin.status() })
  const list = useInfiniteQuery({
    queryKey: [...ACCOUNTS, filter],
    queryFn: async ({ pageParam }) =>
      session.client.admin.accounts({ ...filter, limit: 25, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const all = list.data?.pages.flatMap(({ items }) => items) ?? []
  const sums = counts.data?.accounts
  return (
    <section>
      <h2>{t.accounts}</h2>
      {sums && <p className="quiet">{t.counts(sums.total, sums.new_today, sums.unverified, sums.disabled)}</p>}
      <search className="inline-form">
        <TextField
          label={t.search}
          type="search"
          maxLength={200}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <SelectField label={t.plan} value={plan} onChange={setPlan} options={[['', t.anyPlan], ...PLANS]} />
        <SelectField
          label={t.state}
          value={state}
          onChange={setState}
          options={[
            ['', t.states.any],
            ['active', t.states.active],
            ['unverified', t.states.unverified],
            ['disabled', t.states.disabled],
          ]}
        />
      </search>
      <Problem error={list.error} />
      {list.isSuccess && all.length === 0 && <p className="quiet">{t.noAccounts}</p>}
      <ul className="keys">
        {all.map((account) => (
          <li key={account.id} className={account.disabled_at ? 'row gone' : 'row'}>
            <div>
              <strong className="file-name">{account.email}</strong>
              <p className="quiet">
                {t.about(account.plan, account.credits)}. {t.since(dayOf(account.created_at))}{' '}
                {account.role === 'admin' && <span className="pill">{t.administrator}</span>}{' '}
                {!account.email_verified && <span className="pill">{t.unverified}</span>}{' '}
                {account.disabled_at && <span className="pill bad">{t.disabled}</span>}
              </p>
            </div>
            <Button className="small" aria-label={t.open(account.email)} onClick={() => setOpen(account)}>
              {t.change}
            </Button>
          </li>
        ))}
      </ul>
      <MorePages list={list} />
      {open && <AccountDialog account={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}
