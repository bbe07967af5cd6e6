import { describe, expect, test } from 'vitest'
import { AbortError, JobFailedError, JobTimeoutError, RateLimitError, ServerError } from '../../src/index.ts'
import { hurriedClock, nextTurn, steppedClock, until } from '../support/hurried-clock.ts'
import { listener, mobileJob, progress, queueJob, RESULT } from '../support/job-answers.ts'
import { clientOf, type Early, hangUp, json, refusal, serve, silence, text } from '../support/scripted-server.ts'

const done = queueJob('SUCCESS', { result: RESULT })
const REASON = new Error('the user went away')

describe('the polling interval', () => {
  test('starts at 0.5 s and grows by half each time, up to 5 s', async () => {
    const server = await serve(...Array.from({ length: 9 }, () => queueJob('PENDING')), done)
    const clock = hurriedClock()
    await clientOf(server, { clock, random: () => 0.5 })
      .jobs.get('run_1')
      .wait()
    expect(clock.waits).toEqual([500, 750, 1125, 1687.5, 2531.25, 3796.875, 5000, 5000, 5000])
  })

  test('has a jitter of ± 10 %', async () => {
    for (const [random, wait] of [
      [0, 450],
      [1, 550],
    ] as const) {
      const clock = hurriedClock()
      await clientOf(await serve(queueJob('PENDING'), done), { clock, random: () => random })
        .jobs.get('run_1')
        .wait()
      expect(clock.waits).toEqual([wait])
    }
  })

  test('is never shorter than Retry-After, in errors and in successful answers', async () => {
    const clock = hurriedClock()
    const slow = json(200, { job_id: 'run_1', status: 'PENDING' }, { 'retry-after': '7' })
    const server = await serve(refusal(429, 'rate_limited', {}, { 'retry-after': '9' }), slow, done)
    await clientOf(server, { clock, random: () => 0 })
      .jobs.get('run_1')
      .wait()
    expect(clock.waits).toEqual([9000, 7000])
  })

  test('includes the wait for a used-up rate limit', async () => {
    const clock = hurriedClock()
    const resets = String(clock.now() / 1000 + 12)
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': resets }
    const server = await serve(json(200, { job_id: 'run_1', status: 'PENDING' }, headers), done)
    await clientOf(server, { clock, random: () => 0.5 })
      .jobs.get('run_1')
      .wait()
    expect(clock.waits.reduce((sum, ms) => sum + ms)).toBe(12_000)
  })

  test('no answer comes from a cache', async () => {
    const modes: string[] = []
    const fetch = (request: Request) => {
      modes.push(request.cache)
      return globalThis.fetch(request)
    }
    await clientOf(await serve(done), { fetch })
      .jobs.get('run_1')
      .wait()
    expect(modes).toEqual(['no-store'])
  })
})

describe('failed polls', () => {
  const html = text(200, '<!doctype html><p>One moment</p>', 'text/html')
  const broken = text(200, '{"status":', 'application/json')
  const transient: Record<string, Early> = {
    500: refusal(500, 'internal_error'),
    503: refusal(503, 'overloaded'),
    'a page instead of JSON': html,
    'broken JSON': broken,
    'a connection that is cut': hangUp,
  }
  for (const [name, reply] of Object.entries(transient)) {
    test(`${name}: five in a row are tolerated`, async () => {
      const server = await serve(reply, reply, reply, reply, reply, done)
      expect(await clientOf(server, { clock: hurriedClock() }).jobs.get('run_1').wait()).toEqual(RESULT)
      expect(server.requests).toHaveLength(6)
    })

    test(`${name}: the sixth is thrown`, async () => {
      const server = await serve(reply)
      const waiting = clientOf(server, { clock: hurriedClock() }).jobs.get('run_1').wait()
      await expect(waiting).rejects.toMatchObject({ name: name.match(/^\d/) ? 'ServerError' : 'ConnectionError' })
      expect(server.requests).toHaveLength(6)
    })
  }

  test('a successful poll resets the count', async () => {
    const bad = refusal(500, 'internal_error')
    const server = await serve(bad, bad, bad, bad, bad, queueJob('PENDING'), bad, bad, bad, bad, bad, done)
    expect(await clientOf(server, { clock: hurriedClock() }).jobs.get('run_1').wait()).toEqual(RESULT)
  })

  test('a permanent failure is thrown at once', async () => {
    for (const status of [400, 401, 403, 404, 410, 422]) {
      const server = await serve(queueJob('PENDING'), refusal(status, 'x'))
      await expect(clientOf(server, { clock: hurriedClock() }).jobs.get('run_1').wait()).rejects.toMatchObject({
        status,
      })
      expect(server.requests).toHaveLength(2)
    }
  })

  test('a wait above maxRetryAfterMs is thrown at once', async () => {
    const server = await serve(refusal(429, 'rate_limited', {}, { 'retry-after': '61' }))
    const waiting = clientOf(server, { clock: hurriedClock() }).jobs.get('run_1').wait()
    await expect(waiting).rejects.toBeInstanceOf(RateLimitError)
    const patient = clientOf(await serve(refusal(503, 'overloaded', {}, { 'retry-after': '2' })), {
      clock: hurriedClock(),
    })
    await expect(patient.jobs.get('run_1').wait({ maxRetryAfterMs: 1000 })).rejects.toBeInstanceOf(ServerError)
  })
})

