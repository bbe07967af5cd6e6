import type { RateLimit } from '@platelight/sdk'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useId } from 'react'
import { BALANCE } from '../frame/balance.tsx'
import { billingMessages as t } from '../messages/billing-messages.ts'
import { number } from '../messages/numbers.ts'
import { session } from '../session/dashboard-session.ts'
import { sizeOf, timeOf } from '../ui/format.ts'
import { Problem } from '../ui/problem.tsx'
import { usePlans } from './plans.tsx'

/** A limit that resets later than this is that of the day. */
const MINUTE_MS = 60_000
/** The share of a gauge from which it warns. */
const NEARLY_FULL = 0.75

/** How much of each limit is used, according to the headers of the replies and the plan. */
export function Limits({ plan }: { readonly plan: string | undefined }) {
  const plans = usePlans()
  const now = useQuery({
    queryKey: [...BALANCE, 'limits'],
    queryFn: async () => {
      const [api, v1] = await Promise.all([
        session.client.account.credits().withResponse(),
        session.client.photos.credits().withResponse(),
      ])
      return { api, v1, at: Date.now() }
    },
  })
  const terms = plans.data?.plans.find(({ name }) => name === plan)
  if (!now.data) return <Problem error={now.error} />
  const { api, v1, at } = now.data
  const resetsLater = (api.meta.rateLimit.resetAt?.getTime() ?? 0) - at > MINUTE_MS
  const apiMax = terms?.api && (resetsLater ? terms.api.per_day : terms.api.per_minute)
  const { photosThisMonth: photos, monthlyPhotoLimit: photoLimit } = v1.data
  const { storage_used_bytes: stored = 0, storage_limit_bytes: storage } = api.data
  return (
    <section>
      <h2>{t.limits}</h2>
      <div className="gauges">
        <Requests name={t.limitNames.api} limit={api.meta.rateLimit} max={apiMax} />
        <Requests name={t.limitNames.v1} limit={v1.meta.rateLimit} max={terms?.v1?.burst} />
        {photoLimit !== null && (
          <Gauge
            name={t.limitNames.photos}
            used={photos / photoLimit}
            text={t.usedOf(String(photos), String(photoLimit))}
          />
        )}
        {storage != null && (
          <Gauge name={t.limitNames.storage} used={stored / storage} text={t.usedOf(sizeOf(stored), sizeOf(storage))} />
        )}
      </div>
    </section>
  )
}

interface RequestsProps {
  readonly name: string
  readonly limit: RateLimit
  readonly max: number | null | undefined
}

function Requests({ name, limit: { remaining, resetAt }, max }: RequestsProps) {
  if (remaining === null || !max) return null
  const full = resetAt && remaining < max ? `, ${t.again(timeOf(resetAt))}` : ''
  return <Gauge name={name} used={1 - remaining / max} text={t.usedOf(number(max - remaining), number(max)) + full} />
}

interface GaugeProps {
  readonly name: string
  /** The share that is used, 0 to 1. */
  readonly used: number
  readonly text: string
}

function Gauge({ name, used, text }: GaugeProps) {
  const id = useId()
  const share = Math.min(1, Math.max(0, used))
  return (
    <div className="gauge">
      <p id={id}>
        <strong>{name}</strong> <span className="quiet">{text}</span>
      </p>
      <meter className="hidden" aria-labelledby={id} min={0} max={1} value={share} />
      <div className="gauge-bar" aria-hidden>
        <span
          className={share > NEARLY_FULL ? 'nearly-full' : ''}
          style={{ '--share': `${100 * share}%` } as CSSProperties}
        />
      </div>
    </div>
  )
}
