import { files } from '#files'
import type { Attempt } from './attempt.ts'
import { joined } from './chunks.ts'
import { sourceFailed, type Upload } from './upload.ts'

/** A request body with the headers it needs. */
export interface Body {
  readonly body: FormData | ReadableStream<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
}

/**
 * A form with one file. Where there is a file system the form is streamed, and every piece that
 * leaves restarts the attempt's clock; browsers cannot stream a body over HTTP/1, so there the
 * file is handed over whole.
 */
export async function multipart(field: string, upload: Upload, attempt: Attempt): Promise<Body> {
  if (files) return files.form(field, upload, attempt)
  const blob = new Blob([await collected(upload)], { type: upload.type })
  const body = new FormData()
  body.append(field, blob, upload.name)
  return { body, headers: {} }
}

async function collected(upload: Upload): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of upload.read()) chunks.push(chunk)
  } catch (thrown) {
    throw sourceFailed(thrown)
  }
  return joined(chunks)
}
