import { files } from '#files'
import type { Attempt } from './attempt.ts'
import { joined, pulled } from './chunks.ts'
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
  if (files) return streamedForm(field, upload, attempt)
  const blob = new Blob([await collected(upload)], { type: upload.type })
  const body = new FormData()
  body.append(field, blob, upload.name)
  return { body, headers: {} }
}

function streamedForm(field: string, upload: Upload, attempt: Attempt): Body {
  const boundary = `platelight-${crypto.randomUUID()}`
  const encoder = new TextEncoder()
  const head = encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${escaped(upload.name)}"\r\n` +
      `Content-Type: ${upload.type}\r\n\r\n`,
  )
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)

  async function* form(): AsyncGenerator<Uint8Array> {
    yield head
    try {
      for await (const chunk of upload.read()) {
        attempt.touch()
        yield chunk
      }
    } catch (thrown) {
      // Through the attempt, because fetch would hide the cause in a network error.
      const error = sourceFailed(thrown)
      attempt.fail(error)
      throw error
    }
    attempt.touch()
    yield tail
  }

  const headers: Record<string, string> = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
  if (upload.sizeBytes !== null) {
    headers['Content-Length'] = String(head.byteLength + upload.sizeBytes + tail.byteLength)
  }
  return { body: pulled(form()), headers }
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

// As browsers escape a file name in a form.
const escaped = (name: string): string => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
