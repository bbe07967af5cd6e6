import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { visitor } from '../../support/identity/signed-in-client.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { guestFile, guestToken, newSubject, WITH_GUESTS } from '../../support/visitors/guest-fixture.ts'
import { exportReady, filesOf, jsonIn } from '../account/read-export.ts'

const DAY_MS = 86_400_000

let app: TestApp
let now = Date.parse('2026-11-21T10:00:00Z')
let photos: Uint8Array<ArrayBuffer>[]
beforeAll(async () => {
  app = await startApp({ env: WITH_GUESTS, clock: { now: () => new Date(now) } })
  const draw = async (seed: number) => new Uint8Array(await dishPhoto({ width: 240, height: 180, seed }))
  photos = await Promise.all([61, 62, 63].map(draw))
})
afterAll(() => app.close())

/** A guest with 3 credits, a project and another picture; the second and third photo. */
async function guest() {
  const subject = newSubject()
  const pictures = { 'a.jpg': photos[1]!, 'more/b.jpg': photos[2]!, 'more/same-as-a.jpg': photos[1]! }
  const projects = [{ image: 'a.jpg', preset: 'moody', configuration: { n: 1 } }]
  const line = { guest: subject, credits: 3, projects, images: ['more/b.jpg', 'more/same-as-a.jpg'] }
  await app.operator.importGuests(await guestFile(app, [line], pictures), { checkOnly: false })
  return { subject, guest_token: await guestToken(subject) }
}

const resume = (guest_token: string) => visitor(app).sessions.guest({ guest_token })
const rowsOf = (table: 'uploads' | 'projects', { accountId }: Customer) =>
  app.core.database.db.selectFrom(table).select('id').where('account_id', '=', accountId).execute()
/** The sum of all credits, and of all bytes, that any account has. */
const totals = async () => {
  const accounts = await app.core.database.db.selectFrom('accounts').select(['balance', 'stored_bytes']).execute()
  const sum = (values: number[]) => values.reduce((one, more) => one + more, 0)
  return {
    credits: sum(accounts.map(({ balance }) => Number(balance))),
    bytes: sum(accounts.map(({ stored_bytes }) => Number(stored_bytes))),
  }
}

test('projects, pictures and credits move to the account, and the credits leave the guest', async () => {
  const customer = await app.customer({ credits: 10 })
  const { client } = customer
  const { guest_token } = await guest()
  expect(await resume(guest_token)).toMatchObject({ claimed: false, projects: 1, images: 2, credits: 3 })
  const before = await totals()
  const claimed = await client.sessions.claimGuest({ guest_token })
  expect(claimed).toMatchObject({ status: 'claimed', moved: { projects: 1, images: 2, credits: 3 } })
  expect(await totals()).toEqual(before)

  const [project] = claimed.projects
  expect(project).toMatchObject({ preset: 'moody', goal: 'menu', configuration: { n: 1 } })
  expect(claimed.images.map(({ id }) => id)).toContain(project!.upload_id)
  const week = new Date(now + 7 * DAY_MS).toISOString()
  expect(claimed.images.map(({ expires_at }) => expires_at)).toEqual([week, week])
  const made = await client.photos.enhance({ image: project!.image_url!, formats: ['square'], upscale: false })
  expect(made.status).toBe('completed')

  expect(await customer.credits()).toBe(12)
  const entries = await app.core.database.db
    .selectFrom('credit_entries')
    .select(['kind', 'amount', 'reference'])
    .where('reference', 'like', `${claimed.guest_id}%`)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { kind: 'grant', amount: 3, reference: claimed.guest_id },
    { kind: 'adjust', amount: -3, reference: `${claimed.guest_id}:given` },
    { kind: 'adjust', amount: 3, reference: `${claimed.guest_id}:received` },
  ])
  expect(await resume(guest_token)).toMatchObject({ claimed: true, projects: 0, images: 0, credits: 0 })
})

test('the same account claims again and gets the same; another one is refused and gets nothing', async () => {
  const customer = await app.customer({ credits: 0 })
  const other = await app.customer({ credits: 0 })
  const { guest_token } = await guest()
  const first = await customer.client.sessions.claimGuest({ guest_token })
  expect(await customer.client.sessions.claimGuest({ guest_token })).toEqual(first)
  expect(await customer.credits()).toBe(3)
  await expect(other.client.sessions.claimGuest({ guest_token })).rejects.toMatchObject({
    status: 409,
    code: 'guest_claimed',
  })
  expect([await other.credits(), await rowsOf('uploads', other)]).toEqual([0, []])
})

