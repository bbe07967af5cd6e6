import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { ServiceError } from '../../base/service-error.ts'
import type { FileReply } from '../../contract/index.ts'
import { isUnchanged } from './if-none-match.ts'
import { sendRedirect } from './send-redirect.ts'

/**
 * Sends a file with 200 or 206, or 304 without it, or redirects a GET to where the bytes are. HEAD gets the headers only.
 *
 * @throws ServiceError `range_not_satisfiable` when the range lies outside the file.
 */
export async function sendFile(req: Request, res: Response, file: FileReply): Promise<void> {
  const kept = { ETag: file.etag, 'Cache-Control': file.cacheControl, 'Accept-Ranges': 'bytes' }

  if (isUnchanged(req.get('if-none-match'), file.etag)) {
    setHeaders(res, kept)
    res.status(304).end()
    return
  }

  const range = req.method === 'GET' ? requestedRange(req, file) : undefined
  if (range === 'outside') {
    res.setHeader('Content-Range', `bytes */${file.sizeBytes}`)
    throw new ServiceError('range_not_satisfiable', `The file has ${file.sizeBytes} bytes.`)
  }

  const location = req.method === 'GET' ? await file.redirect?.() : undefined
  if (location !== undefined) return sendRedirect(res, location)

  // The file is opened before the headers are set, so a file that cannot be opened is an error reply like any other.
  const bytes = req.method === 'HEAD' ? undefined : await opened(file, range)
  const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 }
  setHeaders(res, {
    ...kept,
    'Content-Type': file.mime,
    'Content-Length': String(end - start + 1),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${file.sizeBytes}` }),
    ...(file.attachment !== undefined && { 'Content-Disposition': attachment(file.attachment) }),
  })
  res.status(range ? 206 : 200)
  if (bytes) await deliver(bytes, res)
  else res.end()
}

/** A broken connection is not an error of the server. A broken file is, and is logged with the request. */
async function deliver(bytes: Readable, res: Response): Promise<void> {
  // Set before the pipeline closes the connection: the request is logged then.
  bytes.once('error', (error) => {
    if (!isHangUp(error)) res.req.context.failure = error
  })
  await pipeline(bytes, res).catch(() => {})
}

const isHangUp = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

async function opened(file: FileReply, range: { start: number; end: number } | undefined): Promise<Readable> {
  const bytes = await file.open(range)
  await new Promise<void>((done, failed) => {
    const settle = (error?: Error) => {
      bytes.off('readable', settle).off('end', settle).off('error', settle)
      if (error) failed(error)
      else done()
    }
    bytes.on('readable', settle).on('end', settle).on('error', settle)
  })
  return bytes
}

const setHeaders = (res: Response, headers: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
}

/** Several ranges, another unit, or an If-Range that no longer matches mean the whole file (undefined). */
function requestedRange(
  req: Request,
  { sizeBytes, etag }: FileReply,
): { start: number; end: number } | 'outside' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(req.get('range')?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const condition = req.get('if-range')
  if (condition !== undefined && condition !== etag) return undefined

  // Without a first byte, the number counts from the end.
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && first !== '' && Number(last) < Number(first)) return undefined
  return start > end ? 'outside' : { start, end }
}

/** An ASCII name for old programs, and the real name for all others. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
