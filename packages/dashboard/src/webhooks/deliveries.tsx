import type { WebhookDelivery } from '@platelight/sdk'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, RotateCw } from 'lucide-react'
import { webhookMessages as t } from '../messages/webhook-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { whenOf } from '../ui/format.ts'
import { MorePages } from '../ui/more-pages.tsx'
import { Problem } from '../ui/problem.tsx'
import { ENDPOINTS } from './webhooks-page.tsx'

/** While something is on its way, it is seen arriving. */
const EVERY_MS = 2_000
const ICONS = { delivered: CircleCheck, pending: Clock, dead: CircleAlert }

interface DeliveriesProps {
  readonly endpointId: string
  readonly enabled: boolean
}

/** What was sent to an endpoint, newest first, with every attempt. */
export function Deliveries({ endpointId, enabled }: DeliveriesProps) {
  const list = useInfiniteQuery({
    queryKey: [...ENDPOINTS, endpointId],
    queryFn: async ({ pageParam }) =>
      session.client.webhookEndpoints.deliveries(endpointId, {
        limit: 10,
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'pending')) ? EVERY_MS : false,
  })
  const all = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section className="stack" aria-label={t.deliveries}>
      <h3>{t.deliveries}</h3>
      <Problem error={list.error} />
      {list.isSuccess && all.length === 0 && <p className="quiet">{t.noDeliveries}</p>}
      <ol className="timeline">
        {all.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} canSend={enabled} />
        ))}
      </ol>
      <MorePages list={list} />
    </section>
  )
}

function Delivery({ delivery, canSend }: { readonly delivery: WebhookDelivery; readonly canSend: boolean }) {
  const queries = useQueryClient()
  const { id, endpoint_id: endpointId, event_type: type, status, test, attempts, payload } = delivery
  const again = useMutation({
    mutationFn: async () => session.client.webhookEndpoints.redeliver(endpointId, id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ENDPOINTS }),
  })
  const Icon = ICONS[status]
  return (
    <li className={`stack ${status}`}>
      <div className="row between">
        <p>
          <Icon aria-hidden className="mark" /> <strong>{t.states[status]}</strong> <code>{type}</code>{' '}
          {test && <span className="pill">{t.test}</span>}{' '}
          <time className="quiet" dateTime={delivery.created_at}>
            {whenOf(delivery.created_at)}
          </time>
        </p>
        {canSend && (
          <Button
            className="small"
            busy={again.isPending}
            onClick={() => again.mutate()}
            aria-label={t.redeliverLabel(type)}
          >
            <RotateCw aria-hidden />
            {t.redeliver}
          </Button>
        )}
      </div>
      <Problem error={again.error} />
      <ol className="attempts">
        {attempts.map((attempt) => (
          <Attempt key={`${attempt.round} ${attempt.number}`} attempt={attempt} />
        ))}
      </ol>
      {delivery.next_attempt_at && attempts.length > 0 && (
        <p className="quiet">{t.next(whenOf(delivery.next_attempt_at))}</p>
      )}
      <Folded title={t.payload} text={indented(payload)} />
    </li>
  )
}

function Attempt({ attempt }: { readonly attempt: WebhookDelivery['attempts'][number] }) {
  const { round, number, error, status_code: code, duration_ms: took, response_excerpt: answer } = attempt
  return (
    <li>
      <p>
        {t.attempt(number)}
        {round > 1 && ` (${t.round(round)})`}: {code !== null && <strong>{t.status(code)}</strong>}{' '}
        {error !== null && (t.errors[error] ?? error)} <span className="quiet">{t.took(took)}</span>
      </p>
      {answer && <Folded title={t.answer} text={answer} />}
    </li>
  )
}

const Folded = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <details>
    <summary>{title}</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard. */}
    <pre tabIndex={0}>{text}</pre>
  </details>
)

/** JSON as people read it; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
