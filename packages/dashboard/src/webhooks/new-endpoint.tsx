import type { WebhookEndpoint, WebhookEventType } from '@platelight/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EVENT_TYPES } from '../generated/event-types.ts'
import { webhookMessages as t } from '../messages/webhook-messages.ts'
import { session } from '../session/dashboard-session.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { formText, submitted } from '../ui/submitted.ts'
import { TextField } from '../ui/text-field.tsx'
import { ENDPOINTS } from './webhooks-page.tsx'

interface NewEndpointProps {
  readonly onCreated: (endpoint: WebhookEndpoint & { readonly secret: string }) => void
}

/** The form for an address to which events go: all of them, or chosen ones. */
export function NewEndpoint({ onCreated }: NewEndpointProps) {
  const queries = useQueryClient()
  const [all, setAll] = useState(true)
  const [url, setUrl] = useState('')
  const create = useMutation({
    mutationFn: async (form: FormData) => {
      const chosen = form.getAll('event') as WebhookEventType[]
      return session.client.webhookEndpoints.create({
        url: formText(form, 'url').trim(),
        ...(!all && { events: chosen }),
      })
    },
    onSuccess: async (endpoint) => {
      setUrl('')
      onCreated(endpoint)
      await queries.invalidateQueries({ queryKey: ENDPOINTS })
    },
  })
  return (
    <section>
      <h2>{t.newTitle}</h2>
      <form className="panel stack" onSubmit={submitted(create.mutate)}>
        <TextField
          label={t.url}
          hint={t.urlHint}
          name="url"
          type="url"
          required
          maxLength={2048}
          placeholder={t.urlExample}
          autoComplete="off"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <fieldset className="stack">
          <legend>{t.events}</legend>
          <label className="check">
            <input type="checkbox" checked={all} onChange={({ currentTarget }) => setAll(currentTarget.checked)} />
            {t.all}
          </label>
          {!all && (
            <div className="checks">
              {EVENT_TYPES.map((type) => (
                <label key={type} className="check">
                  <input type="checkbox" name="event" value={type} />
                  <code>{type}</code>
                </label>
              ))}
            </div>
          )}
        </fieldset>
        <Problem error={create.error} />
        <Button kind="main" type="submit" busy={create.isPending}>
          {t.create}
        </Button>
      </form>
    </section>
  )
}
