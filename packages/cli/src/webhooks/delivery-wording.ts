import type { Colorize } from '../base/text-layout.ts'
import type { Context } from '../context/command-context.ts'
import { escapeControls } from '../reporting/run-wording.ts'
import type { Envelope } from './event-envelope.ts'
import type { EventResponse } from './post-event.ts'

export const isDelivered = ({ status = 0 }: EventResponse): boolean => status >= 200 && status < 300

/** `→ evt_1f3 photo.deleted` */
export const sentText = ({ id, type }: Envelope, colorize: Colorize): string =>
  `${colorize('cyan', '→')} ${escapeControls(id)} ${escapeControls(type)}`

/** `← [200] 12 ms`, `← [refused] 1 ms` */
export const answerText = (posted: EventResponse, colorize: Colorize): string => {
  const what = posted.status ?? posted.error ?? 'failed'
  return `${colorize('cyan', '←')} ${colorize(isDelivered(posted) ? 'green' : 'red', `[${what}]`)} ${posted.ms} ms`
}

/** The same as fields of JSON. */
export const answerFields = ({ status, ms, error }: EventResponse) => ({
  status: status ?? null,
  duration_ms: ms,
  ...(error !== undefined && { error }),
})

/** What there is to say where an event was not taken: why there was no answer, or how that begins. */
export function failureRemark(posted: EventResponse): string {
  if (isDelivered(posted)) return ''
  return posted.status === undefined ? escapeControls(posted.reason ?? '') : excerpt(posted)
}

/** The beginning of an answer on one line; empty where it has no text. */
function excerpt({ body }: EventResponse, most = 200): string {
  const text = escapeControls(
    body
      .subarray(0, 4 * most)
      .toString('utf8')
      .trim(),
  )
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** Tells things as they happen: lines for people, JSON events for programs, of which `--json` has as many. */
export function createEventPrinter({ settings, print }: Context) {
  const inJson = settings.mode === 'json' || settings.mode === 'ndjson'
  return (data: Readonly<Record<string, unknown>> & { readonly type: string }, text: string | undefined): void => {
    if (inJson) print(JSON.stringify({ schemaVersion: 1, ...data }))
    else if (text !== undefined) print(text)
  }
}
