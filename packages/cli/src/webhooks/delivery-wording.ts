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
  const result = posted.status ?? posted.error ?? 'failed'
  return `${colorize('cyan', '←')} ${colorize(isDelivered(posted) ? 'green' : 'red', `[${result}]`)} ${posted.ms} ms`
}

/** The answer as JSON fields. */
export const answerFields = ({ status, ms, error }: EventResponse) => ({
  status: status ?? null,
  duration_ms: ms,
  ...(error !== undefined && { error }),
})

/** Why an event was not accepted: the reason without an answer, or the start of the answer. */
export function failureRemark(posted: EventResponse): string {
  if (isDelivered(posted)) return ''
  return posted.status === undefined ? escapeControls(posted.reason ?? '') : excerpt(posted)
}

/** The start of an answer on one line; empty if it has no text. */
function excerpt({ body }: EventResponse, maxLength = 200): string {
  const text = escapeControls(
    body
      .subarray(0, 4 * maxLength)
      .toString('utf8')
      .trim(),
  )
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** Prints events as they happen: text lines, or one JSON object per event with both `--json` and `--ndjson`. */
export function createEventPrinter({ settings, print }: Context) {
  const inJson = settings.mode === 'json' || settings.mode === 'ndjson'
  return (data: Readonly<Record<string, unknown>> & { readonly type: string }, text: string | undefined): void => {
    if (inJson) print(JSON.stringify({ schemaVersion: 2, ...data }))
    else if (text !== undefined) print(text)
  }
}
