import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { fetchWebhook, verify, verifyWebhook } from '../src/index.ts'
import { sampleEvent, signPayload } from '../src/testing.ts'
import { SECRET } from './support/signed-deliveries.ts'

// The package is CommonJS. The shape of the import depends on the loader.
const addFormats = ('default' in addFormatsModule ? addFormatsModule.default : addFormatsModule) as (
  ajv: Ajv2020,
) => void

const file = new URL('../../../openapi/dist/openapi.json', import.meta.url)
const document = JSON.parse(readFileSync(file, 'utf8'))
const types = Object.keys(document.webhooks) as Parameters<typeof sampleEvent>[0][]

describe.each(types)('the sample of %s', (type) => {
  test('matches the document', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats(ajv)
    ajv.addSchema(document, 'document')
    const { $ref } = document.webhooks[type].post.requestBody.content['application/json'].schema
    const check = ajv.getSchema(`document${$ref}`)
    expect(check?.(sampleEvent(type)) ? [] : check?.errors).toEqual([])
    expect(check?.({ ...sampleEvent(type), data: {} })).toBe(false)
  })

  test('is accepted when it is signed', async () => {
    const { body, headers } = signPayload(sampleEvent(type), SECRET)
    const { event } = await verifyWebhook(body, headers, { secrets: SECRET })
    expect(event.type).toBe(type)
  })
})

test('every sample is a new event', async () => {
  const handled: string[] = []
  const post = fetchWebhook({ secrets: SECRET }, { default: ({ id }) => handled.push(id) })
  for (let count = 0; count < 3; count++) {
    const init = { method: 'POST', ...signPayload(sampleEvent('credit.depleted'), SECRET) }
    expect((await post(new Request('http://t/hook', init))).status).toBe(200)
  }
  expect(new Set(handled).size).toBe(3)
})

test('the fields of a sample can be replaced', () => {
  const event = sampleEvent('photo.deleted', { id: 'evt_1', data: { photo: { id: 'run_9', deletedAt: 'now' } } })
  expect(event).toMatchObject({ id: 'evt_1', type: 'photo.deleted', data: { photo: { id: 'run_9' } } })
})

test('a Standard Webhooks library accepts a sample and refuses an altered one', () => {
  const event = sampleEvent('photo.deleted')
  const { body, headers } = signPayload(event, SECRET)
  expect(new Webhook(SECRET).verify(body, headers)).toEqual(event)
  expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow(/signature/i)
})

test.each([
  ['a secret that is not of the form of the service', sampleEvent('photo.deleted'), 's'],
  ['text without an id', '{}', SECRET],
  ['text that is not JSON', 'x', SECRET],
])('for %s there is only the signature of the service', (_, event, secret) => {
  expect(Object.keys(signPayload(event, secret).headers)).toEqual(['content-type', 'x-service-signature'])
})

test('text is signed unchanged', async () => {
  const { body, headers } = signPayload('{ "not": 1.0 }\n', SECRET)
  expect(body).toBe('{ "not": 1.0 }\n')
  expect(await verify(body, headers['x-service-signature'], SECRET)).toBe(true)
})

test('unknown types and empty secrets throw', () => {
  expect(() => sampleEvent('photo.framed' as 'photo.deleted')).toThrow(/photo\.framed.*photo\.deleted/)
  expect(() => sampleEvent('constructor' as 'photo.deleted')).toThrow(TypeError)
  expect(() => signPayload(sampleEvent('photo.deleted'), '')).toThrow(/secret/)
})
