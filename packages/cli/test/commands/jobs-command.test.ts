import { expect, test } from 'vitest'
import { AWAY, BACK } from '../../src/jobs/absence-wait.ts'
import { type Answer, fakeApi, type Routes, refusal, type Seen } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

async function server(routes: Routes) {
  const api = await fakeApi(routes)
  const env = { PLATELIGHT_BASE_URL: api.url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }
  const run = (cwd: string, args: readonly string[], input = '') => command(['jobs', ...args], { cwd, env, input })
  return { ...api, run }
}

/** Answers in order, then repeats the last one. */
function inTurn(...answers: object[]): () => Answer {
  let at = 0
  return () => ({ json: answers[Math.min(at++, answers.length - 1)] })
}

const UPSCALED = {
  job_id: 'run_1',
  status: 'SUCCESS',
  result: { result_url: 'https://x.example/files/ramen.jpg' },
}
const FAILED = { job_id: 'run_2', status: 'FAILURE', error: 'Nobody knows how.', error_code: 'engine_failed' }
const AT = (current: number) => ({
  job_id: 'run_1',
  status: 'PROGRESS',
  progress: { current, total: 4, percent: 25 * current, status: `Tile ${current} of 4` },
})

const submitted = ({ json }: Seen): Answer => {
  const { job_type } = json as { job_type: string }
  return { json: { job_id: 'run_1', status: 'pending', job_type } }
}

test('a job is submitted with params in any of three forms, and only its id is printed', async () => {
  const cwd = folderWith({ 'job.json': '{"image_url":"https://x.example/a.jpg","scale":4}' })
  const { run, seen } = await server({ 'POST /api/jobs/submit': submitted })
  const params = { image_url: 'https://x.example/a.jpg', scale: 4 }
  const ways = [
    ['--params', JSON.stringify(params)],
    ['--params-file', 'job.json'],
    ['--params-file', '-'],
    ['-f', `image_url=${params.image_url}`, '-F', 'scale=4'],
  ]
  for (const way of ways) {
    const { code, stdout, stderr } = await run(
      cwd,
      ['submit', 'upscale', ...way, '--max-credits', '2'],
      JSON.stringify(params),
    )
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'run_1\n',
      stderr: 'For the result: platelight jobs wait run_1\n',
    })
    expect(seen.at(-1)?.json).toEqual({ job_type: 'upscale', params })
    expect(seen.at(-1)?.headers['x-max-credits']).toBe('2')
    expect(seen.at(-1)?.headers['idempotency-key']).toBeTruthy()
  }
  const json = await run(cwd, ['submit', 'upscale', '--params', '{}', '--json'])
  expect(json.json()).toEqual({ job_id: 'run_1', status: 'pending', job_type: 'upscale' })
})

test('a local photo in a field is uploaded first, and the job gets its address', async () => {
  const cwd = folderWith({ 'ramen.jpg': new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) })
  const { run, seen } = await server({
    'POST /api/mobile/uploads': { json: { id: 'upl_1', url: 'https://x.example/files/1.jpg' } },
    'POST /api/jobs/submit': submitted,
  })
  expect(
    (await run(cwd, ['submit', 'process_image', '-F', 'image_url=@ramen.jpg', '-f', 'steps[]=upscale'])).code,
  ).toBe(0)
  expect(seen.map(({ path }) => path)).toEqual(['/api/mobile/uploads', '/api/jobs/submit'])
  expect(seen[1]?.json).toMatchObject({ params: { image_url: 'https://x.example/files/1.jpg', steps: ['upscale'] } })
})

test.each([
  [['submit', 'upscale'], 'The job has no parameters'],
  [['submit', 'cook', '--params', '{}'], "'cook' is invalid for argument 'type'"],
  [['submit', 'upscale', '--params', '{"a"'], '--params is not valid JSON'],
  [['submit', 'upscale', '--params', '[1]'], '--params must be a JSON object'],
  [['submit', 'upscale', '--params', '{}', '-f', 'a=b'], 'only one of --params'],
  [['submit', 'upscale', '-f', 'scale'], 'Write it as name=value'],
  [['submit', 'upscale', '--params-file', 'nowhere'], 'nowhere cannot be read'],
  [['submit', 'upscale', '--params', '{}', '--deadline', 'soon'], 'It must be a time such as'],
  [['watch', 'run_1', '--follow'], '--follow watches all jobs'],
  [['wait'], "missing required argument 'id'"],
])('%j is wrong usage: exit 2 with a message, and no request is sent', async (args, sentence) => {
  const { run, seen } = await server({})
  const { code, stderr } = await run(folderWith(), args)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) })
  expect(seen).toEqual([])
})

test.each([
  [422, 'validation_error', 6],
  [402, 'insufficient_credits', 5],
  [401, 'unauthorized', 4],
  [501, 'not_implemented', 1],
])('a job that is refused with %i (%s) ends with %i', async (status, code, exit) => {
  const { run } = await server({ 'POST /api/jobs/submit': refusal(status, code) })
  expect((await run(folderWith(), ['submit', 'upscale', '--params', '{}'])).code).toBe(exit)
})

