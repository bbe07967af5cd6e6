import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebhookDelivery } from '@platelight/sdk'
import { verifyWebhook } from '@platelight/webhook-verifier'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import { inTransaction } from '../../../src/database/in-transaction.ts'
import { createEventLog } from '../../../src/events/log/event-log.ts'
import { mails, mailTo } from '../../support/identity/signed-in-client.ts'
import { holdTimers } from '../../support/network/hold-timers.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

const PRIVATE = { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' }
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Arrived {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A receiver on loopback that keeps all deliveries and replies as configured. */
async function receiver(answer: (res: ServerResponse, req: IncomingMessage) => void) {
  const arrived: Arrived[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    req.on('end', () => {
      arrived.push({ headers: req.headers as Record<string, string>, body })
      answer(res, req)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { arrived, port, url: `http://127.0.0.1:${port}/in` }
}

/** A server that is closed at the end of the test. */
async function serve(options: Parameters<typeof startApp>[0]): Promise<TestApp & { end(): Promise<void> }> {
  const app = await startApp(options)
  let ended: Promise<void> | undefined
  const end = () => (ended ??= app.close())
  closing.push(end)
  return { ...app, end }
}

/** A clock that the test sets. */
const handClock = () => {
  let time = Date.now()
  return {
    now: () => new Date(time),
    advance: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

/** A folder that outlives a server. */
async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'platelight-test-'))
  closing.unshift(() => rm(path, { recursive: true, force: true }))
  return path
}

/** Causes an event as another process would: the server must find it by itself. */
const happens = (app: TestApp, accountId: string, photo = 'run_1') => {
  const events = createEventLog({ ...app.core, queue: { deliveriesAdded: async () => {} } })
  const data = { photo: { id: photo, deletedAt: app.core.clock.now().toISOString() } }
  return inTransaction(app.core.database.db, (tx) => events.append(tx, { accountId, type: 'photo.deleted', data }))
}

const log = async (customer: Customer, endpointId: string): Promise<readonly WebhookDelivery[]> =>
  (await customer.client.webhookEndpoints.deliveries(endpointId)).items

/** Waits until the log has the given number of attempts of the only delivery. */
async function attempted(customer: Customer, endpointId: string, times: number): Promise<WebhookDelivery> {
  await expect.poll(async () => (await log(customer, endpointId))[0]?.attempts.length).toBe(times)
  return (await log(customer, endpointId))[0]!
}

test('a delivery is accepted by our verifier and by that of Standard Webhooks, also during a rotation', async () => {
  const app = await serve({ env: PRIVATE })
  const customer = await app.customer()
  const { arrived, url } = await receiver((res) => res.end('thanks'))
  const { webhookEndpoints } = customer.client
  const { id, secret } = await webhookEndpoints.create({ url })
  const arrive = async (count: number) => {
    await happens(app, customer.accountId)
    await expect.poll(() => arrived.length).toBe(count)
    return arrived[count - 1]!
  }
  const standard =
    (key: string, { body, headers }: Arrived) =>
    () =>
      new Webhook(key).verify(body, headers)
  const ours = ({ body, headers }: Arrived, ...secrets: string[]) => verifyWebhook(body, headers, { secrets })

  const before = await arrive(1)
  expect(before.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Platelight/1.0' })
  expect((await ours(before, secret)).event).toMatchObject({ id: before.headers['webhook-id'], type: 'photo.deleted' })
  expect(standard(secret, before)).not.toThrow()

  const { secret: next } = await webhookEndpoints.rotate(id)
  const during = await arrive(2)
  expect((await ours(during, next, secret)).secretIndex).toBe(1)
  await expect(ours(during, next)).rejects.toMatchObject({ status: 401 })
  expect(standard(secret, during)).not.toThrow()
  expect(standard(next, during)).not.toThrow()

  await webhookEndpoints.rotateFinish(id)
  const after = await arrive(3)
  expect((await ours(after, next, secret)).secretIndex).toBe(0)
  expect(standard(next, after)).not.toThrow()
  expect(standard(secret, after)).toThrow()
})

test('a day after an unfinished rotation the new secret signs alone', async () => {
  const clock = handClock()
  const app = await serve({ env: PRIVATE, clock })
  const customer = await app.customer()
  const { arrived, url } = await receiver((res) => res.end())
  const { id, secret } = await customer.client.webhookEndpoints.create({ url })
  const { secret: next } = await customer.client.webhookEndpoints.rotate(id)
  clock.advance(86_400)
  await happens(app, customer.accountId)
  await expect.poll(() => arrived.length).toBe(1)
  const { body, headers } = arrived[0]!
  const checked = await verifyWebhook(body, headers, {
    secrets: [next, secret],
    maxAgeSeconds: Number.POSITIVE_INFINITY,
    maxSkewSeconds: 1e9,
  })
  expect(checked.secretIndex).toBe(0)
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(1)
})

test('attempts continue when the server restarts between the second and the third', async () => {
  const clock = handClock()
  const { arrived, url } = await receiver((res) =>
    res.writeHead(arrived.length < 3 ? 500 : 200).end(`no. ${arrived.length}`),
  )
  const dataFolder = await folder()
  const first = await serve({ env: PRIVATE, clock, dataFolder })
  const customer = await first.customer()
  const { id } = await customer.client.webhookEndpoints.create({ url })
  await happens(first, customer.accountId)
  await attempted(customer, id, 1)
  clock.advance(4.999)
  await first.app.deliverer.poll()
  expect(arrived).toHaveLength(1)
  clock.advance(0.001)
  const twice = await attempted(customer, id, 2)
  await first.end()

  const second = await serve({ env: PRIVATE, clock, dataFolder })
  expect(arrived).toHaveLength(2)
  clock.advance(29.999)
  await second.app.deliverer.poll()
  expect(arrived).toHaveLength(2)
  clock.advance(0.001)
  await expect.poll(() => arrived.length).toBe(3)
  const rows = () => second.core.database.db.selectFrom('webhook_attempts').selectAll().orderBy('number').execute()
  await expect.poll(async () => (await rows()).length).toBe(3)
  expect(
    (await rows()).map(({ number, status_code, response_excerpt }) => [number, status_code, response_excerpt]),
  ).toEqual([
    [1, 500, 'no. 1'],
    [2, 500, 'no. 2'],
    [3, 200, 'no. 3'],
  ])
  expect(new Set(arrived.map(({ body }) => body)).size).toBe(1)
  expect(new Set(arrived.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([twice.event_id]))
})

test('silent and slow receivers get five seconds, and working ones get their events meanwhile', async () => {
  const app = await serve({ env: PRIVATE })
  const customer = await app.customer()
  const silent = await receiver(() => {})
  const drips: number[] = []
  const dribbling = await receiver((res) => {
    res.writeHead(200)
    const at = drips.push(0) - 1
    const timer = setInterval(() => {
      drips[at]! += 1
      res.write('.')
    }, 100)
    res.on('close', () => clearInterval(timer))
  })
  const well = await receiver((res) => res.writeHead(204).end())
  const limits = holdTimers(5_000)
  const create = async (url: string) => (await customer.client.webhookEndpoints.create({ url })).id
  const ids = { silent: await create(silent.url), dribbling: await create(dribbling.url), well: await create(well.url) }
  for (let i = 0; i < 12; i++) await happens(app, customer.accountId, `run_${i}`)

  await expect.poll(() => well.arrived.length).toBe(12)
  await expect
    .poll(async () => (await log(customer, ids.well)).every(({ status }) => status === 'delivered'))
    .toBe(true)
  expect((await log(customer, ids.silent)).flatMap(({ attempts }) => attempts)).toEqual([])
  await expect.poll(() => silent.arrived.length).toBe(4)
  // The first of three drips have been read.
  await expect.poll(() => drips.filter((drops) => drops > 2).length).toBe(4)
  expect(limits.armed()).toBeGreaterThanOrEqual(8)

  limits.pass()
  await expect
    .poll(async () => (await log(customer, ids.dribbling)).filter(({ attempts }) => attempts.length > 0).length)
    .toBeGreaterThanOrEqual(4)
  await expect
    .poll(async () => (await log(customer, ids.silent)).filter(({ attempts }) => attempts.length > 0).length)
    .toBeGreaterThanOrEqual(4)
  for (const [id, status_code] of [
    [ids.silent, null],
    [ids.dribbling, 200],
  ] as const) {
    const [one] = (await log(customer, id)).filter(({ attempts }) => attempts.length === 1).reverse()
    const [first] = one!.attempts
    expect(first).toMatchObject({ error: 'timeout', status_code })
    const ended = Date.parse(first!.started_at) + first!.duration_ms
    expect(Date.parse(one!.next_attempt_at!) - ended).toBeGreaterThanOrEqual(4_990)
    expect(one!.status).toBe('pending')
  }
})

test('an address that is no longer allowed is refused when an event is sent, and nothing arrives', async () => {
  const { arrived, port } = await receiver((res) => res.end())
  const dataFolder = await folder()
  const first = await serve({ env: PRIVATE, dataFolder })
  const customer = await first.customer()
  const { id } = await customer.client.webhookEndpoints.create({ url: `http://localhost:${port}/in` })
  await first.end()
  const strict = await serve({ dataFolder, env: { PLATELIGHT_HOST: '0.0.0.0' } })
  await happens(strict, customer.accountId)
  const attempts = () =>
    strict.core.database.db
      .selectFrom('webhook_attempts')
      .innerJoin('webhook_deliveries', 'webhook_deliveries.id', 'webhook_attempts.delivery_id')
      .select(['error', 'status_code'])
      .where('endpoint_id', '=', id)
      .execute()
  await expect.poll(attempts).toEqual([{ error: 'blocked_address', status_code: null }])
  expect(arrived).toEqual([])
})

test('after three days without a success the account gets one e-mail', async () => {
  const clock = handClock()
  const app = await serve({ env: PRIVATE, clock })
  const customer = await app.customer()
  const { arrived, url } = await receiver((res) => res.writeHead(500).end())
  const { id } = await customer.client.webhookEndpoints.create({ url })
  await happens(app, customer.accountId, 'run_1')
  await attempted(customer, id, 1)
  // Two whole rounds of attempts, three days apart.
  for (const [round, start] of [0, 3 * 86_400].entries()) {
    if (round === 1) {
      clock.advance(start)
      await happens(app, customer.accountId, 'run_2')
      await expect.poll(() => arrived.length).toBe(8)
      await attempted(customer, id, 1)
    }
    for (const [index, delay] of [5, 30, 120, 600, 1_800, 3_600].entries()) {
      expect((await customer.client.webhookEndpoints.get(id)).enabled).toBe(true)
      clock.advance(delay)
      await attempted(customer, id, index + 2)
    }
  }
  expect(await customer.client.webhookEndpoints.get(id)).toMatchObject({
    enabled: false,
    disabled_reason: 'no_success',
  })
  const message = await mailTo(app, customer.email, 'webhook-disabled')
  expect(message.text).toContain(id)
  expect(message.text).not.toContain(url)
  await happens(app, customer.accountId, 'run_3')
  await app.app.deliverer.poll()
  expect(await log(customer, id)).toHaveLength(2)
  expect((await mails(app, customer.email)).filter(({ kind }) => kind === 'webhook-disabled')).toHaveLength(1)
})
