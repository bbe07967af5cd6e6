import type { CallOptions } from './api-call.ts'
import { apiErrorOf } from './error-response.ts'
import { redact } from './redacting-log.ts'
import { type Attempt, connectionErrorOf } from './request-attempt.ts'
import { type RetrySettings, withRetries } from './request-retries.ts'
import { MINUTE_MS } from './sdk-clock.ts'
import { PlatelightError } from './sdk-errors.ts'
import { parseUrl } from './sdk-url.ts'
import { type Core, contentTypeOf, parseJson, unexpectedType } from './send-request.ts'

/** The parts of the client that reading a link needs. */
export type LinkCore = RetrySettings & Pick<Core, 'fetch'>

/** Options of a download. `timeoutMs` counts from the last received byte; default 60 000. */
export type DownloadOptions = Omit<CallOptions, 'headers'>

/** A saved file. */
export interface Saved {
  /** The path of the file. */
  readonly path: string | URL
  /** Size in bytes. */
  readonly sizeBytes: number
  /** Media type from the server; null if it sent none. */
  readonly contentType: string | null
}

/**
 * Opens a link of the service. The body is not read yet. The caller's signal also aborts that reading, with its own reason.
 *
 * @param noFile content types that are the answer of something else, such as a login page
 */
export const openLink = (
  core: LinkCore,
  url: string,
  options: DownloadOptions = {},
  noFile?: RegExp,
): Promise<Response> =>
  withDownloadRetries(core, options, (attempt) => {
    // The attempt ends with the headers, but the body is read after that.
    const signal = options.signal ? AbortSignal.any([attempt.signal, options.signal]) : attempt.signal
    return attempt.run(() => fetchLink(core, url, attempt, signal, noFile))
  })

/** Retries `work` like any read. */
export const withDownloadRetries = <T>(
  core: LinkCore,
  options: DownloadOptions,
  work: (attempt: Attempt) => Promise<T>,
) => withRetries(core, { operation: 'download', deadlineMs: MINUTE_MS, repeatable: true }, options, work)

/** Fetches a link. It sends no credential, because links are signed. */
export async function fetchLink(
  core: LinkCore,
  url: string,
  attempt: Attempt,
  signal = attempt.signal,
  noFile = /\b(html|json)\b/,
): Promise<Response> {
  core.log.debug(`download: GET ${url}, attempt ${attempt.number}`)
  if (!parseUrl(url)) throw new PlatelightError('invalid_input', `${redact(url)} is not an address.`)
  try {
    const response = await core.fetch(new Request(url, { signal }), 'download', attempt.number)
    if (response.ok && !noFile.test(contentTypeOf(response))) return response
    const text = await response.text()
    if (response.ok) throw unexpectedType(response, text)
    throw apiErrorOf(response, parseJson(text) ?? text, attempt, core.clock.now())
  } catch (thrown) {
    throw connectionErrorOf(thrown)
  }
}
