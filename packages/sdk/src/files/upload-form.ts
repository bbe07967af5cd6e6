import { files } from '#files'
import type { Attempt } from '../transport/request-attempt.ts'
import type { Body } from '../transport/request-body.ts'
import { openUpload } from './open-upload.ts'
import type { FileInput } from './picture-input.ts'
import { type Part, type ReadOptions, sourceError, type Upload } from './upload.ts'

/** The value of a form field: a text, a file, or several of them. */
export type FieldValue = string | FileInput | readonly (string | FileInput)[]

/** Form fields that must be files. A text in them, such as an address, is a mistake. */
const HOLDS_FILES = /image|^(references|pdf|file)$/

/** A form whose files are open, ready to be sent. */
export interface Form {
  /** The total size of its files, as far as it is known. */
  readonly sizeBytes: number
  /** Whether `body` can be called more than once. */
  readonly replayable: boolean
  /** The body of one attempt. */
  body(attempt: Attempt): Promise<Body>
  /** Releases files that were not read to the end. */
  release(): void
}

/**
 * Opens the files of a form. On runtimes with a file system the form is streamed, and each chunk that is sent restarts the
 * attempt's timeout. Browsers cannot stream a body over HTTP/1, so there each file is sent as a whole.
 *
 * @throws as `openUpload`.
 */
export async function openForm(
  fields: Readonly<Record<string, FieldValue | undefined>>,
  reading: ReadOptions,
): Promise<Form> {
  const parts: Part[] = []
  const release = () => {
    for (const [, value] of parts) asUpload(value).release?.()
  }
  try {
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined && name !== 'image') continue
      for (const item of [value].flat() as (string | FileInput)[]) {
        const isText = typeof item === 'string' && !HOLDS_FILES.test(name)
        parts.push([name, isText ? item : await openUpload(item as FileInput, reading)])
      }
    }
  } catch (thrown) {
    release()
    throw thrown
  }
  return {
    sizeBytes: parts.reduce((bytes, [, value]) => bytes + (asUpload(value).sizeBytes ?? 0), 0),
    replayable: parts.every(([, value]) => asUpload(value).replayable !== false),
    body: async (attempt) => files?.form(parts, attempt) ?? { body: await wholeForm(parts) },
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

async function readWhole({ read, type }: Upload): Promise<Blob> {
  const chunks: BlobPart[] = []
  try {
    for await (const chunk of read()) chunks.push(chunk as Uint8Array<ArrayBuffer>)
  } catch (thrown) {
    throw sourceError(thrown)
  }
  return new Blob(chunks, { type })
}