describe('the deadline', () => {
  test('ends the wait with the job, which can be waited for again', async () => {
    const server = await serve(queueJob('PROGRESS', progress(1)), done)
    const clock = steppedClock()
    const job = clientOf(server, { clock }).jobs.get<typeof RESULT>('run_1')
    const waiting = job.wait({ deadlineMs: 400 }).catch((thrown) => thrown)
    await until(() => server.requests.length === 1)
    // What was answered is waited for, and no longer the reply.
    await until(() => clock.waits().length === 2 && (clock.waits()[1] ?? 0) < 20_000)
    clock.advance(400)
    const error = await waiting
    expect(error).toBeInstanceOf(JobTimeoutError)
    expect(error).toBeInstanceOf(JobFailedError)
    expect(error).toMatchObject({ name: 'JobTimeoutError', code: 'job_timeout', jobId: 'run_1' })
    expect(error.snapshot).toMatchObject({ state: 'running', progress: { percent: 25 } })
    expect(await error.job.wait()).toEqual(RESULT)
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  test('also ends a poll that is never answered', async () => {
    const error = await clientOf(await serve(silence))
      .jobs.get('run_1')
      .wait({ deadlineMs: 50, cancelOnAbort: true })
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'job_timeout', snapshot: null })
  })

  test('is ten minutes by default', async () => {
    let now = 0
    const clock = {
      now: () => now,
      after(ms: number, callback: () => void) {
        if (ms > 20_000) return clockOf(ms, callback)
        const timer = setImmediate(() => {
          now += ms
          callback()
          for (const due of later.filter((one) => one.at <= now)) due.callback()
        })
        return () => clearImmediate(timer)
      },
    }
    const later: { at: number; callback: () => void }[] = []
    const clockOf = (ms: number, callback: () => void) => {
      const one = { at: now + ms, callback }
      later.push(one)
      return () => void later.splice(later.indexOf(one), 1)
    }
    const waiting = clientOf(await serve(queueJob('PENDING')), { clock })
      .jobs.get('run_1')
      .wait()
    await expect(waiting).rejects.toBeInstanceOf(JobTimeoutError)
    expect(now).toBeGreaterThanOrEqual(600_000)
    expect(now).toBeLessThan(606_000)
    expect(later).toHaveLength(0)
  })
})