test('submit --wait waits for the end and shows the outcome', async () => {
  const { run } = await server({
    'POST /api/jobs/submit': submitted,
    'GET /api/jobs/run_1/status': inTurn({ job_id: 'run_1', status: 'PENDING' }, UPSCALED),
  })
  const { code, stdout } = await run(folderWith(), ['submit', 'upscale', '--params', '{}', '--wait', '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([0, UPSCALED])
})

test.each([
  ['all succeeded', ['run_1'], 0],
  ['one failed', ['run_1', 'run_2'], 9],
  ['one does not exist', ['run_1', 'run_nothing'], 6],
  ['one failed and one does not exist', ['run_nothing', 'run_2', 'run_1'], 9],
  ['part of a batch failed', ['run_1', 'run_3'], 3],
  ['the only one does not exist', ['run_nothing'], 6],
])('the exit code of wait is that of the worst outcome: %s', async (_, ids, exit) => {
  const items = [{ index: 0, status: 'failed', error: { code: 'subject_not_found', message: 'No dish.' } }]
  const { run } = await server({
    'GET /api/jobs/run_1/status': { json: UPSCALED },
    'GET /api/jobs/run_2/status': { json: FAILED },
    'GET /api/jobs/run_3/status': { json: { job_id: 'run_3', status: 'SUCCESS', result: { items } } },
  })
  const { code, stdout } = await run(folderWith(), ['wait', ...ids])
  expect(code).toBe(exit)
  if (ids.includes('run_1')) expect(stdout).toContain('https://x.example/files/ramen.jpg')
  if (ids.includes('run_2')) expect(stdout).toContain('Nobody knows how. (engine_failed)')
})

test('several jobs are printed as one document, and a number is a mobile job', async () => {
  const mobile = { id: 42, status: 'completed', result: { result_url: 'https://x.example/b.jpg' } }
  const { run, seen } = await server({
    'GET /api/jobs/run_1/status': { json: UPSCALED },
    'GET /api/mobile/jobs/42': { json: mobile },
  })
  const { code, json } = await run(folderWith(), ['wait', 'run_1', '42', '--json'])
  expect([code, json()]).toEqual([0, { jobs: [UPSCALED, mobile] }])
  expect(seen.map(({ path }) => path)).toEqual(['/api/jobs/run_1/status', '/api/mobile/jobs/42'])
})

test('a deadline that passes at the second job does not lose the first in JSON output', async () => {
  const { run } = await server({
    'GET /api/jobs/run_1/status': { json: UPSCALED },
    'GET /api/jobs/run_2/status': { json: { ...AT(1), job_id: 'run_2' } },
  })
  const { code, json } = await run(folderWith(), ['wait', 'run_1', 'run_2', '--deadline', '8s', '--json'])
  const error = { code: 'job_timeout', message: expect.stringContaining('has not ended within 8 s') }
  expect([code, json()]).toEqual([9, { schemaVersion: 2, type: 'error', error, jobs: [UPSCALED] }])
})

test('a deadline that passes at the only job leaves nothing but the error in JSON output', async () => {
  const { run } = await server({ 'GET /api/jobs/run_1/status': { json: AT(1) } })
  const { code, json } = await run(folderWith(), ['wait', 'run_1', '--deadline', '1s', '--json'])
  expect([code, Object.keys(json())]).toEqual([9, ['schemaVersion', 'type', 'error']])
})

test.each([
  ['--deadline', '1s'],
  ['--timeout', '1'],
])('%s %s ends the wait with 9, but not the job', async (...flags) => {
  const { run, seen } = await server({ 'GET /api/jobs/run_1/status': { json: AT(1) } })
  const { code, stderr } = await run(folderWith(), ['wait', 'run_1', ...flags])
  expect([code, stderr]).toEqual([9, expect.stringContaining('has not ended within 1 s; the job continues.')])
  expect(seen.some(({ method }) => method === 'DELETE')).toBe(false)
})

test('watch reports each change of a job once, and ends with 9 if it failed', async () => {
  const { run } = await server({
    'GET /api/jobs/run_1/status': inTurn(AT(1), AT(1), AT(2), UPSCALED),
    'GET /api/jobs/run_2/status': { json: FAILED },
  })
  const { code, stdout } = await run(folderWith(), ['watch', 'run_1', '--ndjson'])
  expect(code).toBe(0)
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events.map(({ state, progress }) => [state, progress?.percent])).toEqual([
    ['running', 25],
    ['running', 50],
    ['succeeded', undefined],
  ])
  const failed = await run(folderWith(), ['watch', 'run_2'])
  expect(failed).toMatchObject({ code: 9, stdout: 'run_2  failed     Nobody knows how. (engine_failed)\n' })
})

test('watch without an id follows all running jobs until their end, and reports each outcome', async () => {
  const row = (run_id: string, percent: number) => ({
    id: 1,
    run_id,
    job_type: 'upscale',
    status: 'processing',
    created_at: '2026-11-21T10:00:00.480Z',
    ...(percent > 0 && { progress: { ...AT(1).progress, percent } }),
  })
  const page = (...jobs: object[]) => ({ jobs, next_cursor: null })
  const { run } = await server({
    'GET /api/me/jobs': inTurn(page(row('run_1', 25), row('run_2', 0)), page(row('run_1', 25)), page()),
    'GET /api/jobs/run_1/status': { json: UPSCALED },
    'GET /api/jobs/run_2/status': { json: FAILED },
  })
  const { code, stdout } = await run(folderWith(), ['watch'])
  expect(code).toBe(0)
  expect(stdout.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    'run_1 upscale running 25 % Tile 1 of 4',
    'run_2 upscale pending',
    'run_2 upscale failed Nobody knows how. (engine_failed)',
    'run_1 upscale succeeded',
    '',
  ])
})

