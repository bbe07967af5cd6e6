import { files } from '#files'
import { race } from '../attempt.ts'
import { type Call, callOf, type WriteOptions } from '../call.ts'
import { AbortError } from '../errors.ts'
import type { components } from '../generated/schema.d.ts'
import { type FileInput, uploadOf } from '../input.ts'
import { multipart } from '../multipart.ts'
import type { Send } from '../operation.ts'

export type UploadedPhoto = components['schemas']['Upload']

/** The slowest line that is waited for where the runtime does not tell how an upload proceeds. */
const SLOWEST_BYTES_PER_MS = 32

/** Photos sent to the server, to be named by their address afterwards. */
export const uploads = (send: Send) => ({
  /**
   * Stores a photo and answers its address. Costs nothing. The same bytes give the same id and
   * address for seven days after they were last sent.
   *
   * Where uploads are streamed (Node, Bun, Deno) `timeoutMs` counts from the last byte that moved.
   *
   * @throws BadRequestError, here already and with `attempts: 0`, for what is empty, a web page or above 25 MB.
   *
   * @example
   * const { url } = await client.uploads.create({ path: './ramen.jpg' })
   */
  create(input: FileInput, options: WriteOptions = {}): Call<UploadedPhoto> {
    return callOf(sendFile(send, input, options))
  },
})

async function sendFile(send: Send, input: FileInput, options: WriteOptions) {
  const upload = await unlessAborted(options.signal, () => uploadOf(input, options.signal))
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

function unlessAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work()
  return race(signal, work).catch((thrown: unknown) => {
    throw signal.aborted ? new AbortError(signal.reason) : thrown
  })
}
