import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

const started: TestApp[] = []
const start = async (env: Record<string, string>) => {
  const app = await startApp({ env })
  started.push(app)
  return app.customer()
}
afterAll(async () => {
  for (const app of started) await app.close()
})

const PUBLIC = 'https://trattoria.example/hooks'
const notAllowed = (reason: RegExp) => ({
  status: 400,
  code: 'url_not_allowed',
  message: expect.stringMatching(reason),
  body: { error: { field: 'url' } },
})

describe('a server that others can reach', () => {
  let customer: Customer
  beforeAll(async () => {
    customer = await start({ PLATELIGHT_HOST: '0.0.0.0' })
  })

  const REFUSED: readonly [what: string, url: string, reason: RegExp][] = [
    ['loopback', 'http://127.0.0.1:9000/hooks', /127\.0\.0\.1, which is not a public address/],
    ['loopback in disguise', 'http://0x7f.1/', /127\.0\.0\.1/],
    ['loopback as one number', 'http://2130706433/', /127\.0\.0\.1/],
    ['loopback of IPv6', 'https://[::1]/', /::1/],
    ['loopback mapped into IPv6', 'https://[::ffff:127.0.0.1]/', /not a public address/],
    ['loopback by its name', 'http://localhost:3000/', /localhost/],
    ['a name below localhost', 'http://hooks.localhost./', /localhost/],
    ['a private network', 'https://10.1.2.3/hooks', /10\.1\.2\.3/],
    ['another private network', 'https://192.168.0.1/', /192\.168\.0\.1/],
    ['the metadata address', 'http://169.254.169.254/latest', /169\.254\.169\.254/],
    ['the metadata address of another cloud', 'http://168.63.129.16/', /168\.63\.129\.16/],
    ['the metadata service by its name', 'http://metadata.google.internal/', /metadata\.google\.internal/],
    ['no address of anybody', 'http://0.0.0.0/', /0\.0\.0\.0/],
    ['a unique local address', 'https://[fd00::1]/', /fd00::1/],
    ['another scheme', 'ftp://trattoria.example/hooks', /starts with ftp:/],
    ['a script', 'javascript:alert(1)', /starts with javascript:/],
    ['a file', 'file:///etc/passwd', /starts with file:/],
    ['a user and a password', 'https://user:pass@trattoria.example/hooks', /user name or password/],
    ['a user alone', 'https://user@trattoria.example/hooks', /user name or password/],
    ['a fragment', `${PUBLIC}#kitchen`, /fragment/],
    ['an empty fragment', `${PUBLIC}#`, /fragment/],
    ['a blank before it', ` ${PUBLIC}`, /space/],
    ['a blank in it', 'https://trattoria.example/hooks/new photos', /space/],
    ['a line break', `${PUBLIC}\r\nHost: 127.0.0.1`, /line break/],
    ['no scheme', 'trattoria.example/hooks', /not an address.*https:\/\/example\.com/],
    ['no host', 'https://', /not an address/],
    ['loopback in IPv6 of old', 'https://[::127.0.0.1]/', /not a public address/],
    ['loopback with a dot behind it', 'http://127.0.0.1.:9000/', /not a public address/],
    ['loopback in wide digits', 'http://１２７．０．０．１/', /not a public address/],
    ['an address behind a translator', 'https://[64:ff9b::a9fe:a9fe]/', /not a public address/],
    ['a port on which nobody listens', 'https://trattoria.example:0/', /port 0/],
    ['a label that no name server knows', `https://${'a'.repeat(64)}.example/`, /63 characters/],
    ['a name that is too long', `https://${'abc.'.repeat(64)}example/`, /253 in all/],
    ['a port that does not exist', 'https://trattoria.example:70000/', /not an address/],
  ]
  test.each(REFUSED)('%s is refused at once, with the field and what to do', async (_, url, reason) => {
    await expect(customer.client.webhookEndpoints.create({ url })).rejects.toMatchObject(notAllowed(reason))
    expect((await customer.client.webhookEndpoints.list()).items).toEqual([])
  })

  test('an address is at most 2,048 characters long', async () => {
    const long = (length: number) => `${PUBLIC}?`.padEnd(length, 'a')
    await expect(customer.client.webhookEndpoints.create({ url: long(2_049) })).rejects.toMatchObject({
      status: 422,
      fieldErrors: { url: [expect.stringContaining('2048')] },
    })
    const { id, url } = await customer.client.webhookEndpoints.create({ url: long(2_048) })
    expect(url).toBe(long(2_048))
    await customer.client.webhookEndpoints.delete(id)
  })

  test('a change follows the same rules, and a refused one changes nothing', async () => {
    const { webhookEndpoints } = customer.client
    const made = await webhookEndpoints.create({ url: PUBLIC })
    const change = { url: 'http://10.0.0.1/', events: ['photo.deleted' as const], description: 'other', enabled: false }
    await expect(webhookEndpoints.update(made.id, change)).rejects.toMatchObject(notAllowed(/10\.0\.0\.1/))
    const { secret: _, ...endpoint } = made
    expect(await webhookEndpoints.get(made.id)).toEqual(endpoint)
    await webhookEndpoints.delete(made.id)
  })

  test.each([
    'http://trattoria.example',
    'https://trattoria.example:8443/a/b?c=d&e=%20',
    'https://93.184.216.34/hooks',
    'HTTPS://Trattoria.Example/Hooks',
  ])('%s is stored as it was given', async (url) => {
    const made = await customer.client.webhookEndpoints.create({ url })
    expect(made.url).toBe(url)
    await customer.client.webhookEndpoints.delete(made.id)
  })

  test('a host that is not ASCII is stored in its look-up form', async () => {
    const made = await customer.client.webhookEndpoints.create({ url: 'https://käse.example/über' })
    expect(made.url).toBe('https://xn--kse-qla.example/%C3%BCber')
    await customer.client.webhookEndpoints.delete(made.id)
  })
})

