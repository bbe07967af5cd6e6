import { createHash } from 'node:crypto'
import type { Response } from 'express'
import type { PageReply } from '../contract/index.ts'

/** Answers with a page that may do nothing but look as its one style element says. */
export function sendPage(res: Response, { status, html, style }: PageReply): void {
  const allowed = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
  res.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src ${allowed}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(html))
  res.status(status).end(html)
}
