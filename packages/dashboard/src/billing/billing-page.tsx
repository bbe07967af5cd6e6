import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AccountFrame } from '../account/account-frame.tsx'
import { useBalance } from '../frame/balance.tsx'
import { billingMessages as t } from '../messages/billing-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { useUser } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { dayOf } from '../ui/format.ts'
import { Problem } from '../ui/problem.tsx'
import { Ledger } from './ledger.tsx'
import { Limits } from './limits.tsx'
import { Plans } from './plans.tsx'
import { UsageChart } from './usage-chart.tsx'

/** Where a 402 leads: what is left, what more costs, and where the credits went. Plans are shown to everybody. */
export function Page() {
  const user = useUser()
  if (!user) {
    return (
      <>
        <h1>{t.plans}</h1>
        <Plans current={undefined} onChoose={undefined} />
        <p>
          <Link to="/sign-in" className="button main">
            {t.signIn}
          </Link>
        </p>
        <ForOperators email={undefined} />
      </>
    )
  }
  return <OwnBilling email={user.email} />
}

function OwnBilling({ email }: { readonly email: string }) {
  const { data, error } = useBalance()
  const buy = useMutation({
    mutationFn: async () => session.client.billing.createPortalSession({ return_url: '/dashboard/billing' }),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <AccountFrame title={t.title}>
      <Problem error={error} />
      {data && (
        <section className="sums" aria-label={t.title}>
          <p className="sum">
            <strong>{data.credits}</strong> {t.credits}
          </p>
          <dl>
            <dt>{t.plan}</dt>
            <dd>{data.subscription_plan}</dd>
            <dt>{t.used}</dt>
            <dd>{data.credits_used_this_month}</dd>
            <dt>{data.renews ? t.renewal : t.ends}</dt>
            <dd>{dayOf(data.next_renewal)}</dd>
            {(data.debt ?? 0) > 0 && (
              <>
                <dt>{t.debt}</dt>
                <dd>{t.debtText(data.debt ?? 0)}</dd>
              </>
            )}
          </dl>
          <div className="stack">
            <Button kind="main" busy={buy.isPending} onClick={() => buy.mutate()}>
              {t.buy}
            </Button>
            <p className="hint">{t.buyHint}</p>
          </div>
        </section>
      )}
      {data?.credits === 0 && <p className="notice">{t.out}</p>}
      <Problem error={buy.error} />
      <UsageChart />
      <Limits plan={data?.subscription_plan} />
      <section>
        <h2>{t.plans}</h2>
        <Plans current={data?.subscription_plan} onChoose={() => buy.mutate()} />
      </section>
      <Ledger />
      <ForOperators email={email} />
    </AccountFrame>
  )
}

const ForOperators = ({ email = 'you@example.com' }: { readonly email: string | undefined }) => (
  <details className="panel">
    <summary>{t.operatorTitle}</summary>
    <p>{t.operator}</p>
    <Copyable text={`platelight-server credits grant --email ${email} --credits 100`} label={t.operatorTitle} />
    <p className="hint">{t.operatorHint}</p>
  </details>
)
