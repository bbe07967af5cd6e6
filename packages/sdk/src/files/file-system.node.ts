import { randomUUID } from 'node:crypto'
import type { Attempt } from '../transport/request-attempt.ts'
import type { Body } from '../transport/request-body.ts'
import { openFile } from './disk-file.ts'
import { environmentFetch } from './environment-fetch.ts'
import type { Files } from './file-system.ts'
import { HEAD_BYTES } from './image-signature.ts'
import { saveLink } from './save-link.ts'
import { describeFile, type Part, type ReadOptions, type Report, sourceError, type Upload } from './upload.ts'

export const files: Files = { upload: diskUpload, form: streamedForm, save: saveLink, fetch: environmentFetch }

/** A form that streams its files. Each chunk that is sent restarts the attempt's timeout. */
function streamedForm(parts: readonly Part[], attempt: Attempt, report?: Report): Body {
  const boundary = `platelight-${randomUUID()}`
  const encoder = new TextEncoder()
  const heads = parts.map(([name, value]) => encoder.encode(`--${boundary}\r\n${partHeader(name, value)}\r\n\r\n`))
  const gap = encoder.encode('\r\n')
  const tail = encoder.encode(`--${boundary}--\r\n`)

  const fileSizes = parts.flatMap(([, value]) => (typeof value === 'string' ? [] : value.sizeBytes))
  const totalBytes = fileSizes.includes(null) ? null : fileSizes.reduce<number>((sum, bytes) => sum + Number(bytes), 0)

  async function* form(): AsyncGenerator<Uint8Array> {
    let sentBytes = 0
    for (const [index, [, value]] of parts.entries()) {
      yield heads[index] as Uint8Array
      try {
        for await (const chunk of typeof value === 'string' ? [encoder.encode(value)] : value.read()) {
          attempt.touch()
          yield chunk
          if (typeof value === 'string') continue
          sentBytes += chunk.byteLength
          report?.({ sentBytes, totalBytes })
        }
      } catch (thrown) {
        // Reported through the attempt, because fetch would hide the cause in a network error.
        const error = sourceError(thrown)
        attempt.fail(error)
        throw error
      }
      attempt.touch()
      yield gap
    }
    yield tail
  }

  const headers: Record<string, string> = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
  const sizes = parts.map(([, value]) => (typeof value === 'string' ? Buffer.byteLength(value) : value.sizeBytes))
  if (sizes.every((bytes) => bytes !== null)) {
    const around = heads.reduce((bytes, head) => bytes + head.byteLength + gap.byteLength, tail.byteLength)
    headers['Content-Length'] = String(sizes.reduce((bytes, size) => bytes + size, around))
  }
  return { body: pullStream(form()), headers }
}

function partHeader(name: string, value: string | Upload): string {
  const field = `Content-Disposition: form-data; name="${escaped(name)}"`
  if (typeof value === 'string') return field
  return `${field}; filename="${escaped(value.name)}"\r\nContent-Type: ${value.type}`
}

/** A web stream that pulls the next chunk only when the network is ready. */
function pullStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
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

// Escapes a file name as browsers do in a form, and also all control characters.
const escaped = (name: string): string => name.replace(/[\p{Cc}"]/gu, (character) => encodeURIComponent(character))

/** @throws PlatelightError `file_unreadable`; BadRequestError for a file that the server would refuse. */
async function diskUpload(path: string | URL, { maxBytes }: Pick<ReadOptions, 'maxBytes'>): Promise<Upload> {
  const { head, name, sizeBytes, read } = await openFile(path, HEAD_BYTES).catch((thrown: unknown) => {
    throw sourceError(thrown)
  })
  return { ...describeFile(head, name, sizeBytes, maxBytes), replayable: true, read }
}
