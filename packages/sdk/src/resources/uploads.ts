import { files } from '#files'
import { race } from '../attempt.ts'
import { type Call, callOf, type WriteOptions } from '../call.ts'
import { AbortError } from '../errors.ts'
import type { components } from '../generated/schema.d.ts'
import { type FileInput, uploadOf } from '../input.ts'
import { multipart } from '../multipart.ts'
import type { Send } from '../operation.ts'
import type { Upload } from '../upload.ts'

export type UploadedPhoto = components['schemas']['Upload']

/** The slowest line that is waited for where the runtime does not tell how an upload proceeds. */
const SLOWEST_BYTES_PER_MS = 32

/** Photos sent to the server, to be named by their address afterwards. */
export const uploads = (send: Send, maxBytes: number) => ({
  /**
   * Stores a photo and answers its address. Costs nothing. The same bytes give the same id and
   * address for seven days after they were last sent.
   *
   * Where uploads are streamed (Node, Bun, Deno) `timeoutMs` counts from the last byte that moved.
   *
   * @throws BadRequestError, here already and with `attempts: 0`, for what is empty, a web page or too large.
   *
   * @example
   * const { url } = await client.uploads.create({ path: './ramen.jpg' })
   */
  create(input: FileInput, options: WriteOptions = {}): Call<UploadedPhoto> {
    return callOf(sendFile(send, input, maxBytes, options))
  },
})

async function sendFile(send: Send, input: FileInput, maxBytes: number, options: WriteOptions) {
  const upload = await opened(input, maxBytes, options.signal)
  const extraMs = files ? 0 : (upload.sizeBytes ?? 0) / SLOWEST_BYTES_PER_MS
  try {
    return await send(
      'POST',
      '/api/mobile/uploads',
      { form: (attempt) => multipart('image', upload, attempt), replayable: upload.replayable, extraMs },
      options,
    ).withResponse()
  } finally {
    upload.release()
  }
}

/** The input as a file; the signal ends the wait for a source that gives nothing. */
async function opened(input: FileInput, maxBytes: number, signal = new AbortController().signal): Promise<Upload> {
  try {
    return await race(signal, () => uploadOf(input, { maxBytes, signal }))
  } catch (thrown) {
    throw signal.aborted ? new AbortError(signal.reason) : thrown
  }
}