test('in production an address must be https', async () => {
  const env = { NODE_ENV: 'production', PLATELIGHT_PUBLIC_URL: 'https://photos.example.com' }
  const { client } = await start(env)
  const refused = notAllowed(/must start with https/)
  await expect(client.webhookEndpoints.create({ url: 'http://trattoria.example/hooks' })).rejects.toMatchObject(refused)
  const { id } = await client.webhookEndpoints.create({ url: PUBLIC })
  await expect(client.webhookEndpoints.update(id, { url: 'http://trattoria.example' })).rejects.toMatchObject(refused)
})

test('a server that only this machine reaches accepts receivers on it, but no other private ones', async () => {
  const { client } = await start({})
  for (const url of [
    'http://127.0.0.1:9000/hooks',
    'http://localhost:3000',
    'http://hooks.localhost',
    'https://[::1]/',
  ]) {
    expect((await client.webhookEndpoints.create({ url, enabled: false })).url).toBe(url)
  }
  for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://0.0.0.0/', 'http://[fe80::1]/']) {
    await expect(client.webhookEndpoints.create({ url }), url).rejects.toMatchObject({ code: 'url_not_allowed' })
  }
})

test('in development private addresses can be allowed, and metadata services are not', async () => {
  const { client } = await start({ PLATELIGHT_ALLOW_PRIVATE_URLS: '1' })
  for (const url of ['http://127.0.0.1:9000/hooks', 'http://localhost:3000', 'https://[::1]/']) {
    expect((await client.webhookEndpoints.create({ url, enabled: false })).url).toBe(url)
  }
  await expect(client.webhookEndpoints.create({ url: 'ftp://127.0.0.1/' })).rejects.toMatchObject(notAllowed(/ftp/))
  for (const host of [
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '[fd00:ec2::254]',
    'metadata.google.internal',
  ]) {
    const refused = { status: 400, code: 'url_not_allowed' }
    await expect(client.webhookEndpoints.create({ url: `http://${host}/` }), host).rejects.toMatchObject(refused)
    const image = { image_url: `http://${host}/latest/meta-data/` }
    await expect(client.images.enhance(image), host).rejects.toMatchObject({ status: 400, code: 'image_url_blocked' })
  }
})
