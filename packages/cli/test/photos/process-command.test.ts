import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tree } from '../support/cli-process.ts'
import { type Answer, fakeApi, type Routes, refusal, type Seen } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

interface Body {
  readonly image_urls: string[]
  readonly steps: string[]
}

/** A server that processes photos: one that contains the word `bad` fails, every other one becomes a note. */
async function processor(routes: Routes = {}) {
  let url = ''
  const jobs = new Map<string, { readonly body: Body; polls: number }>()
  const keys = new Map<string, string>()
  const contents = new Map<string, string>()
  const itemOf = (address: string, index: number) => {
    const content = contents.get(new URL(address).pathname.split('/').at(-1)!) ?? address
    if (content.includes('bad')) {
      return { index, status: 'failed', error: { code: 'image_unreadable', message: 'This is no picture.' } }
    }
    const result = { id: `run_${index}`, credits_used: 2, warnings: [], result_url: `${url}/files/${content}.png` }
    return { index, status: 'completed', result }
  }
  const api = await fakeApi({
    'POST /api/mobile/uploads': ({ body }: Seen): Answer => {
      const content = body.toString().split('\r\n\r\n')[1]?.split('\r\n--')[0] ?? ''
      const id = `${createHash('sha256').update(content).digest('hex').slice(0, 8)}.jpg`
      contents.set(id, content)
      return { json: { id, url: `${url}/api/mobile/private-assets/${id}?exp=${Date.now()}&sig=ab12` } }
    },
    'POST /api/estimate': ({ json }: Seen): Answer => {
      const { quantity } = json as { quantity: number }
      return {
        json: { operation: 'process', credits_each: 2, credits: 2 * quantity, available_credits: 99, affordable: true },
      }
    },
    'GET /api/account/credits': { json: { credits: 99 } },
    'POST /api/process': ({ json, headers }: Seen): Answer => {
      const key = String(headers['idempotency-key'])
      const job_id = keys.get(key) ?? `run_batch${jobs.size + 1}`
      const replayed: Record<string, string> = keys.has(key) ? { 'Idempotency-Replayed': 'true' } : {}
      keys.set(key, job_id)
      if (!jobs.has(job_id)) jobs.set(job_id, { body: json as Body, polls: 0 })
      return { headers: replayed, json: { job_id, status: 'pending', job_type: 'batch_process' } }
    },
    ...Object.fromEntries(
      [1, 2, 3].map((number) => [
        `GET /api/jobs/run_batch${number}/status`,
        (): Answer => {
          const job = jobs.get(`run_batch${number}`)
          if (!job) return refusal(404, 'not_found')
          const total = job.body.image_urls.length
          const common = { job_id: `run_batch${number}` }
          if (job.polls++ === 0) {
            const progress = { current: 1, total, percent: Math.floor(100 / total), status: `1 of ${total} done` }
            return { json: { ...common, status: 'PROGRESS', progress } }
          }
          const items = job.body.image_urls.map(itemOf)
          if (items.some(({ status }) => status === 'completed')) {
            return { json: { ...common, status: 'SUCCESS', result: { items } } }
          }
          return { json: { ...common, status: 'FAILURE', error: 'None.', error_code: 'image_unreadable', items } }
        },
      ]),
    ),
    ...Object.fromEntries(
      ['ramen', 'soup', 'pie', ...Array.from({ length: 120 }, (_, index) => `dish${index}`)].map((name) => [
        `GET /files/${name}.png`,
        { bytes: Buffer.from(`made ${name}`) },
      ]),
    ),
    ...routes,
  })
  url = api.url
  const env = { PLATELIGHT_BASE_URL: url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }
  const asked = () => api.seen.filter(({ path }) => path === '/api/process')
  return { ...api, env, asked }
}

