import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type BatchResult,
  type Job,
  JobFailedError,
  JobRevokedError,
  type JobSnapshot,
  NotFoundError,
  Platelight,
  PlatelightError,
  ValidationError,
} from '../../src/index.ts'
import { hurriedClock } from '../support/hurried-clock.ts'
import { all, listener, mobileJob, progress, queueJob, RESULT } from '../support/job-answers.ts'
import { fileIn, jpeg } from '../support/picture-bytes.ts'
import { clientOf, json, refusal, serve } from '../support/scripted-server.ts'

const params = { image_url: 'https://example.com/a.jpg', scale: 4 } as const
const hurried = (server: { readonly url: string }) => clientOf(server, { clock: hurriedClock() })

test('a job is submitted, watched until its end, and gives its result', async () => {
  const submitted = json(200, { job_id: 'run_1', status: 'pending', job_type: 'upscale' })
  const server = await serve(
    submitted,
    queueJob('PENDING'),
    queueJob('PROGRESS', progress(1)),
    queueJob('PROGRESS', progress(3)),
    queueJob('SUCCESS', { result: RESULT }),
  )
  const { data: job, meta } = await hurried(server).jobs.submit('upscale', params, { maxCredits: 2 }).withResponse()
  expect(job.id).toBe('run_1')
  expect(meta.requestId).toBe('req_1')
  expect(JSON.parse(server.requests[0]!.body.toString())).toEqual({ job_type: 'upscale', params })
  expect(server.requests[0]?.headers).toMatchObject({ 'x-max-credits': '2', 'idempotency-key': expect.any(String) })
  expect((await all(job)).map(({ state, progress }) => [state, progress?.percent])).toEqual([
    ['pending', undefined],
    ['running', 25],
    ['running', 75],
    ['succeeded', undefined],
  ])
  expect(await job.wait()).toEqual(RESULT)
})

test('invalid params are refused with the path of each violation', async () => {
  const detail = [{ loc: ['body', 'params', 'scale'], msg: 'must be 2 or 4', type: 'enum' }]
  const job = hurried(await serve(json(422, { detail }))).jobs.submit('upscale', params)
  await expect(job).rejects.toBeInstanceOf(ValidationError)
  await expect(job).rejects.toMatchObject({ fieldErrors: { 'params.scale': ['must be 2 or 4'] } })
})

test('params and results have the types of the operation, unless the caller gives a result type', () => {
  const { jobs } = new Platelight({ apiKey: 'pl_live_test' })
  const upscale = () => jobs.submit('upscale', params)
  expectTypeOf<Awaited<ReturnType<typeof upscale>>>().toExtend<Job<{ result_url: string }>>()
  const own = () => jobs.submit<{ mine: number }>('upscale', params)
  expectTypeOf<Awaited<ReturnType<typeof own>>>().toEqualTypeOf<Job<{ mine: number }>>()
  const batch = () => jobs.submit('batch_process', { image_urls: [], operation: 'upscale' })
  expectTypeOf<Awaited<ReturnType<typeof batch>>>().toEqualTypeOf<Job<BatchResult>>()
  // @ts-expect-error: 3 is not a valid scale
  const wrong = () => jobs.submit('upscale', { ...params, scale: 3 })
  // @ts-expect-error: the params are also checked if the caller gives a result type
  const wrongToo = () => jobs.submit<{ mine: number }>('upscale', { ...params, scale: 3 })
  expect([wrong, wrongToo]).toHaveLength(2)
})

test('a handle is created from an id without a request', async () => {
  const server = await serve(queueJob('SUCCESS', { result: RESULT }))
  const job = clientOf(server).jobs.get<typeof RESULT>('run_1')
  expect(job.id).toBe('run_1')
  expect(server.requests).toHaveLength(0)
  expect((await job.wait()).result_url).toBe(RESULT.result_url)
  expect(server.requests[0]?.url).toBe('/api/jobs/run_1/status')
})

test('the job of a batch can be waited for by the returned id', async () => {
  const items = [{ index: 0, status: 'completed', result: RESULT }]
  const server = await serve(
    json(200, { job_id: 'run_1', status: 'pending' }),
    queueJob('SUCCESS', { result: { items } }),
  )
  const client = hurried(server)
  const { job_id } = await client.images.batchProcess({ image_urls: [params.image_url], operation: 'upscale' })
  expect(await client.jobs.get<BatchResult>(job_id).wait()).toEqual({ items })
})

