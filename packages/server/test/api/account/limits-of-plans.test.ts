import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Plan } from '../../../src/base/account-plan.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

// The figures of the specification, written down again: a mistake in the catalogue must not hide itself.
const TIERS = [
  // plan, /api per minute, per day, /v1 per minute, burst, photos a month
  ['Free', 60, 1_000, 10, 20, 100],
  ['Starter', 60, 1_000, 30, 60, 500],
  ['Growth', 60, 1_000, 60, 120, 2_000],
  ['Pro', 60, 1_000, 120, 240, null],
] as const
const UNLIMITED = 1_000_000
const AT_ONCE = 16
const MINUTE_MS = 60_000
const NOON = Date.UTC(2026, 10, 21, 12, 0, 15)

let app: TestApp
let now = NOON
beforeAll(async () => {
  app = await startApp({ clock: { now: () => new Date(now) } })
})
afterAll(() => app.close())
beforeEach(() => {
  // Tests share an address, and so its limits; each has a day of its own.
  now = NOON + Math.ceil((now - NOON) / 86_400_000 + 1) * 86_400_000
})

interface Answer {
  readonly status: number
  readonly remaining: number
  readonly reset: number
  readonly retryAfter: number
  readonly body: string
}
interface Asked {
  readonly headers?: Record<string, string>
  readonly method?: string
  readonly body?: string
}

/** Asks so many times, several at once. Answers come in any order. */
async function load(path: string, times: number, asked: Asked = {}): Promise<Answer[]> {
  const answers: Answer[] = []
  let left = times
  const caller = async () => {
    while (left-- > 0) {
      const reply = await fetch(app.url + path, asked)
      const number = (name: string) => Number(reply.headers.get(name) ?? Number.NaN)
      answers.push({
        status: reply.status,
        remaining: number('x-ratelimit-remaining'),
        reset: number('x-ratelimit-reset'),
        retryAfter: number('retry-after'),
        body: await reply.text(),
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  return answers
}

/** Exactly so many were allowed, each was told another number of those that remain, and the others when to come again. */
function expectAllowed(
  answers: readonly Answer[],
  count: number,
  until: { resetMs: number; waitMs: number },
  left = 0,
) {
  const allowed = answers.filter(({ status }) => status !== 429)
  const refused = answers.filter(({ status }) => status === 429)
  expect(allowed.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual(
    Array.from({ length: count }, (_, index) => left + index),
  )
  for (const { remaining, reset, retryAfter, body } of refused) {
    expect({ remaining, reset, retryAfter }).toEqual({
      ...{ remaining: 0, reset: Math.ceil(until.resetMs / 1000), retryAfter: Math.ceil(until.waitMs / 1000) },
    })
    expect(JSON.parse(body).error).toMatchObject({ code: 'rate_limited', message: expect.any(String) })
  }
}

const nextOf = (length: number) => now - (now % length) + length
const ofPlan = async (plan: Plan) => app.customer({ plan })

test.each(TIERS)('%s allows %i requests a minute and %i a day of the /api family', async (plan, perMinute, perDay) => {
  const { headers } = await ofPlan(plan)
  for (let done = 0; done < perDay; done += perMinute) {
    const [minute, day] = [nextOf(MINUTE_MS), nextOf(86_400_000)]
    const count = Math.min(perMinute, perDay - done)
    const isLast = done + count >= perDay
    const resetMs = isLast ? day : minute
    const answers = await load('/api/account/credits', count + 4, { headers })
    expectAllowed(answers, count, { resetMs, waitMs: resetMs - now })
    now += MINUTE_MS
  }
  // The other family has limits of its own.
  expect((await load('/v1/account/credits', 1, { headers }))[0]?.status).toBe(200)
  now = nextOf(86_400_000)
  expectAllowed(await load('/api/account/credits', 1, { headers }), 1, { resetMs: 0, waitMs: 0 }, perMinute - 1)
})

test.each(TIERS)(
  '%s: the /v1 family, after %i and %i of the other, %i a minute after a burst of %i',
  async (plan, _, __, perMinute, burst) => {
    const { headers } = await ofPlan(plan)
    const wait = MINUTE_MS / perMinute
    const next = () => ({ resetMs: now + wait, waitMs: wait })
    expectAllowed(await load('/v1/account/credits', burst + 5, { headers }), burst, next())
    now += MINUTE_MS
    expectAllowed(await load('/v1/account/credits', perMinute + 5, { headers }), perMinute, next())
    now += 10 * MINUTE_MS
    expectAllowed(await load('/v1/account/credits', burst + 5, { headers }), burst, next())
  },
)

test.each(TIERS)('%s: its photos of a month', async (plan, _, __, ___, ____, photos) => {
  const { client, accountId } = await ofPlan(plan)
  const month = new Date(now).toISOString().slice(0, 7)
  const used = { account_id: accountId, month, credits: 0, photos: (photos ?? 5_000) - 1 }
  await app.core.database.db.insertInto('monthly_usage').values(used).execute()
  const image = new Uint8Array(await dishPhoto({ width: 96, height: 72 }))
  const enhance = () => client.photos.enhance({ image, formats: ['square'], upscale: false })
  await enhance()
  expect(await client.photos.credits()).toMatchObject({ photosThisMonth: used.photos + 1, monthlyPhotoLimit: photos })
  const further = enhance()
  if (photos === null) await further
  else await expect(further).rejects.toMatchObject({ status: 429, code: 'monthly_limit' })
})

test('Enterprise is not limited until it has limits of its own', async () => {
  const { headers, email } = await ofPlan('Enterprise')
  const unlimited = { status: 200, remaining: UNLIMITED, reset: nextOf(MINUTE_MS) / 1000 }
  for (const path of ['/api/account/credits', '/v1/account/credits'])
    for (const answer of await load(path, 300, { headers })) expect(answer).toMatchObject(unlimited)

  await app.operator.setLimits(email, { perMinute: 7, perDay: 9 })
  expectAllowed(await load('/api/account/credits', 12, { headers }), 7, {
    resetMs: nextOf(MINUTE_MS),
    waitMs: nextOf(MINUTE_MS) - now,
  })
  now += MINUTE_MS
  const day = nextOf(86_400_000)
  expectAllowed(await load('/api/account/credits', 12, { headers }), 2, { resetMs: day, waitMs: day - now })
})

const json = { 'content-type': 'application/json' }
test.each([
  ['public endpoints', 60, '/api/plans', {}],
  [
    'sign-in and what sends mail',
    5,
    '/api/auth/reset-password',
    { method: 'POST', headers: json, body: '{"token":"wrong","password":"correct horse battery"}' },
  ],
  ['receivers of payment events', 1_000, '/api/webhooks/cardpay', { method: 'POST', headers: json, body: '{}' }],
] as const)('%s allow %i requests a minute of one address', async (_, perMinute, path, asked) => {
  for (let minute = 0; minute < 2; minute++) {
    const resetMs = nextOf(MINUTE_MS)
    expectAllowed(await load(path, perMinute + 5, asked), perMinute, { resetMs, waitMs: resetMs - now })
    now += MINUTE_MS
  }
})
