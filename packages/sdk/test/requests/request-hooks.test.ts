import { expect, test } from 'vitest'
import type { ReceivedResponse, SentRequest } from '../../src/index.ts'
import { hurriedClock } from '../support/hurried-clock.ts'
import { clientOf, credits, json, nowhere, refusal, serve, text } from '../support/scripted-server.ts'

function recorder() {
  const sent: SentRequest[] = []
  const received: ReceivedResponse[] = []
  return {
    sent,
    received,
    hooks: {
      onRequest: (one: SentRequest) => sent.push(one),
      onResponse: (one: ReceivedResponse) => received.push(one),
    },
  }
}

test('hooks see every attempt with its operation, and the header that one sets is sent', async () => {
  const server = await serve(refusal(503, 'overloaded'), json(200, credits))
  const { received, hooks } = recorder()
  const client = clientOf(server, {
    ...hooks,
    clock: hurriedClock(),
    onRequest: async ({ request, attempt }) => request.headers.set('traceparent', `attempt-${attempt}`),
  })
  await client.account.credits()
  expect(server.requests.map(({ headers }) => headers.traceparent)).toEqual(['attempt-1', 'attempt-2'])
  expect(received.map(({ operation, attempt, response }) => [operation, attempt, response?.status])).toEqual([
    ['GET /api/account/credits', 1, 503],
    ['GET /api/account/credits', 2, 200],
  ])
  for (const { durationMs } of received) expect(durationMs).toBeGreaterThanOrEqual(0)
})

test('an attempt without a response has the error of the connection', async () => {
  const { sent, received, hooks } = recorder()
  const client = clientOf({ url: await nowhere() }, { ...hooks, maxRetries: 0 })
  await expect(client.service.health()).rejects.toMatchObject({ code: 'connection_failed' })
  expect(received).toMatchObject([{ operation: 'GET /health', error: expect.any(Error) }])
  expect(received[0]?.request).toBe(sent[0]?.request)
})

test('path templates are the operation, also of the events of a job; downloads and raw calls have their own', async () => {
  const server = await serve(text(200, 'data: {"status":"SUCCESS","result":{}}\n\n', 'text/event-stream'))
  const { sent, hooks } = recorder()
  const client = clientOf(server, hooks)
  await client.jobs.events('run_1').next()
  await client.files.result('a.jpg')
  await client.raw.GET('/health', { parseAs: 'text' })
  expect(sent.map(({ operation }) => operation)).toEqual(['GET /api/jobs/{job_id}/events', 'download', 'GET /health'])
})

test('a hook that throws ends the call with its error, without a retry', async () => {
  const server = await serve(json(200, credits))
  const cause = new Error('no collector')
  const client = clientOf(server, { onRequest: () => Promise.reject(cause) })
  await expect(client.account.credits()).rejects.toMatchObject({ code: 'hook_failed', cause })
  expect(server.requests).toHaveLength(0)
})
