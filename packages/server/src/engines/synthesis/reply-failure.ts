import { HOUR_SECONDS } from '../../base/durations.ts'
import type { Provider } from '../../base/engine-capability.ts'
import { ProviderError, type ProviderFailure } from './provider-error.ts'

/** Words in which providers say that their rules forbid a request. */
export const REFUSES = /moderat|safety|content[ _-]?policy|nsfw|sensitive|flagged|prohibited|responsibleai/i
/** Providers answer 429 for an empty account too. */
const WITHOUT_CREDIT = /insufficient[ _]?(quota|credit|balance|funds)|billing|exhausted balance|accountoverdue/i

/** Replies of proxies that cannot say what became of a request. */
const PROXY_LOST = new Set([502, 504, 520, 524])

/** How much of a reply is quoted in the log. */
const QUOTED = 500

/** The error of a provider for a reply other than 2xx. */
export function failureOfReply(
  provider: Provider,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): ProviderError {
  const said = `${provider} answered ${status}: ${text.replace(/\s+/g, ' ').slice(0, QUOTED)}`
  const retryAfter = secondsOf(headers.get('retry-after'))
  return new ProviderError(provider, failureOf(status, text), said, retryAfter)
}

function failureOf(status: number, text: string): ProviderFailure {
  if (status === 402) return 'quota'
  if (status === 429) return WITHOUT_CREDIT.test(text) ? 'quota' : 'busy'
  if (PROXY_LOST.has(status)) return 'unknown'
  if (status >= 500 || status === 408) return 'outage'
  if (status >= 300 && status < 400) return 'rejected'
  if (WITHOUT_CREDIT.test(text)) return 'quota'
  if (REFUSES.test(text)) return 'refused'
  return status === 401 || status === 403 ? 'key' : 'rejected'
}

/** Callers are told no longer wait, whatever a provider says. */
const LONGEST_WAIT_SECONDS = HOUR_SECONDS
/** As in HTTP: `Sat, 28 Nov 2026 21:00:00 GMT`. Date.parse takes almost any text for a date, "-5" too. */
const HTTP_DATE = /^[A-Z][a-z]+,? .*\d{2}:\d{2}:\d{2} GMT$/

/** The seconds of a Retry-After, which is a number or a date, from 1 to an hour; undefined when it is neither. */
function secondsOf(header: string | null): number | undefined {
  const text = header?.trim() ?? ''
  const seconds = HTTP_DATE.test(text)
    ? (Date.parse(text) - Date.now()) / 1000
    : /^\d+(\.\d+)?$/.test(text)
      ? Number(text)
      : Number.NaN
  return Number.isNaN(seconds) ? undefined : Math.min(LONGEST_WAIT_SECONDS, Math.max(1, Math.ceil(seconds)))
}
