import express5, { type RequestHandler } from 'express'
import express4 from 'express4'
import { expressWebhook } from '../../../src/express.ts'
import type { Framework } from './framework.ts'
import { served } from './http.ts'

const on = (name: string, express: typeof express5): Framework => {
  const app = (receive: RequestHandler, ...before: RequestHandler[]) =>
    served(express().use(before).post('/hooks/photos', receive))
  const pass: RequestHandler = (_request, _response, next) => next()
  return {
    name,
    start: (options, handlers) => app(expressWebhook(options, handlers), pass),
    parsedFirst: (options, handlers) => app(expressWebhook(options, handlers), express.json()),
    fix: /before express\.json\(\).*rawBody/,
    bytesKept: (options, handlers) =>
      app(
        expressWebhook(options, handlers),
        express.json({ verify: (request, _response, bytes) => Object.assign(request, { rawBody: bytes }) }),
      ),
  }
}

export const onExpress4 = on('express 4', express4)
export const onExpress5 = on('express 5', express5)
