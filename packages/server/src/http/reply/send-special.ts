import type { Request, Response } from 'express'
import type { SpecialReply } from '../../contract/index.ts'
import { sendCached } from './send-cached.ts'
import { sendEvents } from './send-event-stream.ts'
import { sendFile } from './send-file.ts'
import { sendPage } from './send-page.ts'
import { sendRedirect } from './send-redirect.ts'

/** Sends a reply that is not JSON. */
export async function sendSpecial(req: Request, res: Response, { special }: SpecialReply): Promise<void> {
  if (special.kind === 'file') return sendFile(req, res, special.file)
  if (special.kind === 'cached') return sendCached(req, res, special.file)
  if (special.kind === 'page') return sendPage(res, special.page)
  if (special.kind === 'events') return sendEvents(res, special.events)
  if (special.kind === 'nothing') return void res.status(req.method === 'HEAD' ? 200 : 204).end()
  sendRedirect(res, special.location)
}
