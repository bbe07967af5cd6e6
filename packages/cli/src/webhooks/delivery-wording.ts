import type { Paint } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import { visible } from '../reporting/run-wording.ts'
import type { Envelope } from './event-envelope.ts'
import type { Posted } from './post-event.ts'

export const isDelivered = ({ status = 0 }: Posted): boolean => status >= 200 && status < 300

/** `→ evt_1f3 photo.deleted` */
export const departure = ({ id, type }: Envelope, paint: Paint): string =>
  `${paint('cyan', '→')} ${visible(id)} ${visible(type)}`

/** `← [200] 12 ms`, `← [refused] 1 ms` */
export const arrival = (posted: Posted, paint: Paint): string => {
  const what = posted.status ?? posted.error ?? 'failed'
  return `${paint('cyan', '←')} ${paint(isDelivered(posted) ? 'green' : 'red', `[${what}]`)} ${posted.ms} ms`
}

/** The same as fields of JSON. */
export const answerFields = ({ status, ms, error }: Posted) => ({
  status: status ?? null,
  duration_ms: ms,
  ...(error !== undefined && { error }),
})

/** What there is to say where an event was not taken: why there was no answer, or how that begins. */
export function remarkOn(posted: Posted): string {
  if (isDelivered(posted)) return ''
  return posted.status === undefined ? visible(posted.reason ?? '') : excerpt(posted)
}

/** The beginning of an answer on one line; empty where it has no text. */
function excerpt({ body }: Posted, most = 200): string {
  const text = visible(
    body
      .subarray(0, 4 * most)
      .toString('utf8')
      .trim(),
  )
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** Tells things as they happen: lines for people, JSON events for programs, of which `--json` has as many. */
export function teller({ settings, print }: Context) {
  const inJson = settings.mode === 'json' || settings.mode === 'ndjson'
  return (data: Readonly<Record<string, unknown>> & { readonly type: string }, text: string | undefined): void => {
    if (inJson) print(JSON.stringify({ schemaVersion: 1, ...data }))
    else if (text !== undefined) print(text)
  }
}
