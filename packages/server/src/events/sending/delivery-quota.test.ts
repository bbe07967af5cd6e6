import { expect, onTestFinished, test } from 'vitest'
import { onPostgres } from '../../../test/support/test-database.ts'
import { answered, webhookFixture } from '../../../test/support/webhook-fixture.ts'
import { createDeliveryQuota, MAX_PER_ENDPOINT } from './delivery-quota.ts'

test('deliveries of other processes use up the quota of their endpoint, and of no other', () => {
  const mine = [{ id: 'whd_1', endpointId: 'busy' }]
  const quota = createDeliveryQuota(mine, new Set(), new Map([['busy', 2]]))
  expect(quota.for('busy')).toBe(MAX_PER_ENDPOINT - 3)
  expect(quota.for('idle')).toBe(MAX_PER_ENDPOINT)
  quota.take('busy', 1)
  expect(quota.for('busy')).toBe(0)
})

test('three processes together send to one endpoint no more at a time than one process does', onPostgres, async () => {
  const fixture = await webhookFixture()
  onTestFinished(() => fixture.close())
  for (const id of ['a', 'b']) await fixture.endpoint({ url: `https://hooks.example/${id}` })
  const underWay = new Map<string, number>()
  let most = 0
  const answer = async ({ url }: { url: string }) => {
    underWay.set(url, (underWay.get(url) ?? 0) + 1)
    most = Math.max(most, ...underWay.values())
    await expect.poll(() => most).toBe(MAX_PER_ENDPOINT)
    underWay.set(url, (underWay.get(url) ?? 0) - 1)
    return answered(200)
  }
  for (let n = 0; n < 30; n++) await fixture.append(`run_${n}`)
  const deliverers = await Promise.all(['one', 'two', 'three'].map((owner) => fixture.startDeliverer(owner, answer)))
  const left = async () => (await fixture.rows()).filter(({ state }) => state === 'pending').length
  while ((await left()) > 0) await Promise.all(deliverers.map((deliverer) => deliverer.poll()))
  expect(most).toBe(MAX_PER_ENDPOINT)
  expect(fixture.posted).toHaveLength(60)
  expect(fixture.errors).toEqual([])
})
