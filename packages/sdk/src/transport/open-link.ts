import type { CallOptions } from './api-call.ts'
import { apiErrorOf } from './error-response.ts'
import { redact } from './redacting-log.ts'
import { type Attempt, connectionErrorOf } from './request-attempt.ts'
import { type RetrySettings, withRetries } from './request-retries.ts'
import { MINUTE_MS } from './sdk-clock.ts'
import { PlatelightError } from './sdk-errors.ts'
import { type Core, contentTypeOf, parseJson, unexpectedType } from './send-request.ts'

/** What reading a link needs of the client. */
export type LinkCore = RetrySettings & Pick<Core, 'fetch'>

/** Options of a download. `timeoutMs` counts from the last byte that came; default 60 000. */
export type DownloadOptions = Omit<CallOptions, 'headers'>

/** A file that was saved. */
export interface Saved {
  /** Where it was saved. */
  readonly path: string | URL
  /** Size in bytes. */
  readonly sizeBytes: number
  /** Media type, as the server named it; null where it did not. */
  readonly contentType: string | null
}

/** Opens a link of the service. Its body is still to be read; the caller's signal ends that too, with its own reason. */
export const openLink = (core: LinkCore, url: string, options: DownloadOptions): Promise<Response> =>
  withDownloadRetries(core, options, (attempt) => {
    // The attempt is over with the first byte, the reading is not.
    const signal = options.signal ? AbortSignal.any([attempt.signal, options.signal]) : attempt.signal
    return attempt.run(() => fetchLink(core, url, attempt, signal))
  })

/** Retries `work` as any read. */
export const withDownloadRetries = <T>(
  core: LinkCore,
  options: DownloadOptions,
  work: (attempt: Attempt) => Promise<T>,
) => withRetries(core, { operation: 'download', deadlineMs: MINUTE_MS, repeatable: true }, options, work)

/** The answer of a link. No credential is sent: links carry their own permission. */
export async function fetchLink(
  core: LinkCore,
  url: string,
  attempt: Attempt,
  signal = attempt.signal,
): Promise<Response> {
  core.log.debug(`download: GET ${url}, attempt ${attempt.number}`)
  if (!URL.canParse(url)) throw new PlatelightError('invalid_input', `${redact(url)} is not an address.`)
  try {
    const response = await core.fetch(new Request(url, { signal }))
    const isPicture = !/\b(html|json)\b/.test(contentTypeOf(response))
    if (response.ok && isPicture) return response
    const text = await response.text()
    if (response.ok) throw unexpectedType(response, text)
    throw apiErrorOf(response, parseJson(text) ?? text, attempt, core.clock.now())
  } catch (thrown) {
    throw connectionErrorOf(thrown)
  }
}
