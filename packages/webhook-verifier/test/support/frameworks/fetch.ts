import { Hono, type MiddlewareHandler } from 'hono'
import { honoWebhook } from '../../../src/hono.ts'
import { fetchWebhook } from '../../../src/index.ts'
import type { Framework, Sent } from './framework.ts'

function asRequest({ body, headers, method = 'POST' }: Sent): Request {
  const all = new Headers({ 'content-type': 'application/json' })
  for (const [name, value] of headers) all.append(name, value)
  const content = method === 'GET' ? null : (body as BodyInit)
  return new Request('http://127.0.0.1/hooks/photos', { method, headers: all, body: content })
}

const answer = async (response: Response) => ({ status: response.status, text: await response.text() })

const fetched = (post: (request: Request) => Promise<Response>, first = async (request: Request) => request) => ({
  send: async (sent: Sent) => answer(await post(await first(asRequest(sent)))),
})

export const onFetch: Framework = {
  name: 'fetch',
  start: (options, handlers) => fetched(fetchWebhook(options, handlers)),
  parsedFirst: (options, handlers) =>
    fetched(fetchWebhook(options, handlers), async (request) => {
      await request.text()
      return request
    }),
  fix: /before it is read/,
  bytesKept: (options, handlers) =>
    fetched(fetchWebhook(options, handlers), async (request) => {
      const { method, headers } = request
      const body = method === 'GET' ? null : await request.arrayBuffer()
      return new Request(request.url, { method, headers, body })
    }),
}

const honoApp = (receive: ReturnType<typeof honoWebhook>, ...before: MiddlewareHandler[]) => {
  const app = new Hono()
  app.use(...before, async (_context, next) => next())
  app.post('/hooks/photos', receive)
  return { send: async (sent: Sent) => answer(await app.fetch(asRequest(sent))) }
}

export const onHono: Framework = {
  name: 'hono',
  start: (options, handlers) => honoApp(honoWebhook(options, handlers)),
  parsedFirst: (options, handlers) =>
    honoApp(honoWebhook(options, handlers), async (context, next) => {
      await context.req.raw.text()
      await next()
    }),
  fix: /c\.req\.arrayBuffer\(\)/,
  bytesKept: (options, handlers) =>
    honoApp(honoWebhook(options, handlers), async (context, next) => {
      await context.req.arrayBuffer()
      await context.req.json().catch(() => {})
      await next()
    }),
}