describe('a job with a number', () => {
  test('is submitted with its picture, and can be waited for', async () => {
    const server = await serve(
      mobileJob('processing', progress(0)),
      mobileJob('processing', progress(2)),
      mobileJob('completed', { result: RESULT }),
    )
    const fields = { image: jpeg(), goal: 'delivery', enhancements: '["light"]' } as const
    const job = await hurried(server).mobileJobs.enhance(fields)
    expect(job.id).toBe(42)
    const [request] = server.requests
    expect((await fileIn(request!)).bytes.equals(jpeg())).toBe(true)
    const form = await new Response(new Uint8Array(request!.body), {
      headers: { 'content-type': request!.headers['content-type'] ?? '' },
    }).formData()
    expect([form.get('goal'), form.get('enhancements')]).toEqual(['delivery', '["light"]'])
    expect(request?.headers['content-length']).toBe(String(request?.body.byteLength))
    expect((await all(job)).map(({ state }) => state)).toEqual(['running', 'succeeded'])
    expect(server.requests.at(-1)?.url).toBe('/api/mobile/jobs/42')
  })

  test('can be waited for by its number', async () => {
    const client = hurried(await serve(mobileJob('completed', { result: RESULT })))
    expect(await client.mobileJobs.get(42).wait()).toEqual(RESULT)
    expect(await client.jobs.get(42).wait()).toEqual(RESULT)
  })

  test('is cancelled with its queue id from the list of running jobs', async () => {
    const rows = [
      { id: 43, run_id: 'run_43' },
      { id: 42, run_id: 'run_42' },
    ]
    const revoked = { job_id: 'run_42', status: 'revoked', message: 'The job was revoked.' }
    const server = await serve(json(200, { jobs: rows, next_cursor: null }), json(200, revoked))
    expect(await hurried(server).mobileJobs.get(42).cancel()).toEqual(revoked)
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/me/jobs?status=processing&limit=100',
      'DELETE /api/jobs/run_42',
    ])
  })

  test('cannot be cancelled if it is not running', async () => {
    const cancelled = hurried(await serve(json(200, { jobs: [], next_cursor: null })))
      .mobileJobs.get(42)
      .cancel()
    await expect(cancelled).rejects.toMatchObject({ name: 'PlatelightError', code: 'job_finished' })
  })
})

describe('a job that does not succeed', () => {
  const failed = queueJob('FAILURE', { error: 'It is no picture.', error_code: 'unsupported_image' })

  test('throws a JobFailedError with the job’s code and last snapshot', async () => {
    const error = await hurried(await serve(failed))
      .jobs.get('run_1')
      .wait()
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(JobFailedError)
    expect(error).toBeInstanceOf(PlatelightError)
    expect(error).not.toBeInstanceOf(JobRevokedError)
    expect(error).toMatchObject({
      name: 'JobFailedError',
      code: 'unsupported_image',
      message: 'It is no picture.',
      jobId: 'run_1',
      snapshot: { state: 'failed', rawStatus: 'FAILURE', result: null, body: { error: 'It is no picture.' } },
    })
  })

  test('ends a watch without an error, and its last snapshot has the reason', async () => {
    const [last] = await all(hurried(await serve(failed)).jobs.get('run_1'))
    expect(last).toMatchObject({ state: 'failed', error: { code: 'unsupported_image', message: 'It is no picture.' } })
  })

  for (const [family, id, reply] of [
    ['queue', 'run_1', queueJob('FAILURE', { error: 'It was revoked.', error_code: 'revoked' })],
    ['mobile', 42, mobileJob('failed', { error: { code: 'revoked', message: 'It was revoked.' } })],
    ['a server with its own state for it', 'run_1', queueJob('REVOKED')],
  ] as const) {
    test(`throws a JobRevokedError if it was cancelled: ${family}`, async () => {
      const job = hurried(await serve(reply)).jobs.get(id)
      const error = await job.wait().catch((thrown) => thrown)
      expect(error).toBeInstanceOf(JobRevokedError)
      expect(error).toMatchObject({
        name: 'JobRevokedError',
        code: 'revoked',
        jobId: id,
        snapshot: { state: 'revoked' },
      })
    })
  }

  test('keeps the items of a failed batch', async () => {
    const items = [{ index: 0, status: 'failed', error: { code: 'not_found', message: 'Gone.' } }]
    const reply = queueJob('FAILURE', { error: 'All failed.', error_code: 'not_found', items })
    const error = await hurried(await serve(reply))
      .jobs.get('run_1')
      .wait()
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'not_found', snapshot: { body: { items } } })
  })

  test('throws a NotFoundError at once if it does not exist', async () => {
    const server = await serve(refusal(404, 'not_found'))
    await expect(hurried(server).jobs.get('run_9').wait()).rejects.toBeInstanceOf(NotFoundError)
    expect(server.requests).toHaveLength(1)
  })
})

describe('the states', () => {
  for (const [raw, state] of Object.entries({
    pending: 'pending',
    PENDING: 'pending',
    PROGRESS: 'running',
    processing: 'running',
    SUCCESS: 'succeeded',
    completed: 'succeeded',
    FAILURE: 'failed',
    failed: 'failed',
  })) {
    test(`${raw} is ${state}`, async () => {
      const snapshot = await clientOf(await serve(queueJob(raw)))
        .jobs.get('run_1')
        .status()
      expect(snapshot).toMatchObject({ state, rawStatus: raw, jobId: 'run_1' })
    })
  }

  test('an answer without a status counts as running', async () => {
    const server = await serve(json(200, null), json(200, []), queueJob('SUCCESS', { result: RESULT }))
    expect(await hurried(server).jobs.get('run_1').wait()).toEqual(RESULT)
  })

  for (const unknown of ['WARMING_UP', '', null, 7, ['SUCCESS'], { a: 1 }, 'constructor', '__proto__'] as const) {
    test(`${JSON.stringify(unknown)} is running, and logged once`, async () => {
      const { lines, logger } = listener()
      const server = await serve(queueJob(unknown), queueJob(unknown), queueJob('SUCCESS', { result: RESULT }))
      const client = clientOf(server, { clock: hurriedClock(), logger, logLevel: 'warn' })
      const seen: JobSnapshot[] = await all(client.jobs.get('run_1'))
      expect(seen.map(({ state }) => state)).toEqual(['running', 'succeeded'])
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('run_1')
    })
  }
})
