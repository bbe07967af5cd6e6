import type { WebhookEndpoint } from '@platelight/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountFrame } from '../account/account-frame.tsx'
import { webhookMessages as t } from '../messages/webhook-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Problem } from '../ui/problem.tsx'
import { EndpointCard } from './endpoint-card.tsx'
import { NewEndpoint } from './new-endpoint.tsx'
import { ShownSecret } from './shown-secret.tsx'

export const ENDPOINTS = ['webhooks']
/** More than an account may have. */
const ALL = 100

export function Page() {
  const list = useQuery({
    queryKey: ENDPOINTS,
    queryFn: async () => session.client.webhookEndpoints.list({ limit: ALL }),
  })
  const [created, setCreated] = useState<WebhookEndpoint & { readonly secret: string }>()
  return (
    <AccountFrame title={t.title}>
      <p className="quiet">
        {t.lead} <a href="/docs/guides/webhooks">{t.guide}</a>
      </p>
      <NewEndpoint onCreated={setCreated} />
      <Problem error={list.error} />
      {list.data?.items.length === 0 && <p className="quiet">{t.empty}</p>}
      <ul className="cards">
        {list.data?.items.map((endpoint) => (
          <EndpointCard key={endpoint.id} endpoint={endpoint} startsOpen={endpoint.id === created?.id} />
        ))}
      </ul>
      {created?.secret && (
        <ShownSecret title={t.created} secret={created.secret} onClose={() => setCreated({ ...created, secret: '' })} />
      )}
    </AccountFrame>
  )
}
