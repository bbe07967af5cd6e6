import type { ImageInput } from '../files/picture-input.ts'
import type { SendForm } from '../files/send-form.ts'
import type { Upload } from '../generated/schema.d.ts'
import type { Call, WriteOptions } from '../transport/api-call.ts'

/** A stored photo. Pass its `url` to image calls. */
export type UploadedPhoto = Upload

/** Uploads of photos to the server. */
export const uploads = (sendForm: SendForm) => ({
  /**
   * Stores a photo and returns its URL. Costs nothing. The same bytes have the same id for seven
   * days after they were last uploaded.
   *
   * An address is fetched here, and its bytes are uploaded. Where uploads are streamed (Node, Bun, Deno) `timeoutMs` counts from the last byte transferred.
   *
   * @throws BadRequestError with `attempts: 0`, before anything is sent, if the file is empty, a web page or too large.
   *
   * @example
   * const { url } = await client.uploads.create({ path: './ramen.jpg' })
   */
  create: (input: ImageInput, options?: WriteOptions): Call<UploadedPhoto> =>
    sendForm('/api/mobile/uploads', { image: input }, options),
})
