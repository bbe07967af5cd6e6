import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CUSTOMER_SCOPES } from '../../src/base/scopes.ts'
import { startApp, type TestApp } from '../support/start-app.ts'
import { onPostgres } from '../support/test-database.ts'

// On SQLite only one process uses the database.
describe('three processes on one database', onPostgres, () => {
  let dataFolder: string
  let apps: TestApp[]
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'platelight-three-'))
    const clock = { now: () => new Date('2026-11-21T12:00:10Z') }
    const first = await startApp({ dataFolder, clock })
    apps = [first, await startApp({ dataFolder, clock }), await startApp({ dataFolder, clock })]
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await rm(dataFolder, { recursive: true, force: true })
  })

  /** Ten keys of a new account. */
  async function tenKeys(): Promise<string[]> {
    const customer = await apps[0]!.customer({ plan: 'Free' })
    const more = Array.from({ length: 9 }, () =>
      apps[0]!.core.keys.create(
        customer.accountId,
        { name: 'more', scopes: CUSTOMER_SCOPES, expiresAt: null },
        new Set(CUSTOMER_SCOPES),
      ),
    )
    return [customer.key, ...(await Promise.all(more)).map(({ secret }) => secret)]
  }

  /** Sends requests with all keys through all processes at the same time. @returns their statuses and what remained */
  async function hammer(path: string, keys: readonly string[], times: number) {
    const each = Array.from({ length: times }, () =>
      apps.flatMap(({ url }) => keys.map((key) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } }))),
    )
    return Promise.all(
      (await Promise.all(each.flat())).map(async (response) => {
        await response.arrayBuffer()
        return { status: response.status, remaining: Number(response.headers.get('x-ratelimit-remaining')) }
      }),
    )
  }

  test('ten keys of an account get together what the limit of the account allows, and not one request more', async () => {
    const replies = await hammer('/api/account/credits', await tenKeys(), 6)
    const served = replies.filter(({ status }) => status === 200)
    expect(replies).toHaveLength(180)
    expect(served).toHaveLength(60)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(120)
    // Each of them was told another number.
    expect(served.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual([...Array(60).keys()])
  })

  test('the burst of the /v1 family is shared too', async () => {
    const replies = await hammer('/v1/account/credits', await tenKeys(), 2)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
  })

  test('sign-ins from one address are counted by all processes together', async () => {
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' })
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        fetch(`${apps[n % 3]!.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }),
      ),
    )
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(7)
  })
})
