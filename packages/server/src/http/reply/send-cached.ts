import type { Request, Response } from 'express'
import type { CachedFile } from '../../contract/index.ts'
import { isUnchanged } from './if-none-match.ts'

/** Sends a file from memory, or 304. Caches may keep it, but must ask each time whether it has changed. */
export function sendCached(req: Request, res: Response, { mime, bytes, gzip, version }: CachedFile): void {
  const gzipped = req.acceptsEncodings('gzip', 'identity') === 'gzip'
  // The compressed bytes differ, so they need a strong validator of their own.
  const etag = gzipped ? `"${version}-gzip"` : `"${version}"`
  res.setHeader('ETag', etag)
  res.setHeader('Vary', 'Accept-Encoding')
  res.setHeader('Cache-Control', 'public, no-cache')
  if (isUnchanged(req.get('if-none-match'), etag)) {
    res.status(304).end()
    return
  }
  const sent = gzipped ? gzip : bytes
  if (gzipped) res.setHeader('Content-Encoding', 'gzip')
  res.setHeader('Content-Type', mime)
  res.setHeader('Content-Length', sent.length)
  res.status(200).end(sent)
}
