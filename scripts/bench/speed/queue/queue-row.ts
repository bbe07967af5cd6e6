// The overhead of the queue: a job is submitted and followed to its end, and the same work is given to a thread directly.
// Both have threads of their own. The difference is HTTP, the checks, three transactions, the claim and two files.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { dishPhoto } from '#server-testing/pictures'
import { poolEngine } from '#server-testing/queue'
import { root, type Server, startIn, startServer } from '../../child-process.ts'
import { withPostgres } from '../postgres.ts'
import { inTurn, median, quantile, type Result, type Row } from '../speed-row.ts'

const JOBS = 40
const ROUNDS = 5

const ENV = { PLATELIGHT_THREADS: '1', PLATELIGHT_UPSCALE_MODEL: 'none' }

export const queueJob: Row = {
  name: 'queue: submit to result of a job with almost no work',
  target: 'p50 ≤ 15 ms over the work itself',
  async run() {
    const server = await startServer(ENV)
    return compared(server).finally(server.stop)
  },
}

export const queueJobOnPostgres: Row = {
  name: 'the same on PostgreSQL, with a worker process of its own',
  target: 'p50 ≤ 40 ms over the work itself',
  run: () =>
    withPostgres(async ({ url }) => {
      const env = { ...ENV, PLATELIGHT_DATABASE_URL: url }
      const server = await startServer({ ...env, PLATELIGHT_ROLE: 'api' })
      const worker = await startIn(server.data, { ...env, PLATELIGHT_ROLE: 'worker' })
      return compared(server).finally(async () => {
        await worker.stop()
        await server.stop()
      })
    }),
}

async function compared(server: Server): Promise<Result> {
  const worker = pathToFileURL(join(root, 'packages', 'server', 'dist', 'worker.js'))
  const engine = poolEngine({ threads: 1, limits: DEFAULT_LIMITS, worker })
  try {
    const photo = new Uint8Array(await dishPhoto({ width: 16, height: 12 }))
    const headers = { authorization: `Bearer ${server.key}` }
    const image_url = await upload(server.url, headers, photo)
    const all: number[] = []
    const ours = async () => {
      const taken: number[] = []
      for (let n = 0; n < JOBS; n++) taken.push(await timed(() => job(server.url, headers, image_url)))
      all.push(...taken)
      return median(taken)
    }
    const directly = async () => {
      const taken: number[] = []
      for (let n = 0; n < JOBS; n++) {
        const task = {
          operation: 'upscale' as const,
          params: { image_url: '', scale: 2 },
          inputs: [new Uint8Array(photo)],
        }
        taken.push(await timed(() => engine.perform(task, { signal: new AbortController().signal })))
      }
      return median(taken)
    }
    await ours()
    await directly()
    all.length = 0
    const p50 = await inTurn(ROUNDS, { ours, directly })
    const over = median(p50.ours.map((value, round) => value - (p50.directly[round] ?? Number.NaN)))
    return {
      ours: `${median(p50.ours).toFixed(1)} ms`,
      peer: `${median(p50.directly).toFixed(1)} ms`,
      ratio: null,
      note: `p50 ${over.toFixed(1)} ms over the work itself; p95 ${quantile(all, 0.95).toFixed(1)} ms in all`,
    }
  } finally {
    await engine.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** Submits one job and follows it by its events. */
async function job(url: string, headers: Record<string, string>, image_url: string): Promise<void> {
  const submitted = await fetch(`${url}/api/jobs/submit`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ job_type: 'upscale', params: { image_url } }),
  })
  const { job_id } = (await submitted.json()) as { job_id: string }
  const events = await (await fetch(`${url}/api/jobs/${job_id}/events`, { headers })).text()
  if (!events.includes('"SUCCESS"')) throw new Error(`the job did not succeed: ${events}`)
}

async function upload(url: string, headers: Record<string, string>, photo: Uint8Array<ArrayBuffer>): Promise<string> {
  const body = new FormData()
  body.append('image', new File([photo], 'tiny.jpg'))
  const reply = await fetch(`${url}/api/mobile/uploads`, { method: 'POST', headers, body })
  return ((await reply.json()) as { url: string }).url
}
