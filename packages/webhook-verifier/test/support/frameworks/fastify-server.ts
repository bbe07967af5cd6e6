import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import fastify, { type onRequestAsyncHookHandler } from 'fastify'
import { fastifyWebhook } from '../../../src/fastify.ts'
import type { WebhookHandlers, WebhookOptions } from '../../../src/index.ts'
import type { Framework, Receiver } from './framework.ts'
import { post } from './http.ts'

/** With fastify's own JSON parser, which is enabled by default. */
async function app(options: WebhookOptions, handlers: WebhookHandlers, first?: onRequestAsyncHookHandler) {
  const instance = fastify()
  if (first) instance.addHook('onRequest', first)
  // Without a cast, to check that it fits fastify's type.
  instance.post('/hooks/photos', fastifyWebhook(options, handlers))
  await instance.listen({ port: 0, host: '127.0.0.1' })
  const { port } = instance.server.address() as AddressInfo
  const receiver: Receiver = { send: (sent) => post(port, sent), close: () => instance.close() }
  return receiver
}

export const onFastify: Framework = {
  name: 'fastify',
  start: app,
  parsedFirst: (options, handlers) =>
    app(options, handlers, async ({ raw }) => {
      await buffer(raw)
    }),
  fix: /onRequest hook.*rawBody/,
  bytesKept: (options, handlers) =>
    app(options, handlers, async ({ raw }) => {
      Object.assign(raw, { rawBody: await buffer(raw) })
    }),
}
