import {
  type DownloadOptions,
  fetchLink,
  type LinkCore,
  type Saved,
  withDownloadRetries,
} from '../transport/open-link.ts'
import { type Attempt, connectionErrorOf } from '../transport/request-attempt.ts'
import { ConnectionError, PlatelightError } from '../transport/sdk-errors.ts'
import { readChunks } from './byte-source.ts'
import { saveFile } from './disk-file.ts'

/**
 * Saves a link of the service completely or not at all: to a temporary file next to the target, which is
 * renamed at the end. After a broken connection the download starts again.
 *
 * @throws PlatelightError `file_unwritable`, or any error of a call.
 */
export const saveLink = (core: LinkCore, url: string, path: string | URL, options: DownloadOptions): Promise<Saved> =>
  withDownloadRetries(core, options, async (attempt) => {
    const response = await attempt.run(() => fetchLink(core, url, attempt))
    try {
      // Not raced against the signal. An abort ends the reading, and saveFile then removes the temporary file.
      const sizeBytes = await saveFile(path, countBytes(response, attempt))
      return { path, sizeBytes, contentType: response.headers.get('content-type') }
    } catch (thrown) {
      if (thrown instanceof PlatelightError) throw thrown
      const reason = thrown instanceof Error ? thrown.message : String(thrown)
      throw new PlatelightError('file_unwritable', `Cannot write ${path}: ${reason}`, { cause: thrown })
    }
  })

/** Yields the body and counts its bytes. A body that ends early counts as a broken connection. */
async function* countBytes(response: Response, attempt: Attempt): AsyncGenerator<Uint8Array> {
  const expected = response.headers.has('content-encoding') ? null : response.headers.get('content-length')
  const source = response.body && readChunks(response.body)
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
