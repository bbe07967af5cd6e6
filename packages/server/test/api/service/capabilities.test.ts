import { afterAll, beforeAll, expect, test } from 'vitest'
import { document } from '../../../src/contract/openapi-document.ts'
import type { Batch, Operation } from '../../../src/operations/define-operation.ts'
import { OPERATIONS } from '../../../src/operations/image-operations.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer

beforeAll(async () => {
  app = await startApp()
  customer = await app.customer()
})
afterAll(() => app.close())

interface Endpoint {
  'x-operation'?: string
  'x-operations'?: Record<string, string>
}

const endpoints = Object.values(document.paths).flatMap((item) => Object.values(item) as Endpoint[])
const namesOf = (endpoint: Endpoint) =>
  [endpoint['x-operation'] ?? [], Object.values(endpoint['x-operations'] ?? {})].flat()

test('every operation of the document is listed once, and is available', async () => {
  const { operations } = await customer.client.service.capabilities()
  const named = [...new Set(endpoints.flatMap(namesOf))]
  expect(operations.map(({ operation }) => operation).sort()).toEqual(named.sort())
  for (const { operation, available, engine } of operations) {
    expect([operation, available]).toEqual([operation, true])
    expect(engine, operation).not.toBeNull()
  }
})

test('the listed engine is the one that results name', async () => {
  const { client } = customer
  const { operations } = await client.service.capabilities()
  const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 64, height: 48 })))
  const made = {
    enhance: await client.images.enhance({ image_url: url }),
    upscale: await client.images.upscale({ image_url: url }),
  }
  for (const [name, { engine }] of Object.entries(made)) {
    expect(operations.find(({ operation }) => operation === name)).toMatchObject({ available: true, engine })
  }
})

test('capabilities are public', async () => {
  expect((await fetch(`${app.url}/api/capabilities`)).status).toBe(200)
})

test('an operation names its network, or the setting for one', async () => {
  const networked = Object.values<Operation | Batch>(OPERATIONS)
    .filter(({ network }) => network === 'upscale')
    .map(({ name }): string => name)
  expect(networked).toContain('upscale')
  const listed = async (client: Customer['client']) =>
    (await client.service.capabilities()).operations.filter(({ operation }) => networked.includes(operation))
  for (const one of await listed(customer.client))
    expect(one).toMatchObject({ available: true, setting: 'PLATELIGHT_UPSCALE_MODEL' })

  const network = { engine: 'drawn-x4', run: async () => ({ data: new Float32Array(), dims: [] }) }
  const served = await startApp({ networks: { find: async (use) => (use === 'upscale' ? network : undefined) } })
  for (const one of await listed((await served.customer()).client))
    expect(one).toEqual({ operation: one.operation, available: true, engine: 'drawn-x4' })
  await served.close()
})
