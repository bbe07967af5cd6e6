import { afterAll, beforeAll, expect, test } from 'vitest'
import { FROM_ANYWHERE, newcomer, PASSWORD, visitor } from '../../support/identity/signed-in-client.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { asVisitor } from '../../support/visitors/visitor-fixture.ts'

const DAY_MS = 86_400_000

let app: TestApp
let now = Date.parse('2026-11-21T10:00:00Z')
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE, clock: { now: () => new Date(now) } })
})
afterAll(() => app.close())

const eventsOf = ({ accountId }: Pick<Customer, 'accountId'>) =>
  app.core.database.db
    .selectFrom('growth_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('event_id')
    .execute()
const consentOf = ({ accountId }: Customer) =>
  app.core.database.db.selectFrom('growth_consents').selectAll().where('account_id', '=', accountId).execute()

test('without consent nothing is recorded, and the reply says so', async () => {
  const customer = await app.customer()
  const { client } = customer
  expect(await client.growth.events({ name: 'opened', event_id: 'e1' })).toEqual({
    status: 'not_consented',
    event_id: 'e1',
  })
  await client.growth.consent({ consented: false, anonymous_id: 'funnel-1' })
  expect(await client.growth.events({ name: 'opened' })).toMatchObject({ status: 'not_consented' })
  expect(await eventsOf(customer)).toEqual([])
  expect(await consentOf(customer)).toMatchObject([{ consented: 0, anonymous_id: null }])
})

test('with consent an event is recorded once, and consent itself records none', async () => {
  const customer = await app.customer()
  const { client } = customer
  const at = new Date(now).toISOString()
  expect(await client.growth.consent({ consented: true, anonymous_id: 'funnel-2' })).toEqual({
    consented: true,
    linked: true,
    updated_at: at,
  })
  expect(await eventsOf(customer)).toEqual([])
  const event = {
    name: 'saved',
    event_id: 'e1',
    occurred_at: '2026-11-21T11:00:00+02:00',
    properties: { n: 1, ok: true },
  }
  const sent = await Promise.all([1, 2, 3].map(() => client.growth.events(event)))
  expect(sent).toEqual(sent.map(() => ({ status: 'queued', event_id: 'e1' })))
  expect(await eventsOf(customer)).toEqual([
    {
      account_id: customer.accountId,
      event_id: 'e1',
      name: 'saved',
      properties: '{"n":1,"ok":true}',
      occurred_at: '2026-11-21T09:00:00.000Z',
      received_at: at,
    },
  ])
  const { event_id } = await client.growth.events({ name: 'saved' })
  expect(event_id).toMatch(/^gev_/)
  expect(await eventsOf(customer)).toHaveLength(2)
})

test('the link stays until another id or null replaces it', async () => {
  const { client } = await app.customer()
  const linked = async (anonymous_id?: string | null) =>
    (await client.growth.consent({ consented: true, ...(anonymous_id !== undefined && { anonymous_id }) })).linked
  expect([await linked(), await linked('a'), await linked(), await linked(null), await linked()]).toEqual([
    ...[false, true, true, false, false],
  ])
})

test('withdrawn consent erases what was recorded and the link, of this account only', async () => {
  const mine = await app.customer()
  const other = await app.customer()
  for (const { client } of [mine, other]) {
    await client.growth.consent({ consented: true, anonymous_id: 'funnel-3' })
    await client.growth.events({ name: 'opened', event_id: 'same id' })
  }
  expect(await mine.client.growth.consent({ consented: false })).toMatchObject({ consented: false, linked: false })
  expect([await eventsOf(mine), (await eventsOf(other)).length]).toEqual([[], 1])
  expect(await consentOf(mine)).toMatchObject([{ consented: 0, anonymous_id: null }])
  expect(await mine.client.growth.consent({ consented: true })).toMatchObject({ linked: false })
})

test('no event is left when events and the withdrawal arrive together', async () => {
  const customer = await app.customer()
  const { client } = customer
  await client.growth.consent({ consented: true })
  await Promise.all([
    ...Array.from({ length: 6 }, () => client.growth.events({ name: 'opened' })),
    client.growth.consent({ consented: false }),
    ...Array.from({ length: 6 }, () => client.growth.events({ name: 'opened' })),
  ])
  expect(await eventsOf(customer)).toEqual([])
})

test('the operator reads events in their order, from a time on', async () => {
  const customer = await app.customer()
  const { client, accountId } = customer
  await client.growth.consent({ consented: true, anonymous_id: 'funnel-4' })
  const since = new Date(now).toISOString()
  for (const event_id of ['one', 'two', 'three']) {
    now += 1
    await client.growth.events({ name: 'opened', event_id, properties: { screen: 'camera' } })
  }
  const events = await app.operator.usageEvents(since)
  expect(events.map(({ event_id }) => event_id)).toEqual(['one', 'two', 'three'])
  expect(events[0]).toMatchObject({ account_id: accountId, anonymous_id: 'funnel-4', properties: { screen: 'camera' } })
  expect(await app.operator.usageEvents(events[2]!.received_at)).toEqual([])
})

test('events are kept for 90 days', async () => {
  const customer = await app.customer()
  const { client } = customer
  await client.growth.consent({ consented: true })
  await client.growth.events({ name: 'old', event_id: 'old' })
  now += 90 * DAY_MS
  await client.growth.events({ name: 'new', event_id: 'new' })
  now += 1
  await app.app.expireUsage()
  expect((await eventsOf(customer)).map(({ event_id }) => event_id)).toEqual(['new'])
})

test('an account may decide before its address is verified, and only with a credential', async () => {
  const { email } = await newcomer(app)
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  expect(await visitor(app, { apiKey }).growth.consent({ consented: true })).toMatchObject({ consented: true })
  for (const path of ['/api/mobile/growth/consent', '/api/mobile/growth/events'])
    expect(await asVisitor(app, 'POST', path, { json: {} })).toMatchObject({ status: 401 })
})

test('what is no flat event is refused with the field', async () => {
  const { headers } = await app.customer()
  for (const [json, loc] of [
    [{ name: 'Opened!' }, 'name'],
    [{ name: 'a', occurred_at: 'yesterday' }, 'occurred_at'],
    [{ name: 'a', properties: { nested: {} } }, 'properties'],
    [{ name: 'a', properties: { long: 'x'.repeat(201) } }, 'properties'],
  ] as const) {
    const { status, body } = await asVisitor(app, 'POST', '/api/mobile/growth/events', { headers, json })
    expect([status, body.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', loc]])
  }
})
