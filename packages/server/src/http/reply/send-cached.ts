import type { Request, Response } from 'express'
import type { CachedFile } from '../../contract/index.ts'
import { isUnchanged } from './if-none-match.ts'

/** Answers 200 or 304 with bytes that all answers share. Caches may keep them, and ask each time whether they changed. */
export function sendCached(req: Request, res: Response, { mime, bytes, gzip, version }: CachedFile): void {
  const packed = req.acceptsEncodings('gzip', 'identity') === 'gzip'
  // Other bytes, so another strong validator.
  const etag = packed ? `"${version}-gzip"` : `"${version}"`
  res.setHeader('ETag', etag)
  res.setHeader('Vary', 'Accept-Encoding')
  res.setHeader('Cache-Control', 'public, no-cache')
  if (isUnchanged(req.get('if-none-match'), etag)) {
    res.status(304).end()
    return
  }
  const sent = packed ? gzip : bytes
  if (packed) res.setHeader('Content-Encoding', 'gzip')
  res.setHeader('Content-Type', mime)
  res.setHeader('Content-Length', sent.length)
  res.status(200).end(sent)
}