test('watch says so if no job is running', async () => {
  const { run } = await server({ 'GET /api/me/jobs': { json: { jobs: [], next_cursor: null } } })
  expect(await run(folderWith(), ['watch'])).toMatchObject({ code: 0, stdout: '', stderr: 'No job is running.\n' })
})

/** Stops answering for a while after the first request. */
function awayAfterFirst(times: number, route: () => Answer): () => Answer {
  let calls = 0
  return () => (++calls > 1 && calls <= 1 + times ? refusal(503, 'unavailable') : route())
}

test('wait and watch survive a server that is unreachable for a while, and report nothing twice', async () => {
  const row = { id: 1, run_id: 'run_1', job_type: 'upscale', status: 'processing', created_at: '2026-11-21T10:00:00Z' }
  const page = (...jobs: object[]) => ({ jobs, next_cursor: null })
  const job = () => awayAfterFirst(7, inTurn(AT(1), AT(1), UPSCALED))
  const one = await server({ 'GET /api/jobs/run_1/status': job() })
  const another = await server({ 'GET /api/jobs/run_1/status': job() })
  const all = await server({
    'GET /api/me/jobs': awayAfterFirst(4, inTurn(page(row), page(row), page())),
    'GET /api/jobs/run_1/status': { json: UPSCALED },
  })
  const ended = await Promise.all([
    one.run(folderWith(), ['wait', 'run_1', '--json']),
    another.run(folderWith(), ['watch', 'run_1']),
    all.run(folderWith(), ['watch']),
  ])
  const said = `${AWAY}\n${BACK}\n`
  // Progress may be reported in between.
  const withoutProgress = (text: string) => text.replaceAll(/^\d+ of \d+ done.*\n/gm, '')
  expect(ended.map(({ code, stderr }) => [code, withoutProgress(stderr)])).toEqual([
    [0, said],
    [0, said],
    [0, said],
  ])
  const [waited, ...watched] = ended.map(({ stdout }) => stdout)
  expect(JSON.parse(waited!)).toEqual(UPSCALED)
  expect(watched.map((text) => text.match(/running|pending|succeeded/g))).toEqual([
    ['running', 'succeeded'],
    ['pending', 'succeeded'],
  ])
})

test('a server that was never reachable is not waited for', async () => {
  const { run, seen } = await server({ 'GET /api/me/jobs': refusal(503, 'unavailable') })
  expect(await run(folderWith(), ['watch'])).toMatchObject({ code: 1, stderr: expect.not.stringContaining(AWAY) })
  expect(seen).toHaveLength(3)
})

test('an interrupted watch does not count as a failed job', async () => {
  const { run, seen } = await server({ 'GET /api/jobs/run_1/status': { json: AT(1) } })
  const running = run(folderWith(), ['watch', 'run_1'])
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  process.emit('SIGINT')
  expect(await running).toMatchObject({ code: 130, stderr: 'Stopped watching; the jobs continue.\n' })
  expect(seen.some(({ method }) => method === 'DELETE')).toBe(false)
})

test('queue shows waiting jobs, running jobs and workers', async () => {
  const status = {
    queue: { pending: 3, running: 2, succeeded_last_hour: 120, failed_last_hour: 1, oldest_pending_seconds: 1.4 },
    operations: [{ operation: 'enhance', pending: 3, running: 2, oldest_pending_seconds: 1.4 }],
    last_hour: { per_minute: 2, wait_seconds: { p50: 0.1, p95: 1.234 }, run_seconds: { p50: null, p95: null } },
    workers: [{ id: '0b0e', status: 'online', threads: 2, busy: 2, idle: 0, last_seen_at: '2026-11-21T09:30:00.000Z' }],
    engines: [{ capability: 'cutout', engine: 'isnet', model: 'not_loaded' }],
  }
  const { run } = await server({ 'GET /api/jobs/queue/status': { json: status } })
  const { stdout } = await run(folderWith(), ['queue'])
  expect(stdout).toContain('all      3        2        1.4 s')
  expect(stdout).toContain('waiting  0.1 s   1.23 s')
  expect(stdout).toContain('0b0e    online  2     0     2026-11-21T09:30:00.000Z')
  expect(stdout).toContain('cutout      isnet   not loaded')
  expect((await run(folderWith(), ['queue', '--json'])).json()).toEqual(status)
})
