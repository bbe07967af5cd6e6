import type { FileInput } from '../files/picture-input.ts'
import type { SendForm } from '../files/send-form.ts'
import type { Upload } from '../generated/schema.d.ts'
import type { Call, WriteOptions } from '../transport/api-call.ts'

/** A stored photo; its `url` is what image calls take. */
export type UploadedPhoto = Upload

/** Photos sent to the server, to be named by their address afterwards. */
export const uploads = (sendForm: SendForm) => ({
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
  create: (input: FileInput, options?: WriteOptions): Call<UploadedPhoto> =>
    sendForm('/api/mobile/uploads', { image: input }, options),
})
