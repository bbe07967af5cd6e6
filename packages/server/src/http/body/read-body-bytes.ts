import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ServiceError } from '../../base/service-error.ts'

const UNPACKERS: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads a whole body into memory, unpacked. Stops reading as soon as it is too large; what is left is the
 * business of whoever answers.
 *
 * @param most In bytes, packed and unpacked.
 * @throws ServiceError `body_too_large`, `unsupported_media_type`, `bad_request`
 */
export function readBodyBytes(req: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > most) throw tooLarge(most)
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const unpacker = UNPACKERS[encoding]?.()
  if (!unpacker && encoding !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'Content-Encoding may be gzip, deflate or br.')
  }
  const source = unpacker ? req.pipe(unpacker) : req

  return new Promise((done, failed) => {
    const chunks: Buffer[] = []
    let unpacked = 0
    let packed = 0

    const collect = (chunk: Buffer) => {
      unpacked += chunk.length
      chunks.push(chunk)
      if (unpacked > most) stop(tooLarge(most))
    }
    // Packed bytes can be endless and unpack to nothing.
    const count = (chunk: Buffer) => {
      packed += chunk.length
      if (packed > most) stop(tooLarge(most))
    }
    const end = () => stop()
    const broken = () => stop(new ServiceError('bad_request', 'The body cannot be unpacked.'))
    // Also told of a request that has arrived whole, while it is still being unpacked.
    const cut = () => {
      if (!req.complete) stop(new ServiceError('bad_request', 'The body is not as long as Content-Length says.'))
    }

    const stop = (error?: ServiceError) => {
      source.off('data', collect).off('end', end)
      req.off('data', count).off('error', cut).off('close', cut)
      if (unpacker) {
        req.unpipe(unpacker)
        unpacker.destroy()
      }
      if (error) failed(error)
      else done(Buffer.concat(chunks))
    }
    source.on('data', collect).on('end', end)
    req.on('error', cut).on('close', cut)
    if (unpacker) {
      req.on('data', count)
      unpacker.on('error', broken)
    }
  })
}

const tooLarge = (most: number) =>
  new ServiceError('body_too_large', `The body is larger than ${most} bytes.`, { max_bytes: most })