describe('an abort', () => {
  /** Waits for a job until the phase is reached, then aborts: the wait must end within the same turn of the event loop. */
  async function abortedIn(replies: Early[], asked: number, options = {}, id: string | number = 'run_1') {
    const server = await serve(...replies)
    const controller = new AbortController()
    let outcome: unknown = 'still waiting'
    const { lines, logger } = listener()
    const job = clientOf(server, { logger, logLevel: 'warn' }).jobs.get(id)
    void job.wait({ signal: controller.signal, ...options }).catch((error) => {
      outcome = error
    })
    await until(() => server.requests.length === asked)
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(outcome).toBe('still waiting')
    controller.abort(REASON)
    await nextTurn()
    expect(outcome).toBeInstanceOf(AbortError)
    expect(outcome).toMatchObject({ code: 'aborted', cause: REASON })
    return { server, lines }
  }

  test('ends the wait between two polls, and the job continues', async () => {
    const { server } = await abortedIn([queueJob('PENDING')], 1)
    expect(server.requests.map(({ method }) => method)).toEqual(['GET'])
  })

  test('ends the wait during a poll', async () => {
    const { server } = await abortedIn([silence], 1)
    await until(() => server.hungUp() === 1)
  })

  test('ends the wait for a Retry-After', async () => {
    await abortedIn([refusal(503, 'overloaded', {}, { 'retry-after': '20' })], 1)
  })

  test('with cancelOnAbort cancels the job without waiting for the response', async () => {
    const revoked = json(200, { job_id: 'run_1', status: 'revoked', message: 'It was revoked.' })
    const { server, lines } = await abortedIn([queueJob('PENDING'), revoked], 1, { cancelOnAbort: true })
    await until(() => server.requests.length === 2)
    expect(server.requests[1]).toMatchObject({ method: 'DELETE', url: '/api/jobs/run_1' })
    expect(lines).toEqual([])
  })

  test('with cancelOnAbort also cancels a job with a number', async () => {
    const rows = json(200, { jobs: [{ id: 42, run_id: 'run_42' }], next_cursor: null })
    const replies = [mobileJob('processing'), rows, json(200, { job_id: 'run_42', status: 'revoked', message: '' })]
    const { server } = await abortedIn(replies, 1, { cancelOnAbort: true }, 42)
    await until(() => server.requests.length === 3)
    expect(server.requests[2]).toMatchObject({ method: 'DELETE', url: '/api/jobs/run_42' })
  })

  test('with cancelOnAbort logs a failed cancellation', async () => {
    const replies = [queueJob('PENDING'), refusal(403, 'scope_missing')]
    const { lines } = await abortedIn(replies, 1, { cancelOnAbort: true })
    await until(() => lines.length === 1)
    expect(lines[0]).toContain('run_1')
  })

  test('before the wait sends only the requested cancellation', async () => {
    const server = await serve(json(200, {}))
    const job = clientOf(server).jobs.get('run_1')
    const signal = AbortSignal.abort(REASON)
    await expect(job.wait({ signal })).rejects.toMatchObject({ code: 'aborted', cause: REASON })
    expect(server.requests).toHaveLength(0)
    await expect(job.wait({ signal, cancelOnAbort: true })).rejects.toMatchObject({ code: 'aborted' })
    await until(() => server.requests.length === 1)
    expect(server.requests[0]?.method).toBe('DELETE')
  })

  test('at any moment ends in the result or an AbortError, and no request follows', async () => {
    for (let round = 0; round < 40; round++) {
      const server = await serve(
        queueJob('PENDING'),
        refusal(500, 'x'),
        queueJob('PROGRESS', progress(1)),
        queueJob('?'),
        done,
      )
      const controller = new AbortController()
      const client = clientOf(server, { clock: hurriedClock() })
      const waiting = client.jobs
        .get('run_1')
        .wait({ signal: controller.signal })
        .catch((error) => error)
      for (let turn = 0; turn < round; turn++) await nextTurn()
      controller.abort(REASON)
      const outcome = await waiting
      if (!(outcome instanceof AbortError)) expect(outcome).toEqual(RESULT)
      const asked = server.requests.length
      await nextTurn()
      await nextTurn()
      // A request that was already sent may still arrive.
      expect(server.requests.length - asked).toBeLessThanOrEqual(1)
    }
  })

  test('has no listener left after the wait, even if a loop is left early', async () => {
    const server = await serve(queueJob('PENDING'), done)
    const { signal } = new AbortController()
    let listeners = 0
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++
      addEventListener.apply(signal, args)
    }
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--
      removeEventListener.apply(signal, args)
    }
    const job = clientOf(server).jobs.get('run_1')
    for await (const _ of job.watch({ signal })) break
    expect(listeners).toBe(0)
    await job.wait({ signal })
    expect(listeners).toBe(0)
  })
})
