import { useMutation } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useBalance } from '../frame/balance.tsx'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { useUser } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { dayOf, sizeOf } from '../ui/format.ts'
import { Problem } from '../ui/problem.tsx'
import { Keys } from './keys.tsx'
import { Ledger } from './ledger.tsx'

export function Page() {
  const t = messages.account
  const user = useUser()
  const balance = useBalance()
  const leave = useMutation({ mutationFn: () => session.signOut() })
  const { data } = balance
  return (
    <>
      <title>{`${t.title} · ${messages.name}`}</title>
      <header className="row">
        <div>
          <h1>{t.title}</h1>
          <p className="quiet">{user && t.signedInAs(user.email)}</p>
        </div>
        <Button busy={leave.isPending} onClick={() => leave.mutate()}>
          <LogOut aria-hidden />
          {t.signOut}
        </Button>
      </header>
      <Problem error={leave.error ?? balance.error} />
      {data && (
        <section className="sums" aria-label={t.left}>
          <p className="sum">
            <strong>{data.credits}</strong> {t.left}
          </p>
          <dl>
            <dt>{t.plan}</dt>
            <dd>{data.subscription_plan}</dd>
            <dt>{t.used}</dt>
            <dd>{data.credits_used_this_month}</dd>
            <dt>{t.renewal}</dt>
            <dd>{dayOf(data.next_renewal)}</dd>
            <dt>{t.storage}</dt>
            <dd>
              {data.storage_limit_bytes == null
                ? sizeOf(data.storage_used_bytes ?? 0)
                : t.of(sizeOf(data.storage_used_bytes ?? 0), sizeOf(data.storage_limit_bytes))}
            </dd>
          </dl>
          <a className="button plain" href="/dashboard/billing">
            {t.getCredits}
          </a>
        </section>
      )}
      <Keys />
      <Ledger />
    </>
  )
}
