import { files } from '#files'
import { apiErrorOf, retryAfter } from './api-error.ts'
import { type Attempt, connectionErrorOf } from './attempt.ts'
import type { CallOptions } from './call.ts'
import { chunksOf } from './chunks.ts'
import { AbortError, ConnectionError, PlatelightError } from './errors.ts'
import { redact } from './log.ts'
import { type Core, planOf } from './request.ts'
import { withRetries } from './retry.ts'

const IDLE_MS = 60_000

/** Options of a download. `timeoutMs` counts from the last byte that came; default 60 000. */
export type DownloadOptions = Omit<CallOptions, 'headers'>

/** A file that was saved. */
export interface Saved {
  readonly path: string | URL
  readonly sizeBytes: number
  readonly contentType: string | null
}

/**
 * Saves a link of the service: to a temporary file beside the target, renamed when it is whole, so
 * that there is either the file or nothing. No credential is sent: links carry their own permission.
 *
 * @throws PlatelightError `file_unwritable`, `files_unavailable`; otherwise what any call throws.
 */
export async function saveLink(core: Core, url: string, path: string | URL, options: DownloadOptions): Promise<Saved> {
  const disk = files
  if (!disk) throw new PlatelightError('files_unavailable', 'Saving to disk needs Node, Bun or Deno; use content().')
  return withRetries(core, planOf(core, 'download', IDLE_MS, true, options), async (attempt) => {
    const response = await attempt.run(() => opened(core, url, attempt))
    try {
      // Not raced against the signal as a whole: an abort ends the reading, and then the temporary file goes.
      const sizeBytes = await disk.save(path, checked(response, attempt))
      return { path, sizeBytes, contentType: response.headers.get('content-type') }
    } catch (thrown) {
      if (thrown instanceof PlatelightError) throw thrown
      const reason = thrown instanceof Error ? thrown.message : String(thrown)
      throw new PlatelightError('file_unwritable', `Cannot write ${path}: ${reason}`, { cause: thrown })
    }
  })
}

/** Opens a link of the service. Its body is still to be read; the caller's signal ends that too. */
export const openLink = (core: Core, url: string, options: DownloadOptions): Promise<Response> =>
  withRetries(core, planOf(core, 'download', IDLE_MS, true, options), async (attempt) => {
    const response = await attempt.run(() => opened(core, url, attempt))
    const { signal } = options
    signal?.addEventListener('abort', () => attempt.fail(new AbortError(signal.reason)), { once: true })
    return response
  })

async function opened(core: Core, url: string, attempt: Attempt): Promise<Response> {
  core.log.debug(`download: GET ${url}, attempt ${attempt.number}`)
  if (!URL.canParse(url)) throw new PlatelightError('invalid_input', `${redact(url)} is not an address.`)
  const response = await core.fetch(new Request(url, { signal: attempt.signal })).catch((thrown: unknown) => {
    throw connectionErrorOf(thrown)
  })
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && !/\b(html|json)\b/.test(type)) return response

  const text = await response.text().catch((thrown: unknown) => {
    throw connectionErrorOf(thrown)
  })
  if (!response.ok) {
    attempt.askedMs = retryAfter(response.headers, core.clock.now())
    throw apiErrorOf(response, parsed(text), attempt.number, core.clock.now())
  }
  const excerpt = redact(text.slice(0, 200))
  const message = `Expected a picture and got ${type}: ${excerpt}`
  throw new ConnectionError('unexpected_content_type', message, undefined, excerpt)
}

/** The body, with every byte counted: a file that ends early is a broken connection. */
async function* checked(response: Response, attempt: Attempt): AsyncGenerator<Uint8Array> {
  const expected = response.headers.has('content-encoding') ? null : response.headers.get('content-length')
  const source = response.body && chunksOf(response.body)
  let sizeBytes = 0
  try {
    while (source) {
      const { done, value } = await attempt.run(() => source.next())
      if (done) break
      attempt.touch()
      sizeBytes += value.byteLength
      yield value
    }
  } catch (thrown) {
    throw connectionErrorOf(thrown)
  } finally {
    source?.return?.().catch(() => undefined)
  }
  if (expected !== null && Number(expected) !== sizeBytes) {
    throw new ConnectionError('connection_failed', `The file ended after ${sizeBytes} of ${expected} bytes.`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