const lines = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('a folder is sent as one batch, and each result is saved under its own name', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'ramen', 'menu/cold/b.jpg': 'soup', 'menu/c.jpg': 'bad' })
  const { env, asked } = await processor()
  const args = [
    'process',
    'menu',
    '--recursive',
    '--do',
    'upscale,remove-background',
    '--scale',
    '4',
    '--yes',
    '--ndjson',
  ]
  const { code, stdout } = await command(args, { cwd, env })
  expect(code).toBe(3)
  expect(asked()).toHaveLength(1)
  expect(asked()[0]).toMatchObject({
    json: { steps: ['upscale', 'remove_background'], scale: 4 },
    headers: { 'x-max-credits': '6', 'idempotency-key': expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  const reported = lines(stdout)
  expect(reported.find(({ type }) => type === 'progress')).toEqual({
    schemaVersion: 2,
    type: 'progress',
    done: 1,
    total: 3,
    percent: 33,
  })
  const files = reported.filter(({ type }) => type === 'file')
  expect(files.map(({ file, status }) => `${status} ${file}`).sort()).toEqual([
    'done menu/a.jpg',
    'done menu/cold/b.jpg',
    'failed menu/c.jpg',
  ])
  expect(files.find(({ status }) => status === 'failed')).toMatchObject({
    error: { code: 'image_unreadable', message: 'This is no picture.' },
  })
  expect(reported.at(-1)).toMatchObject({ type: 'summary', done: 2, failed: 1, skipped: 0 })
  expect(Object.entries(tree(join(cwd, 'menu-process'))).map(([name, bytes]) => [name, bytes.toString()])).toEqual([
    ['a-process.png', 'made ramen'],
    ['cold/b-process.png', 'made soup'],
  ])
})

test('a place that is typed is sent with the batch', async () => {
  const cwd = folderWith({ 'a.jpg': 'ramen' })
  const { env, asked } = await processor()
  const args = ['process', 'a.jpg', '--do', 'remove-background', '--subject-box', '0.1,0.2,0.5,0.6']
  expect((await command(args, { cwd, env })).code).toBe(0)
  expect(asked()[0]?.json).toMatchObject({ subject: { box: { x: 0.1, y: 0.2, width: 0.5, height: 0.6 } } })
})

test('existing results are skipped without a call, and if every photo fails the exit code has the reason', async () => {
  const cwd = folderWith({ 'a.jpg': 'ramen', 'a-process.png': 'earlier', 'b.jpg': 'bad' })
  const { env, seen } = await processor()
  const skipped = await command(['process', 'a.jpg', '--do', 'relight', '--json'], { cwd, env })
  expect([skipped.code, skipped.json().summary]).toEqual([0, expect.objectContaining({ skipped: 1, done: 0 })])
  expect(seen).toEqual([])
  const failed = await command(['process', 'b.jpg', '--do', 'relight'], { cwd, env })
  expect([failed.code, failed.stdout]).toEqual([
    6,
    expect.stringContaining('This is no picture. Copy it again from the phone'),
  ])
})

test('more than a hundred photos are several batches, and a limit leaves out photos above it', async () => {
  const names = Array.from({ length: 105 }, (_, index) => [`menu/${index}.jpg`, `dish${index}`])
  const cwd = folderWith(Object.fromEntries(names))
  const { env, asked } = await processor()
  const all = await command(['process', 'menu', '--do', 'relight', '--yes', '--json'], { cwd, env })
  expect([all.code, all.json().summary.done]).toEqual([0, 105])
  expect(asked().map(({ json }) => (json as Body).image_urls.length)).toEqual([100, 5])
  const other = folderWith({ 'a.jpg': 'ramen', 'b.jpg': 'soup', 'c.jpg': 'pie' })
  const capped = await command(['process', '.', '--do', 'relight', '--max-credits', '5', '--json'], { cwd: other, env })
  expect(capped.code).toBe(5)
  expect(capped.json().summary).toMatchObject({ done: 2, failed: 0, remaining: 1, error: { code: 'max_credits' } })
  expect((asked().at(-1)!.json as Body).image_urls).toHaveLength(2)
})

test('a run that was interrupted while saving fetches the other results and orders nothing again', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'ramen', 'menu/b.jpg': 'soup' })
  let isAway = true
  const { env, asked } = await processor({
    'GET /files/soup.png': () => (isAway ? refusal(503, 'overloaded') : { bytes: Buffer.from('made soup') }),
  })
  const args = ['process', 'menu', '--do', 'upscale', '--yes']
  const first = await command(args, { cwd, env })
  expect(first.code).not.toBe(0)
  isAway = false
  const second = await command(args, { cwd, env })
  expect([second.code, second.stdout]).toEqual([0, expect.stringContaining('1 done, 1 already there.')])
  expect(asked()).toHaveLength(1)
  expect(Object.keys(tree(join(cwd, 'menu-process')))).toEqual(['a-process.png', 'b-process.png'])
  expect(readFileSync(join(cwd, 'menu-process/b-process.png'), 'utf8')).toBe('made soup')
})

