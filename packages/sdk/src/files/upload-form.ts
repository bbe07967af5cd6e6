import { files } from '#files'
import type { Attempt } from '../transport/request-attempt.ts'
import type { Body } from '../transport/request-body.ts'
import { openUpload } from './open-upload.ts'
import type { FileInput } from './picture-input.ts'
import { type Part, type ReadOptions, sourceError, type Upload } from './upload.ts'

/** What a field of a form may hold: a text or a file, or several. */
export type FieldValue = string | FileInput | readonly (string | FileInput)[]

/** Fields of the document's forms in which a text is a mistake, such as an address where bytes are due. */
const HOLDS_FILES = /image|^(references|pdf|file)$/

/** A form whose files are open, ready to be sent. */
export interface Form {
  /** Bytes of its files as far as they are known. */
  readonly sizeBytes: number
  /** Whether `body` works more than once. */
  readonly replayable: boolean
  /** The body of one attempt. */
  body(attempt: Attempt): Promise<Body>
  /** Lets go of files that were not read to their end. */
  release(): void
}

/**
 * Opens the files of a form. Where there is a file system the form is streamed, and every piece that leaves restarts the
 * attempt's clock; browsers cannot stream a body over HTTP/1, so there the files are handed over whole.
 *
 * @throws as `uploadOf`.
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
      for (const one of [value].flat() as (string | FileInput)[]) {
        const isText = typeof one === 'string' && !HOLDS_FILES.test(name)
        parts.push([name, isText ? one : await openUpload(one as FileInput, reading)])
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

/** A text has none of what a file has. */
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
