import { files } from '#files'
import type { paths } from '../generated/schema.d.ts'
import { type Call, createCall, type SpendOptions } from '../transport/api-call.ts'
import { type LinkCore, openLink } from '../transport/open-link.ts'
import { type Attempt, raceAbort } from '../transport/request-attempt.ts'
import type { Body } from '../transport/request-body.ts'
import { AbortError, PlatelightError } from '../transport/sdk-errors.ts'
import type { PathWith, Reply, Send } from '../transport/send-operation.ts'
import { isBytes } from './byte-source.ts'
import { type FileInput, type ImageInput, noFileSystem, urlOfInput } from './picture-input.ts'
import {
  blobUpload,
  type Part,
  type ReadOptions,
  type Report,
  responseUpload,
  sourceError,
  streamUpload,
  type Upload,
} from './upload.ts'

/** The form that an operation takes. A file in it may be any picture input as bytes. */
export type FormBody<P extends keyof paths> = paths[P] extends {
  post: { requestBody?: { content: { 'multipart/form-data': infer Fields } } }
}
  ? { [Name in keyof Fields]: WithFiles<Fields[Name]> }
  : never

type WithFiles<T> = T extends Blob ? ImageInput : T extends readonly (infer Item)[] ? readonly WithFiles<Item>[] : T

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
  (send: Send, core: LinkCore, maxBytes: number): SendForm =>
  (path, fields, options = {}) => {
    const run = async () => {
      requireInput(path, fields)
      const { signal } = options
      const link = (url: string) => openLink(core, url, signal && { signal })
      const form = await opened(fields as Readonly<Record<string, FieldValue>>, { maxBytes, link, signal })
      const extraMs = files ? 0 : form.sizeBytes / SLOWEST_BYTES_PER_MS
      try {
        return await send(
          'POST',
          path,
          { form: (attempt) => form.body(attempt, options.onUploadProgress), replayable: form.replayable, extraMs },
          options,
        ).withResponse()
      } finally {
        form.release()
      }
    }
    return createCall(run())
  }

/** @throws PlatelightError `invalid_input` if a call that needs fields got none. */
export function requireInput(path: string, fields: unknown): void {
  if (Object(fields) !== fields)
    throw new PlatelightError('invalid_input', `${path} needs an object with its fields, and got ${fields}.`)
}

/** Opens the files of a form. The signal ends the wait for a source that gives no bytes. */
function opened(
  fields: Readonly<Record<string, FieldValue>>,
  { signal, ...reading }: Omit<ReadOptions, 'signal'> & { readonly signal: AbortSignal | undefined },
): Promise<Form> {
  for (const value of Object.values(fields).flat()) {
    // A Node stream may fail before it is read. Without a listener that would end the process. Reading it later reports the error.
    const stream = value as { on?: (event: string, listener: () => void) => void } | null
    if (typeof stream?.on === 'function') stream.on('error', () => undefined)
  }
  return abortable(signal, (signal) => openForm(fields, { ...reading, signal }))
}

/** The result of `work`. @throws AbortError in the tick in which the signal aborts, even if `work` is pending. */
export async function abortable<T>(
  signal = new AbortController().signal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await raceAbort(signal, () => work(signal))
  } catch (thrown) {
    throw signal.aborted ? new AbortError(signal.reason) : thrown
  }
}

/** The value of a form field: a text, a file, or several of them. */
type FieldValue = FormValue | readonly FormValue[]
type FormValue = ImageInput | Upload

/** Form fields that must be files. A text in them is an address. */
const HOLDS_FILES = /image|^(references|pdf|file)$/

/** A form whose files are open, ready to be sent. */
interface Form {
  /** The total size of its files, as far as it is known. */
  readonly sizeBytes: number
  /** Whether `body` can be called more than once. */
  readonly replayable: boolean
  /** The body of one attempt. */
  body(attempt: Attempt, report?: Report): Promise<Body>
  /** Releases files that were not read to the end. */
  release(): void
}

/**
 * Opens the files of a form. On runtimes with a file system the form is streamed, and each chunk that is sent restarts the
 * attempt's timeout. Browsers cannot stream a body over HTTP/1, so there each file is sent as a whole.
 *
 * @throws as `openUpload`.
 */
async function openForm(fields: Readonly<Record<string, FieldValue | undefined>>, reading: ReadOptions): Promise<Form> {
  const parts: Part[] = []
  const release = () => {
    for (const [, value] of parts) asUpload(value).release?.()
  }
  try {
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined && name !== 'image') continue
      for (const item of [value].flat() as FormValue[]) {
        const isText = typeof item === 'string' && !HOLDS_FILES.test(name)
        parts.push([name, isText ? item : await openUpload(item, reading)])
      }
    }
  } catch (thrown) {
    release()
    throw thrown
  }
  return {
    sizeBytes: parts.reduce((bytes, [, value]) => bytes + (asUpload(value).sizeBytes ?? 0), 0),
    replayable: parts.every(([, value]) => asUpload(value).replayable !== false),
    body: async (attempt, report) => files?.form(parts, attempt, report) ?? { body: await wholeForm(parts) },
    release,
  }
}

/** Views a form value as an upload. A text has none of its fields. */
const asUpload = (value: string | Upload) => value as Partial<Upload>

async function wholeForm(parts: readonly Part[]): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, await readWhole(value), value.name)
  }
  return form
}

export async function readWhole({ read, type }: Upload): Promise<Blob> {
  const chunks: BlobPart[] = []
  try {
    for await (const chunk of read()) chunks.push(chunk as Uint8Array<ArrayBuffer>)
  } catch (thrown) {
    throw sourceError(thrown)
  }
  return new Blob(chunks, { type })
}

/**
 * Turns any picture input into a file for an upload, with a name and a type from its content.
 *
 * @throws BadRequestError with the server's own code and `attempts: 0`: `image_unreadable` for an empty
 *   file, `unsupported_image` for a web page, `image_url_invalid` for a text that is no address, `image_too_large` above the limit (for a stream, while it
 *   is sent), `image_unreachable` if a Response is not ok.
 * @throws PlatelightError `file_unreadable`, `files_unavailable` (no file system) or `invalid_input`.
 */
export async function openUpload(input: FormValue, reading: ReadOptions): Promise<Upload> {
  const url = urlOfInput(input)
  if (url !== null) return responseUpload(await reading.link(url), reading)
  return openBytes(input as FileInput | Upload, reading)
}

async function openBytes(input: FileInput | Upload, reading: ReadOptions): Promise<Upload> {
  if (input instanceof Blob) return blobUpload(input, reading)
  if (isBytes(input)) return blobUpload(new Blob([input as BlobPart]), reading)
  if (input instanceof Response) return responseUpload(input, reading)
  if (Object(input) === input) {
    if ('replayable' in input) return input
    if ('getReader' in input || Symbol.asyncIterator in input) return streamUpload(input, reading)
    if ('path' in input) {
      const disk = files
      if (!disk) throw noFileSystem('give the bytes')
      return disk.upload(input.path, reading)
    }
  }
  throw new PlatelightError(
    'invalid_input',
    'A picture is an address, { path }, a Blob, bytes, a stream or a Response.',
  )
}
