import fastify, { type FastifyInstance } from 'fastify'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { fastifyWebhook } from '../src/fastify.ts'
import { honoWebhook } from '../src/hono.ts'
import { memoryDedupe } from '../src/index.ts'
import { lambdaWebhook } from '../src/lambda.ts'
import { nestWebhook } from '../src/nest.ts'
import { delivery, eventBody, gate, hmac, SECRET } from './support/signed-deliveries.ts'

// Behaviour of single frameworks. adapters.test.ts covers what all of them share.

const options = { secrets: SECRET, onError: () => {} }

const closing: FastifyInstance[] = []
afterEach(async () => {
  for (const app of closing.splice(0)) await app.close()
})

function fastifyApp() {
  const app = fastify()
  closing.push(app)
  return app
}

const posted = (payload: string, contentType = 'application/json') => ({
  method: 'POST' as const,
  url: '/hooks',
  payload,
  headers: { 'content-type': contentType, 'x-service-signature': hmac(payload) },
})

test.each(['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/x-unheard-of'])(
  'fastify: a delivery is accepted with any media type: %s',
  async (type) => {
    const app = fastifyApp()
    app.post('/hooks', fastifyWebhook(options, {}))
    const { statusCode, body } = await app.inject(posted(eventBody(), type))
    expect(`${statusCode} ${body}`).toBe('200 ok')
  },
)

test('fastify: other routes have parsed bodies, and hooks see our answers', async () => {
  const app = fastifyApp()
  const answered: string[] = []
  app.addHook('onResponse', async ({ url }, { statusCode }) => {
    answered.push(`${url} ${statusCode}`)
  })
  app.post('/hooks', fastifyWebhook(options, {}))
  app.post('/other', async ({ body }) => body)
  await app.inject(posted(eventBody()))
  const other = await app.inject({ method: 'POST', url: '/other', payload: { a: 1 } })
  expect(other.json()).toEqual({ a: 1 })
  expect(answered).toEqual(['/hooks 200', '/other 200'])
})

test('fastify: the answer of an earlier hook is kept, and no handler is called', async () => {
  const app = fastifyApp()
  let handled = 0
  app.addHook('onRequest', async (_request, reply) => reply.code(403).send('not from here'))
  app.post('/hooks', fastifyWebhook(options, { default: () => handled++ }))
  expect(await app.inject(posted(eventBody()))).toMatchObject({ statusCode: 403, body: 'not from here' })
  expect(handled).toBe(0)
})

test('nest on fastify: uses the raw bytes that Nest keeps on its request', async () => {
  const app = fastifyApp()
  const receive = nestWebhook(options, {})
  // As Nest does it with `rawBody: true`.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    Object.assign(request, { rawBody: bytes })
    done(null, JSON.parse(String(bytes)))
  })
  app.post('/hooks', (request, reply) => receive(request, reply))
  const body = eventBody()
  expect(await app.inject(posted(body))).toMatchObject({ statusCode: 200, body: 'ok' })
  const altered = { ...posted(body.replace('run_1', 'run_2')), headers: posted(body).headers }
  expect((await app.inject(altered)).body).toMatch(/^signature_mismatch/)
})

test('nest on fastify: without raw bytes the answer is 500 at once, with what to do', async () => {
  const app = fastifyApp()
  const receive = nestWebhook(options, {})
  app.post('/hooks', (request, reply) => receive(request, reply))
  const { statusCode, body } = await app.inject(posted(eventBody()))
  expect(`${statusCode} ${body}`).toMatch(/^500 body_not_raw.*rawBody: true/)
})

test('hono: a handler that outlasts the response is kept alive if the runtime has waitUntil', async () => {
  const { opened, open } = gate()
  const kept: Promise<unknown>[] = []
  const context = { waitUntil: (work: Promise<unknown>) => kept.push(work), passThroughOnException() {}, props: {} }
  const app = new Hono()
  const dedupe = { ...memoryDedupe(), durable: true }
  app.post('/hooks', honoWebhook({ ...options, dedupe }, { default: () => opened }))
  const response = await app.fetch(delivery(eventBody()), {}, context)
  expect(await response.text()).toBe('ok')
  expect(kept).toHaveLength(1)
  open()
  await kept[0]
})

test('hono: a cached form, which Hono would serialise again, gives body_not_raw', async () => {
  const app = new Hono()
  app.use(async (context, next) => {
    await context.req.formData()
    await next()
  })
  app.post('/hooks', honoWebhook(options, {}))
  const body = 'id=evt_1'
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-service-signature': hmac(body) }
  const response = await app.request('/hooks', { method: 'POST', body, headers })
  expect(await response.text()).toMatch(/^body_not_raw/)
})

test.each([
  ['a test event of the console', { key: 'value' }],
  ['a body that a gateway without proxy integration hands over', JSON.parse(eventBody())],
  ['nothing', {}],
])('lambda: %s is answered with 500 and what to do', async (_, event) => {
  const answer = await lambdaWebhook(options, { default: () => expect.unreachable() })(event)
  expect(answer).toMatchObject({ statusCode: 500, body: expect.stringMatching(/^body_not_raw.*proxy integration/) })
})
