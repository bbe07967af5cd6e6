import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { eventReceiver } from '../../support/network/event-receiver.ts'
import { imageHost } from '../../support/network/image-host.ts'
import { nameServer } from '../../support/network/name-server.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let dns: Awaited<ReturnType<typeof nameServer>>
let pictures: Awaited<ReturnType<typeof imageHost>>
let app: TestApp

beforeAll(async () => {
  dns = await nameServer({
    'photos.kitchen.test': ['127.0.0.1'],
    'hooks.kitchen.test': ['127.0.0.1'],
    'intranet.test': ['10.1.2.3'],
    'intranet-six.test': ['fd00::7'],
    'metadata.test': ['169.254.169.254'],
    ...Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`.silent-${index}.test`, 'silent' as const])),
  })
  const photo = await dishPhoto({ width: 200, height: 150 })
  pictures = await imageHost((req, res) => {
    // The headers are sent, but the rest never is.
    if (req.url?.startsWith('/slow.jpg')) return void res.writeHead(200, { 'content-type': 'image/jpeg' }).write('x')
    res.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo)
  })
  const env = { PLATELIGHT_ALLOW_PRIVATE_URLS: '1', PLATELIGHT_NAME_SERVERS: dns.address }
  app = await startApp({ env: { ...env, PLATELIGHT_DOWNLOAD_SECONDS: '300' } })
})
afterAll(async () => {
  await app.close()
  await pictures.close()
  await dns.close()
})

/** A request that is started and not awaited; `pending` while the server works on all of it. */
function started(count: number, start: (index: number, signal: AbortSignal) => Promise<unknown>) {
  let over = 0
  const controllers = Array.from({ length: count }, () => new AbortController())
  const all = controllers.map(({ signal }, index) =>
    start(index, signal)
      .catch(() => {})
      .finally(() => over++),
  )
  return {
    pending: () => count - over,
    end: async () => {
      for (const controller of controllers) controller.abort()
      await Promise.all(all)
    },
  }
}

/** A picture by its address and a sample event, each with a name that must be looked up. */
async function worksOn(customer: Awaited<ReturnType<TestApp['customer']>>) {
  const receiver = await eventReceiver()
  const url = receiver.url.replace('127.0.0.1', 'hooks.kitchen.test')
  const { id } = await customer.client.webhookEndpoints.create({ url })
  await customer.client.webhookEndpoints.test(id)
  const image_url = `http://photos.kitchen.test:${pictures.port}/photo.jpg`
  const made = await customer.client.images.enhanceColors({ image_url })
  await expect.poll(() => receiver.received.length).toBe(1)
  await receiver.close()
  await customer.client.webhookEndpoints.delete(id)
  return made.status
}

test("names with silent name servers delay no other account's pictures and events", async () => {
  const [attacker, other] = [await app.customer({ credits: 0, plan: 'Free' }), await app.customer()]
  const attack = started(4, (call, signal) =>
    attacker.client.exports.check(
      {
        image_urls: Array.from({ length: 20 }, (_, index) => `http://a.silent-${call * 20 + index}.test/photo.jpg`),
        platforms: ['ubereats.item'],
      },
      { signal },
    ),
  )
  await expect.poll(() => dns.asked.filter((question) => question.includes('silent')).length).toBeGreaterThan(7)
  expect(await worksOn(other)).toBe('completed')
  expect(attack.pending()).toBeGreaterThan(0)
  await attack.end()
})

test("silent receivers of events delay neither pictures nor other accounts' events", async () => {
  const [attacker, other] = [await app.customer(), await app.customer()]
  const made = []
  for (let index = 0; index < 20; index++) {
    made.push(await attacker.client.webhookEndpoints.create({ url: `http://b.silent-${index}.test/in` }))
  }
  await Promise.all(
    made.flatMap(({ id }) => Array.from({ length: 4 }, () => attacker.client.webhookEndpoints.test(id))),
  )
  await expect.poll(() => dns.asked.filter((question) => question.includes(' b.silent')).length).toBeGreaterThan(19)
  expect(await worksOn(other)).toBe('completed')
  const { items } = await attacker.client.webhookEndpoints.deliveries(made[0]!.id)
  expect(items.some(({ status }) => status === 'delivered')).toBe(false)
})

test('endless downloads of one account leave capacity for the others', async () => {
  const [attacker, other] = [await app.customer({ credits: 1_000 }), await app.customer()]
  const address = (index: number) => `http://photos.kitchen.test:${pictures.port}/slow.jpg?${index}`
  const attack = started(16, (index, signal) =>
    attacker.client.images.enhanceColors({ image_url: address(index) }, { signal }),
  )
  await expect.poll(() => attack.pending()).toBe(16)
  expect(await worksOn(other)).toBe('completed')
  expect(attack.pending()).toBe(16)
  await attack.end()
})

test('no reply reveals which internal names exist: neither for pictures nor in the log of deliveries', async () => {
  const strict = await startApp({ env: { PLATELIGHT_NAME_SERVERS: dns.address } })
  const { client } = await strict.customer()
  const names = ['intranet.test', 'intranet-six.test', 'metadata.test', 'nobody.test']
  const reported = await Promise.all(
    names.map(async (name) => {
      const error = await client.images.enhanceColors({ image_url: `http://${name}/photo.jpg` }).then(
        () => expect.fail('it was fetched'),
        (refused: { code: string; status: number; message: string }) => refused,
      )
      return { code: error.code, status: error.status, message: error.message.replaceAll(name, 'NAME') }
    }),
  )
  expect(new Set(reported.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(reported[0]).toMatchObject({ status: 400, code: 'image_unreachable' })
  expect(reported[0]!.message).toMatch(/NAME does not exist or has no public address.*upload/)

  const attempts = await Promise.all(
    names.map(async (name) => {
      const { id } = await client.webhookEndpoints.create({ url: `http://${name}/in` })
      await client.webhookEndpoints.test(id)
      const first = async () => (await client.webhookEndpoints.deliveries(id)).items[0]?.attempts[0]
      await expect.poll(first).toBeDefined()
      const attempt = await first()
      expect(attempt!.duration_ms).toBeGreaterThanOrEqual(990)
      return [attempt!.error, attempt!.status_code, attempt!.response_excerpt]
    }),
  )
  expect(attempts).toEqual(names.map(() => ['dns', null, null]))
  await strict.close()
})
