import { files } from '#files'
import type { paths } from '../generated/schema.d.ts'
import { type Call, createCall, type SpendOptions } from '../transport/api-call.ts'
import { raceAbort } from '../transport/request-attempt.ts'
import { AbortError } from '../transport/sdk-errors.ts'
import type { PathWith, Reply, Send } from '../transport/send-operation.ts'
import type { FileInput } from './picture-input.ts'
import { type FieldValue, type Form, openForm } from './upload-form.ts'

/** The form that an operation takes. A file in it may be any picture input as bytes. */
export type FormBody<P extends keyof paths> = paths[P] extends {
  post: { requestBody?: { content: { 'multipart/form-data': infer Fields } } }
}
  ? { [Name in keyof Fields]: WithFiles<Fields[Name]> }
  : never

type WithFiles<T> = T extends Blob ? FileInput : T extends readonly (infer Item)[] ? readonly WithFiles<Item>[] : T

/** The paths that take a form. */
export type FormPath = {
  [P in PathWith<'POST'>]: FormBody<P> extends never ? never : P
}[PathWith<'POST'>]

/** Sends a form. */
export type SendForm = <P extends FormPath>(
  path: P,
  fields: FormBody<P>,
  options?: SpendOptions,
) => Call<Reply<'POST', P>>

/** The slowest upload that does not time out on a runtime without upload progress. */
const SLOWEST_BYTES_PER_MS = 32

/** @param maxBytes the largest file; larger ones are refused before they are sent */
export const createSendForm =
  (send: Send, maxBytes: number): SendForm =>
  (path, fields, options = {}) => {
    const run = async () => {
      const form = await opened(fields as Readonly<Record<string, FieldValue>>, maxBytes, options.signal)
      const extraMs = files ? 0 : form.sizeBytes / SLOWEST_BYTES_PER_MS
      try {
        return await send(
          'POST',
          path,
          { form: form.body, replayable: form.replayable, extraMs },
          options,
        ).withResponse()
      } finally {
        form.release()
      }
    }
    return createCall(run())
  }

/** Opens the files of a form. The signal ends the wait for a source that gives no bytes. */
async function opened(
  fields: Readonly<Record<string, FieldValue>>,
  maxBytes: number,
  signal = new AbortController().signal,
): Promise<Form> {
  for (const value of Object.values(fields).flat()) {
    // A Node stream may fail before it is read. Without a listener that would end the process. Reading it later reports the error.
    const stream = value as { on?: (event: string, listener: () => void) => void } | null
    if (typeof stream?.on === 'function') stream.on('error', () => undefined)
  }
  try {
    return await raceAbort(signal, () => openForm(fields, { maxBytes, signal }))
  } catch (thrown) {
    throw signal.aborted ? new AbortError(signal.reason) : thrown
  }
}