test('of two accounts that claim at the same time, one gets all and the other nothing', async () => {
  const customers = [await app.customer({ credits: 0 }), await app.customer({ credits: 0 })]
  const { guest_token } = await guest()
  const outcomes = await Promise.all(
    customers.flatMap(({ client }) =>
      [1, 2, 3].map(() =>
        client.sessions.claimGuest({ guest_token }).then(
          ({ status }) => status as string,
          (error: { code: string }) => error.code,
        ),
      ),
    ),
  )
  expect(outcomes.filter((one) => one === 'claimed')).toHaveLength(3)
  expect(outcomes.filter((one) => one === 'guest_claimed')).toHaveLength(3)
  const [winner, loser] = outcomes[0] === 'claimed' ? customers : customers.toReversed()
  expect([await winner!.credits(), await loser!.credits()]).toEqual([3, 0])
  expect((await rowsOf('uploads', winner!)).length + (await rowsOf('projects', winner!)).length).toBe(3)
  expect([...(await rowsOf('uploads', loser!)), ...(await rowsOf('projects', loser!))]).toEqual([])
})

test('a picture that the account has already stays one upload, also in the project', async () => {
  const customer = await app.customer()
  const { client } = customer
  const { id } = await client.uploads.create(photos[1]!)
  const { guest_token } = await guest()
  const claimed = await client.sessions.claimGuest({ guest_token })
  expect(claimed).toMatchObject({ moved: { images: 2 }, projects: [{ upload_id: id }] })
  expect(await rowsOf('uploads', customer)).toHaveLength(2)
  expect((await client.account.credits()).storage_used_bytes).toBe(photos[1]!.byteLength + photos[2]!.byteLength)
})

test('claimed pictures go after 7 days; a repeated claim still says what was moved', async () => {
  const { client } = await app.customer()
  const { guest_token } = await guest()
  const first = await client.sessions.claimGuest({ guest_token })
  now += 7 * DAY_MS + 1
  await app.app.expireUploads()
  const { moved, claimed_at } = first
  expect(await client.sessions.claimGuest({ guest_token })).toMatchObject({
    moved,
    claimed_at,
    images: [],
    projects: [{ image_url: null }],
  })
})

test('a guest that nobody claims is kept for 180 days after it came back last, and then goes with everything', async () => {
  const lost = await guest()
  const back = await guest()
  const guests = () => app.core.database.db.selectFrom('guests').select('subject').execute()
  now += 100 * DAY_MS
  await resume(back.guest_token)
  await app.app.expireUploads()
  now += 80 * DAY_MS
  const { bytes } = await totals()
  const { client } = await app.customer()
  await app.app.expireVisitors()
  const left = (await guests()).map(({ subject }) => subject)
  expect([left.includes(lost.subject), left.includes(back.subject)]).toEqual([false, true])
  expect((await totals()).bytes).toBe(bytes - photos[1]!.byteLength - photos[2]!.byteLength)
  await expect(resume(lost.guest_token)).rejects.toMatchObject({ status: 401 })
  expect(await client.sessions.claimGuest({ guest_token: back.guest_token })).toMatchObject({
    moved: { projects: 1, images: 2, credits: 3 },
  })
})

test('a guest and a claimed project are in the export of the account, and go with it', async () => {
  const customer = await app.customer()
  const { subject, guest_token } = await guest()
  await customer.client.sessions.claimGuest({ guest_token })
  await customer.client.growth.consent({ consented: true, anonymous_id: 'funnel-77' })
  await customer.client.growth.events({ name: 'first_photo_saved', properties: { n: 1 } })
  await customer.client.account.startExport()
  const files = await filesOf(await exportReady(customer))
  expect(jsonIn(files['projects.json'])).toMatchObject([{ preset: 'moody', configuration: { n: 1 } }])
  const [row] = jsonIn(files['guests.json'])
  expect(row).toMatchObject({ subject, moved: { credits: 3 } })
  expect(row).not.toHaveProperty('own_account_id')
  expect(jsonIn(files['usage-consent.json'])).toMatchObject([{ consented: 1, anonymous_id: 'funnel-77' }])
  expect(jsonIn(files['usage-events.json'])).toMatchObject([{ name: 'first_photo_saved', properties: { n: 1 } }])
  expect(Object.keys(files).filter((name) => name.startsWith('uploads/'))).toHaveLength(2)

  await customer.client.account.delete()
  const { db } = app.core.database
  const gone = async () => {
    const accounts = db.selectFrom('accounts').select('id').where('id', '=', customer.accountId)
    return (await accounts.execute()).length
  }
  await expect.poll(gone).toBe(0)
  const known = await db.selectFrom('guests').select('id').where('subject', '=', subject).execute()
  expect([known, await rowsOf('projects', customer), await rowsOf('uploads', customer)]).toEqual([[], [], []])
  expect(await db.selectFrom('growth_events').select('event_id').execute()).toEqual([])
  expect(await db.selectFrom('growth_consents').select('account_id').execute()).toEqual([])
  await expect(resume(guest_token)).rejects.toMatchObject({ status: 401 })
})
