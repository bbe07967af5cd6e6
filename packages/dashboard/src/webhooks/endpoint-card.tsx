import type { WebhookEndpoint, WebhookEventType } from '@platelight/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Send } from 'lucide-react'
import { useId, useState } from 'react'
import { EVENT_TYPES } from '../generated/event-types.ts'
import { webhookMessages as t } from '../messages/webhook-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { whenOf } from '../ui/format.ts'
import { Problem } from '../ui/problem.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Deliveries } from './deliveries.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { ENDPOINTS } from './webhooks-page.tsx'

interface EndpointCardProps {
  readonly endpoint: WebhookEndpoint
  readonly startsOpen: boolean
}

/** An endpoint with its state; opened, with what can be done and what was sent. */
export function EndpointCard({ endpoint, startsOpen }: EndpointCardProps) {
  const { id, url, events, enabled, disabled_reason: reason, last_success_at: lastSuccess } = endpoint
  const [open, setOpen] = useState(startsOpen)
  const inside = useId()
  const state = enabled ? t.on : reason === 'no_success' ? t.gaveUp : t.off
  return (
    <li className="panel stack">
      <div className="row between">
        <div>
          <strong className="file-name">{url}</strong>
          <p className="quiet">
            <span className={enabled ? 'pill good' : 'pill bad'}>{state}</span>{' '}
            {lastSuccess ? t.lastSuccess(whenOf(lastSuccess)) : t.neverArrived}
          </p>
          <p className="quiet">{events.includes('*') ? t.all : <code>{events.join(', ')}</code>}</p>
        </div>
        <button
          type="button"
          className="icon-button turns"
          aria-expanded={open}
          aria-controls={inside}
          aria-label={t.show(url)}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown aria-hidden />
        </button>
      </div>
      <div id={inside} hidden={!open} className="stack">
        {open && (
          <>
            <Actions endpoint={endpoint} />
            <Deliveries endpointId={id} enabled={enabled} />
          </>
        )}
      </div>
    </li>
  )
}

function Actions({ endpoint: { id, url, enabled } }: Pick<EndpointCardProps, 'endpoint'>) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState<'delete' | 'rotate'>()
  const [secret, setSecret] = useState<string>()
  const [event, setEvent] = useState<string>('photo.enhancement.completed')
  const refresh = () => queries.invalidateQueries({ queryKey: ENDPOINTS })
  const sample = useMutation({
    mutationFn: async () => session.client.webhookEndpoints.test(id, { event: event as WebhookEventType }),
    onSuccess: refresh,
  })
  const toggle = useMutation({
    mutationFn: async () => session.client.webhookEndpoints.update(id, { enabled: !enabled }),
    onSuccess: refresh,
  })
  const close = () => setAsking(undefined)
  return (
    <>
      <div className="inline-form">
        <SelectField label={t.sampleEvent} value={event} onChange={setEvent} options={EVENT_TYPES} />
        <Button busy={sample.isPending} onClick={() => sample.mutate()}>
          <Send aria-hidden />
          {t.sample}
        </Button>
        <Button busy={toggle.isPending} onClick={() => toggle.mutate()}>
          {enabled ? t.disable : t.enable}
        </Button>
        <Button onClick={() => setAsking('rotate')}>{t.rotate}</Button>
        <Button kind="danger" onClick={() => setAsking('delete')}>
          {t.delete}
        </Button>
      </div>
      <Problem error={sample.error ?? toggle.error} />
      {asking === 'delete' && (
        <Confirm
          title={t.deleteTitle(url)}
          text={t.deleteText}
          action={t.delete}
          work={async () => {
            await session.client.webhookEndpoints.delete(id)
            await refresh()
          }}
          onClose={close}
        />
      )}
      {asking === 'rotate' && (
        <Confirm
          title={t.rotateTitle}
          text={t.rotateText}
          action={t.rotate}
          work={async () => setSecret((await session.client.webhookEndpoints.rotate(id)).secret)}
          onClose={close}
        />
      )}
      {secret && (
        <ShownSecret title={t.rotated} secret={secret} note={t.oldSecret} onClose={() => setSecret(undefined)} />
      )}
    </>
  )
}
