import { randomUUID } from 'node:crypto'
import type { Attempt } from '../attempt.ts'
import type { Body } from '../multipart.ts'
import { sourceFailed, type Upload } from '../upload.ts'

/** A form with one file, sent as it is read; every piece that leaves restarts the attempt's clock. */
export function streamedForm(field: string, upload: Upload, attempt: Attempt): Body {
  const boundary = `platelight-${randomUUID()}`
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

/** A web stream that asks for the next piece only when the network wants it. */
function pulled(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

// As browsers escape a file name in a form, and with it all that has no place in a header.
const escaped = (name: string): string => name.replace(/[\p{Cc}"]/gu, (character) => encodeURIComponent(character))
