import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ServiceError } from '../../base/service-error.ts'

const DECOMPRESSORS: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads a whole body into memory and decompresses it. Reading stops as soon as the body is too large; `sendJson` handles
 * the rest.
 *
 * @param maxBytes The limit for the compressed and for the decompressed body.
 * @throws ServiceError `body_too_large`, `unsupported_media_type`, `bad_request`
 */
export function readBodyBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const decompressor = DECOMPRESSORS[encoding]?.()
  if (!decompressor && encoding !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'Content-Encoding may be gzip, deflate or br.')
  }
  const source = decompressor ? req.pipe(decompressor) : req

  return new Promise((done, failed) => {
    const chunks: Buffer[] = []
    let decompressed = 0
    let compressed = 0

    const collect = (chunk: Buffer) => {
      decompressed += chunk.length
      chunks.push(chunk)
      if (decompressed > maxBytes) stop(tooLarge(maxBytes))
    }
    // Compressed bytes can be endless and decompress to nothing.
    const count = (chunk: Buffer) => {
      compressed += chunk.length
      if (compressed > maxBytes) stop(tooLarge(maxBytes))
    }
    const end = () => stop()
    const broken = () => stop(new ServiceError('bad_request', 'The body cannot be decompressed.'))
    // Also called when the request has arrived whole and is still being decompressed.
    const cut = () => {
      if (!req.complete) stop(new ServiceError('bad_request', 'The body ended before it was complete.'))
    }

    const stop = (error?: ServiceError) => {
      source.off('data', collect).off('end', end)
      req.off('data', count).off('error', cut).off('close', cut)
      if (decompressor) {
        req.unpipe(decompressor)
        decompressor.destroy()
      }
      if (error) failed(error)
      else done(Buffer.concat(chunks))
    }
    source.on('data', collect).on('end', end)
    req.on('error', cut).on('close', cut)
    if (decompressor) {
      req.on('data', count)
      decompressor.on('error', broken)
    }
  })
}

const tooLarge = (maxBytes: number) =>
  new ServiceError('body_too_large', `The body is larger than ${maxBytes} bytes.`, { max_bytes: maxBytes })
