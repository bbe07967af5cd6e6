import { expect, test } from 'vitest'
import { AbortError, NotFoundError } from '../../src/index.ts'
import { steppedClock, until } from '../support/hurried-clock.ts'
import { all, progress, queueJob, RESULT } from '../support/job-answers.ts'
import { clientOf, type Early, refusal, serve, text } from '../support/scripted-server.ts'

const event = (id: string, status: string, fields: object = {}) =>
  `id: ${id}\nevent: status\ndata: ${JSON.stringify({ job_id: 'run_1', status, ...fields })}\n\n`

/** A connection that brings these texts and ends. */
const stream = (...chunks: string[]) =>
  text(200, `retry: 2000\n\n${chunks.join('')}`, 'text/event-stream; charset=utf-8')

/** A proxy that takes the request and lets nothing through. */
const holdsBack: Early = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
}

test('a job is followed to its end, and a connection that breaks off goes on where it was', async () => {
  const server = await serve(
    stream(event('a', 'PENDING'), ': still here\n\n', event('b', 'PROGRESS', progress(1))),
    stream(event('c', 'SUCCESS', { result: RESULT })),
  )
  const clock = steppedClock()
  const following = all(clientOf(server, { clock }).jobs.events('run_1'))
  await until(() => clock.waits()[0] === 1000)
  clock.advance(1000)
  const snapshots = await following
  expect(snapshots.map(({ state, progress: at }) => [state, at?.percent])).toEqual([
    ['pending', undefined],
    ['running', 25],
    ['succeeded', undefined],
  ])
  expect(snapshots.at(-1)?.result).toEqual(RESULT)
  expect(server.requests.map(({ url, headers }) => [url, headers['last-event-id']])).toEqual([
    ['/api/jobs/run_1/events', undefined],
    ['/api/jobs/run_1/events', 'b'],
  ])
  expect(server.requests[0]?.headers.authorization).toBe('Bearer pl_live_test')
})

test('where a proxy holds the events back, the job is polled', async () => {
  const clock = steppedClock()
  const done = queueJob('SUCCESS', { result: RESULT })
  const server = await serve(holdsBack, holdsBack, queueJob('PROGRESS', progress(2)), done)
  const snapshots = all(clientOf(server, { clock, random: () => 0.5 }).jobs.events('run_1'))
  const after = async (requests: number, wait: number) => {
    await until(() => server.requests.length === requests && clock.waits()[0] === wait)
    clock.advance(wait)
  }
  await after(1, 4000)
  await after(1, 1000)
  await after(2, 4000)
  await after(3, 500)
  expect((await snapshots).map(({ state }) => state)).toEqual(['running', 'succeeded'])
  expect(server.requests.map(({ url }) => url.split('/').at(-1))).toEqual(['events', 'events', 'status', 'status'])
})

test('where the server refuses another stream, or a page comes instead, the job is polled at once', async () => {
  for (const reply of [refusal(429, 'rate_limited'), text(200, '<p>One moment</p>', 'text/html')]) {
    const server = await serve(reply, queueJob('SUCCESS', { result: RESULT }))
    expect((await all(clientOf(server).jobs.events('run_1'))).map(({ state }) => state)).toEqual(['succeeded'])
    expect(server.requests).toHaveLength(2)
  }
})

test('a job of another account is not found, and a signal ends the following at once', async () => {
  const refused = clientOf(await serve(refusal(404, 'not_found')))
  await expect(all(refused.jobs.events('run_1'))).rejects.toBeInstanceOf(NotFoundError)
  const stop = new AbortController()
  const server = await serve((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event('a', 'PENDING'))
  })
  const following = clientOf(server).jobs.events('run_1', { signal: stop.signal })
  expect((await following.next()).value?.state).toBe('pending')
  stop.abort()
  await expect(following.next()).rejects.toBeInstanceOf(AbortError)
  await expect.poll(server.hungUp).toBe(1)
})
