import { files } from '#files'
import type { Attempt } from './attempt.ts'
import { joined } from './chunks.ts'
import type { FileInput } from './input.ts'
import { type Reading, sourceFailed, type Upload } from './upload.ts'
import { uploadOf } from './upload-of.ts'

/** What a field of a form may hold: a text or a file, or several. */
export type FieldValue = string | FileInput | readonly (string | FileInput)[]

/** One part of a form. */
export type Part = readonly [name: string, value: string | Upload]

/** A request body with the headers it needs. */
export interface Body {
  readonly body: FormData | ReadableStream<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
}

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
  reading: Reading,
): Promise<Form> {
  const parts: Part[] = []
  const uploads: Upload[] = []
  const release = () => {
    for (const upload of uploads) upload.release()
  }
  try {
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined && name !== 'image') continue
      for (const one of [value].flat() as (string | FileInput)[]) {
        const isText = typeof one === 'string' && !HOLDS_FILES.test(name)
        if (!isText) uploads.push(await uploadOf(one as FileInput, reading))
        parts.push([name, isText ? one : (uploads.at(-1) as Upload)])
      }
    }
  } catch (thrown) {
    release()
    throw thrown
  }
  return {
    sizeBytes: uploads.reduce((bytes, { sizeBytes }) => bytes + (sizeBytes ?? 0), 0),
    replayable: uploads.every(({ replayable }) => replayable),
    body: async (attempt) =>
      files?.form(parts, attempt, reading) ?? { body: await wholeForm(parts, reading), headers: {} },
    release,
  }
}

async function wholeForm(parts: readonly Part[], reading: Reading): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([await collected(value, reading)], { type: value.type }), value.name)
  }
  return form
}

async function collected(upload: Upload, reading: Reading): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of upload.read()) chunks.push(chunk)
  } catch (thrown) {
    throw sourceFailed(thrown, reading)
  }
  return joined(chunks)
}
