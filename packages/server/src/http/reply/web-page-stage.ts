import type { RequestHandler } from 'express'
import { ServiceError } from '../../base/service-error.ts'
import { SpecialReply, type WebPages } from '../../contract/index.ts'
import type { RateLimit } from '../stages/rate-limit-stage.ts'
import { trackWork } from '../stages/request-context.ts'

import { sendJson } from './send-json.ts'
import { sendSpecial } from './send-special.ts'

/** The stage that serves web pages, which are not part of the API. Every other path goes on to the API. */
export const createWebPageStage =
  ({ webPages, rateLimit }: { webPages: WebPages; rateLimit: RateLimit }): RequestHandler =>
  async (req, res, next) => {
    const page = webPages.find(req.path)
    if (!page) return next()
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD')
      throw new ServiceError('method_not_allowed', `This page takes GET, HEAD, not ${req.method}.`)
    }
    await rateLimit.countAddress(req, res, page.isFile ? 'service' : 'public')
    res.setHeader('Vary', 'Accept')
    const prefersHtml = req.accepts('application/json', 'text/html') === 'text/html'
    const query = new URLSearchParams(req.originalUrl.split('?').slice(1).join('?'))
    const reply = await trackWork(req, page.answer({ prefersHtml, query }))
    if (reply instanceof SpecialReply) await sendSpecial(req, res, reply)
    else sendJson(req, res, 200, JSON.stringify(reply))
  }
