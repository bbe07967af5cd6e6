import type { Request, Response } from 'express'
import { DAY_SECONDS } from '../../base/durations.ts'
import type { CachedFile, SpecialReply } from '../../contract/index.ts'
import { isUnchanged } from './if-none-match.ts'
import { sendEvents } from './send-event-stream.ts'
import { sendFile } from './send-file.ts'
import { sendPage } from './send-page.ts'
import { sendRedirect } from './send-redirect.ts'

const YEAR_SECONDS = 365 * DAY_SECONDS

/** Sends a reply that is not JSON. */
export async function sendSpecial(req: Request, res: Response, { special }: SpecialReply): Promise<void> {
  if (special.kind === 'file') return sendFile(req, res, special.file)
  if (special.kind === 'cached') return sendCached(req, res, special.file)
  if (special.kind === 'page') return sendPage(res, special.page)
  if (special.kind === 'events') return sendEvents(res, special.events)
  if (special.kind === 'nothing') return void res.status(req.method === 'HEAD' ? 200 : 204).end()
  sendRedirect(res, special.location)
}

/** Sends a file from memory, or 304. Caches may keep it, and ask each time whether it has changed unless its address would. */
function sendCached(req: Request, res: Response, { mime, bytes, gzip, version, isImmutable }: CachedFile): void {
  const gzipped = req.acceptsEncodings('gzip', 'identity') === 'gzip'
  // The compressed bytes differ, so they need a strong validator of their own.
  const etag = gzipped ? `"${version}-gzip"` : `"${version}"`
  res.setHeader('ETag', etag)
  res.setHeader('Vary', 'Accept-Encoding')
  res.setHeader('Cache-Control', isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, no-cache')
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
