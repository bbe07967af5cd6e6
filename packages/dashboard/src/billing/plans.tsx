import { useQuery } from '@tanstack/react-query'
import { billingMessages as t } from '../messages/billing-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'

export const usePlans = () =>
  useQuery({
    queryKey: ['plans'],
    queryFn: async () => session.visitor.catalogs.plans(),
    staleTime: Number.POSITIVE_INFINITY,
  })

interface PlansProps {
  readonly current: string | undefined
  readonly onChoose: (() => void) | undefined
}

/** The plans of the catalogue beside each other. */
export function Plans({ current, onChoose }: PlansProps) {
  const { data, error } = usePlans()
  return (
    <>
      <Problem error={error} />
      <ul className="plans">
        {data?.plans.map(({ name, price_usd: price, monthly_credits: credits, monthly_photos: photos, v1 }) => (
          <li key={name} className="panel" aria-current={name === current || undefined}>
            <h3>{name}</h3>
            <p className="plan-price">
              <strong>{t.price(price)}</strong> {price !== null && t.month}
            </p>
            <ul className="quiet">
              <li>{t.monthlyCredits(credits)}</li>
              <li>{t.monthlyPhotos(photos)}</li>
              <li>{v1 ? t.perMinute(v1.per_minute) : t.agreed}</li>
            </ul>
            {name === current ? (
              <span className="pill good">{t.current}</span>
            ) : (
              onChoose && !!price && <Button onClick={onChoose}>{t.choose(name)}</Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
