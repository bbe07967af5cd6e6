import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { eventReceiver } from '../../support/network/event-receiver.ts'
import { serveBytes } from '../../support/network/image-host.ts'
import { traceCollector } from '../../support/services/trace-collector.ts'
import { type StartOptions, startApp } from '../../support/start-app.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const traceparent = `00-${TRACE}-${CALLER}-01`

/** A server with an account that has a receiver of events, and a photo that costs it nothing to fetch. */
async function kitchen(options: StartOptions) {
  const env = { PLATELIGHT_ALLOW_PRIVATE_URLS: '1', ...options.env }
  const app = await startApp({ ...options, env })
  const receiver = await eventReceiver()
  const host = await serveBytes(await dishPhoto({ width: 64, height: 48 }))
  let closing: Promise<void> | undefined
  const close = () => (closing ??= app.close())
  onTestFinished(async () => {
    await close()
    await Promise.all([receiver.close(), host.close()])
  })
  const customer = await app.customer()
  await customer.client.webhookEndpoints.create({ url: `${receiver.url}?token=verysecret` })
  const enhance = (headers: Record<string, string> = {}, path = '/menu.jpg?sig=verysecret') =>
    fetch(`${app.url}/v1/photos/enhance`, {
      method: 'POST',
      headers: { ...customer.headers, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ imageUrl: host.url(path), formats: ['square'] }),
    })
  return { ...app, close, customer, receiver, host, enhance }
}

async function collector(...how: Parameters<typeof traceCollector>) {
  const one = await traceCollector(...how)
  onTestFinished(one.close)
  return one
}

test('one trace leads from the caller through request, run and engine to the delivery, and names no person and no address', async () => {
  const { settings, trace, spans } = await collector()
  const log: Record<string, unknown>[] = []
  const here = await kitchen({ env: settings, log: (line) => log.push(JSON.parse(line)) })
  const reply = await here.enhance({ traceparent })
  expect(reply.status).toBe(200)
  const names = ['POST /v1/photos/enhance', 'run enhance', 'engine enhance', 'deliver photo.enhancement.completed']
  await expect.poll(() => [...trace(TRACE).keys()]).toEqual(expect.arrayContaining(names))
  const [request, run, engine, delivery] = names.map((name) => trace(TRACE).get(name))
  expect([request, run, engine, delivery].map((span) => span!.parentSpanId)).toEqual([
    CALLER,
    request!.spanId,
    run!.spanId,
    run!.spanId,
  ])
  const requestId = reply.headers.get('x-request-id')
  expect(request!.attributes).toMatchObject({ 'http.response.status_code': 200, 'platelight.request_id': requestId })
  expect(run!.attributes).toMatchObject({ 'platelight.operation': 'enhance', 'platelight.attempt': 1 })
  expect(delivery!.attributes).toMatchObject({ 'http.response.status_code': 200 })
  expect(here.receiver.received.map((one) => one.traceparent)).toContain(`00-${TRACE}-${delivery!.spanId}-01`)
  await expect.poll(() => log.find((line) => line.request_id === requestId)).toMatchObject({ trace_id: TRACE })

  const all = JSON.stringify(spans)
  const { email, key, accountId } = here.customer
  for (const secret of ['verysecret', email, key, accountId, 'menu.jpg', String(here.host.port)])
    expect(all).not.toContain(secret)
})

test('without a parent, or with one that is none, a trace begins; what fails is marked with its code', async () => {
  const { settings, spans } = await collector()
  const here = await kitchen({ env: settings })
  here.receiver.state.status = 500
  expect((await here.enhance({ traceparent: `00-${'0'.repeat(32)}-${CALLER}-01` })).status).toBe(200)
  await here.close()
  const [run] = spans.filter(({ name }) => name === 'run enhance')
  expect(run!.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
  const delivery = spans.find(({ name }) => name === 'deliver photo.enhancement.completed')
  expect(delivery).toMatchObject({ traceId: run!.traceId, isError: true, attributes: { 'error.type': '500' } })
})

test('a caller who samples nothing is not recorded, and with always_off nobody is', async () => {
  const { settings, spans } = await collector()
  const here = await kitchen({ env: settings })
  await here.enhance({ traceparent: `00-${TRACE}-${CALLER}-00` })
  await expect.poll(() => here.receiver.received.length).toBeGreaterThan(0)
  expect(here.receiver.received[0]!.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
  await here.close()
  expect(spans.filter(({ traceId }) => traceId === TRACE)).toEqual([])

  const off = await collector()
  const silent = await kitchen({ env: { ...off.settings, OTEL_TRACES_SAMPLER: 'always_off' } })
  await silent.enhance({ traceparent })
  await silent.close()
  expect(off.requests).toEqual([])
})

test('by default spans go as protobuf to /v1/traces, with the headers of a file and the name of the service', async () => {
  const { settings, requests } = await collector()
  const folder = mkdtempSync(join(tmpdir(), 'platelight-traces-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'headers'), 'authorization=Bearer%20verysecret, x-tenant=kitchen\n')
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT}/`,
    OTEL_EXPORTER_OTLP_HEADERS_FILE: join(folder, 'headers'),
    OTEL_SERVICE_NAME: 'kitchen-photos',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    PLATELIGHT_WORKER_NAME: 'oven-2',
  }
  const here = await kitchen({ env })
  await here.enhance({ traceparent })
  await here.close()
  expect(requests.length).toBeGreaterThan(0)
  for (const { path, headers } of requests) {
    expect(path).toBe('/v1/traces')
    expect(headers).toMatchObject({
      'content-type': 'application/x-protobuf',
      authorization: 'Bearer verysecret',
      'x-tenant': 'kitchen',
    })
  }
  const sent = Buffer.concat(requests.map(({ body }) => body))
  for (const text of ['kitchen-photos', 'staging', 'oven-2', 'run enhance'])
    expect(sent.includes(text), text).toBe(true)
  expect(sent.includes(Buffer.from(TRACE, 'hex'))).toBe(true)
  const shown = here.core.config.settings.find(({ name }) => name === 'OTEL_EXPORTER_OTLP_HEADERS')
  expect(shown).toMatchObject({ origin: 'file', value: expect.not.stringContaining('verysecret') })
})

test('a collector that refuses, is away, or never answers holds up neither requests nor the end, and is logged once', async () => {
  const refusing = await collector((_, res) => res.writeHead(401).end('no'))
  const silent = await collector(() => {})
  const away = await traceCollector()
  await away.close()
  for (const [{ settings }, reason] of [
    [refusing, /answered 401/],
    [away, /ECONNREFUSED|cannot be reached|refused/],
    [silent, /timeout|did not answer|abort|stopped/i],
  ] as const) {
    const log: Record<string, unknown>[] = []
    const here = await kitchen({ env: settings, log: (line) => log.push(JSON.parse(line)) })
    for (let i = 0; i < 3; i++) expect((await here.enhance({ traceparent })).status).toBe(200)
    await here.close()
    const lines = log.filter(({ msg }) => msg === 'traces could not be sent and are dropped')
    expect(lines.map((line) => line.reason)).toEqual([expect.stringMatching(reason)])
    // It is about many requests.
    expect(lines[0]).not.toHaveProperty('request_id')
  }
})
