import { describe, expect, test } from 'vitest'
import { gateTo } from '../support/services/database-gate.ts'
import { startApp } from '../support/start-app.ts'
import { createPostgresDatabase, onPostgres } from '../support/test-database.ts'

describe('while PostgreSQL restarts', onPostgres, () => {
  test('requests are refused with 503 and Retry-After, the process goes on, and works again afterwards', async () => {
    const { url, drop } = await createPostgresDatabase()
    const gate = await gateTo(url)
    const app = await startApp({ env: { PLATELIGHT_DATABASE_URL: gate.url } })
    const { headers } = await app.customer()
    const ask = (path: string) => fetch(app.url + path, { headers })
    expect((await ask('/v1/photos')).status).toBe(200)

    await gate.close()
    const lost = await fetch(`${app.url}/api/estimate`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ path: '/v1/photos/enhance', body: { imageUrl: 'https://example.com/ramen.jpg' } }),
    })
    expect([lost.status, lost.headers.get('retry-after'), await lost.json()]).toMatchObject([
      503,
      '5',
      { error: { code: 'overloaded', message: expect.stringContaining('database cannot be reached') } },
    ])
    // Replies that the document does not name would be 500 here.
    for (const path of ['/v1/photos', '/v1/account/credits', '/api/jobs/queue/status', '/health/ready']) {
      expect([path, (await ask(path)).status]).toEqual([path, 503])
    }
    expect((await ask('/health')).status).toBe(200)

    await gate.reopen()
    await expect.poll(async () => (await ask('/v1/photos')).status).toBe(200)
    expect((await ask('/health/ready')).status).toBe(200)
    await app.close()
    await gate.close()
    await drop()
  })
})
