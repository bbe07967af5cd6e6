import { expect } from 'vitest'
import type { Customer, TestApp } from './start-app.ts'

/**
 * Requests an enhancement and hangs up before the work starts, so that the run is cancelled. After the first call, this
 * server starts no more work.
 *
 * @returns the id of the run
 */
export async function cancelRun(app: TestApp, { headers, runs }: Customer, imageUrl: string): Promise<string> {
  await app.app.dispatcher.stop(0)
  const before = (await runs()).length
  const caller = new AbortController()
  const call = fetch(`${app.url}/v1/photos/enhance`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ imageUrl }),
    signal: caller.signal,
  }).catch(() => 'hung up')
  await expect.poll(async () => (await runs()).length).toBe(before + 1)
  caller.abort()
  expect(await call).toBe('hung up')
  await expect.poll(async () => (await runs()).at(-1)?.state).toBe('revoked')
  return (await runs()).at(-1)!.id
}
