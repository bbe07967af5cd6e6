import type { Estimate } from '@platelight/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '../messages/messages.ts'
import { useUser } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'

interface PriceProps {
  /** What the price depends on. */
  readonly of: readonly unknown[]
  readonly ask: () => Promise<Estimate>
  /** Whether the request is complete enough to have a price. */
  readonly isComplete: boolean
  /** Whether the work can be started. */
  readonly isReady?: boolean
  readonly isBusy?: boolean
  readonly action: string
  readonly onStart: () => void
  /** How often the work is done. */
  readonly times?: number
}

/** The server rehearses the request, so this is what will be charged. */
export function Price({ of, ask, isComplete, isReady = true, isBusy = false, action, onStart, times = 1 }: PriceProps) {
  const t = messages.studio
  const user = useUser()
  const estimate = useQuery({
    queryKey: ['estimate', ...of],
    queryFn: ask,
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  const { data } = estimate
  return (
    <div className="price">
      <Problem error={estimate.error} />
      {data && (
        <p role="status">
          <strong>{t.price(data.credits)}</strong>
          {data.estimated_seconds !== undefined && `, ${t.about(data.estimated_seconds * times)}. `}
          {t.have(data.available_credits)} {!data.affordable && <Link to="/billing">{t.getMore}</Link>}
        </p>
      )}
      <Button
        kind="main"
        busy={isBusy}
        disabled={!isComplete || !isReady || !data?.affordable || !user?.email_verified}
        onClick={onStart}
      >
        {action}
      </Button>
    </div>
  )
}