test('an order that was not fetched for a week is forgotten and its record removed', async () => {
  const cwd = folderWith({ 'menu/a.jpg': 'ramen' })
  const { env } = await processor()
  const old = {
    server: env.PLATELIGHT_BASE_URL,
    job_id: 'run_gone',
    order: { steps: ['upscale'] },
    addresses: ['files/x.jpg'],
    ordered_at: new Date(Date.now() - 8 * 86_400_000).toISOString(),
  }
  const out = join(cwd, 'menu-process')
  mkdirSync(out)
  writeFileSync(join(out, '.platelight-process.json'), JSON.stringify({ schemaVersion: 1, batches: [old] }))
  expect((await command(['process', 'menu', '--do', 'upscale', '--yes'], { cwd, env })).code).toBe(0)
  expect(readdirSync(out)).toEqual(['a-process.png'])
})

test('missing credits end the run with 5, and no photo is reported as failed', async () => {
  const cwd = folderWith({ 'a.jpg': 'ramen', 'b.jpg': 'soup' })
  const { env } = await processor({ 'POST /api/process': refusal(402, 'insufficient_credits') })
  const { code, stdout } = await command(['process', '.', '--do', 'relight', '--yes', '--json'], { cwd, env })
  expect([code, JSON.parse(stdout)]).toMatchObject([5, { type: 'error', error: { code: 'insufficient_credits' } }])
  expect(Object.keys(tree(cwd))).toEqual(['a.jpg', 'b.jpg'])
})

test.each([
  [['process', 'a.jpg'], 'Say what to do, as in --do enhance-colors,upscale'],
  [['process', 'a.jpg', '--do', 'fry'], '"fry" is none of upscale, remove-background, enhance-colors, relight.'],
  [['process', 'a.jpg', '--do', 'upscale', '--scale', '3'], 'Allowed choices are 2, 4.'],
  [
    ['process', 'a.jpg', '--do', 'relight', '--subject-point', '0.5'],
    'It must be 2 numbers from 0 to 1 with commas: x,y.',
  ],
  [['process', 'a.jpg', '--do', 'upscale', '-o', 'a.jpg'], 'originals are never overwritten'],
])('%j is refused before anything is sent', async (args, text) => {
  const cwd = folderWith(['a.jpg'])
  const { env, seen } = await processor()
  const { code, stderr } = await command(args, { cwd, env })
  expect([code, seen]).toEqual([2, []])
  expect(stderr).toContain(text)
})

test('a job is shown, waited for and cancelled; the exit code has its outcome', async () => {
  const cwd = folderWith()
  let status = 'PROGRESS'
  const items = [
    { index: 0, status: 'completed', result: { result_url: 'http://x.example/files/a.png' } },
    { index: 1, status: 'failed', error: { code: 'subject_not_found', message: 'No dish.' } },
  ]
  const { env } = await processor({
    'GET /api/jobs/run_9/status': () => {
      const now = status
      status = 'SUCCESS'
      const rest =
        now === 'SUCCESS'
          ? { result: { items } }
          : { progress: { current: 1, total: 2, percent: 50, status: '1 of 2 done' } }
      return { json: { job_id: 'run_9', status: now, ...rest } }
    },
    'GET /api/jobs/run_8/status': {
      json: { job_id: 'run_8', status: 'FAILURE', error: 'It was revoked.', error_code: 'revoked' },
    },
    'GET /api/jobs/run_7/status': { json: { job_id: 'run_7', status: 'PENDING' } },
    'DELETE /api/jobs/run_9': { json: { job_id: 'run_9', status: 'revoked', message: 'The job was revoked.' } },
    'DELETE /api/jobs/run_8': refusal(409, 'job_finished', 'The job has succeeded.'),
  })
  const shown = await command(['jobs', 'status', 'run_9'], { cwd, env })
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('1 of 2 done (50 %)')])
  const waited = await command(['jobs', 'wait', 'run_9'], { cwd, env })
  expect(waited.code).toBe(3)
  expect(waited.stdout).toContain('failed: No dish. (subject_not_found)')
  expect(waited.stdout).toContain('http://x.example/files/a.png')
  const revoked = await command(['jobs', 'wait', 'run_8', '--json'], { cwd, env })
  expect([revoked.code, revoked.json().error_code]).toEqual([9, 'revoked'])
  const late = await command(['jobs', 'wait', 'run_7', '--deadline', '1s'], { cwd, env })
  expect([late.code, late.stderr]).toEqual([9, expect.stringContaining('has not ended within 1 s;')])
  expect((await command(['jobs', 'cancel', 'run_9'], { cwd, env })).stdout).toBe('revoked  run_9\n')
  expect((await command(['jobs', 'cancel', 'run_8'], { cwd, env })).code).toBe(6)
  expect((await command(['jobs', 'status', 'run_nothing'], { cwd, env })).code).toBe(6)
})
