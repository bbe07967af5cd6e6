import { createHash } from 'node:crypto'
import type { Response } from 'express'
import type { PageReply } from '../../contract/index.ts'

/** Sends a page. Its policy allows its own style element and pictures of this server, and more only when the page says so. */
export function sendPage(res: Response, page: PageReply): void {
  const { status, html, style, hasForm = false, formLeadsTo, hasScripts = false } = page
  const policy = {
    'default-src': "'none'",
    'style-src': [hasScripts && "'self'", style !== '' && sourceOfText(style)].filter(Boolean).join(' '),
    'base-uri': "'none'",
    'form-action': hasForm ? ["'self'", ...(formLeadsTo ? [sourceOf(formLeadsTo)] : [])].join(' ') : "'none'",
    'frame-ancestors': "'none'",
    ...(hasScripts && { 'media-src': "'self'" }),
    'img-src': hasScripts ? "'self' data: blob:" : "'self'",
    ...(hasScripts && { 'script-src': "'self'", 'connect-src': "'self'", 'font-src': "'self'" }),
  }
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`)
  res.setHeader('Content-Security-Policy', directives.join('; '))
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(html))
  res.status(status).end(html)
}

/** The policy's source for exactly this text. */
const sourceOfText = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The policy's source for an address: browsers also apply the policy to the redirect that follows a form. */
function sourceOf(address: string): string {
  const { protocol, origin } = new URL(address)
  return origin === 'null' ? protocol : origin
}
