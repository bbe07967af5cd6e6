import { createHash } from 'node:crypto'
import { type Answer, fakeApi, type Routes, type Seen } from './fake-api.ts'

export const KEY = 'pl_live_0123456789'

/**
 * Routes of a job queue. A job runs as soon as it is submitted; its result is kept for the status route. A 402 answer is
 * passed to the submitting client at once.
 *
 * @param work answers the operation as if it were called directly
 */
export function queueRoutes(work: Routes[string]): Routes {
  const finished: object[] = []
  const status = (number: number) => (): Answer => ({ json: { job_id: `run_${number}`, ...finished[number] } })
  return {
    'POST /api/jobs/submit': async (seen: Seen): Promise<Answer> => {
      const directCall = { ...seen, json: (seen.json as { params: object }).params }
      const answer = await (typeof work === 'function' ? work(directCall) : work)
      if (!answer || answer.status === 402) return answer ?? {}
      const { error } = answer.json as { error?: { code: string; message: string } }
      finished.push(
        error
          ? { status: 'FAILURE', error: error.message, error_code: error.code }
          : { status: 'SUCCESS', result: answer.json },
      )
      return {
        ...answer,
        status: 200,
        json: { job_id: `run_${finished.length - 1}`, status: 'pending', job_type: 'upscale' },
      }
    },
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, number) => [`GET /api/jobs/run_${number}/status`, status(number)]),
    ),
  }
}

/**
 * A fake server that accepts uploads, prices and runs upscale jobs. Each result carries one warning and costs 2 credits
 * at scale 4, otherwise 1.
 *
 * @param routes replace single routes
 * @returns the server, the environment that points the CLI to it, and `calls`: the submitted jobs with their parameters
 */
export async function upscaleServer(routes: Routes = {}) {
  let url = ''
  const upscale = (seen: Seen): Answer => {
    const { scale = 2, format = 'jpeg' } = seen.json as { scale?: number; format?: string }
    const extension = format === 'jpeg' ? 'jpg' : format
    return {
      json: {
        id: 'run_1',
        status: 'completed',
        credits_used: scale === 4 ? 2 : 1,
        result_url: `${url}/files/out.${extension}`,
        warnings: [{ code: 'no_new_detail', message: 'Resampled.' }],
      },
    }
  }
  const api = await fakeApi({
    ...queueRoutes(routes['POST /api/upscale'] ?? upscale),
    'POST /api/mobile/uploads': ({ body }: Seen): Answer => {
      const content = body.toString().split('\r\n\r\n')[1]?.split('\r\n--')[0] ?? ''
      const id = `${createHash('sha256').update(content).digest('hex').slice(0, 8)}.jpg`
      return { json: { id, url: `${url}/uploads/${id}` } }
    },
    'POST /api/estimate': ({ json }: Seen): Answer => {
      const { body, quantity } = json as { body: { scale?: number }; quantity: number }
      const each = body.scale === 4 ? 2 : 1
      return {
        json: {
          operation: 'upscale',
          credits_each: each,
          credits: each * quantity,
          available_credits: 9,
          affordable: true,
        },
      }
    },
    'GET /api/account/credits': { json: { credits: 9 } },
    ...Object.fromEntries(
      ['jpg', 'webp', 'png'].map((extension) => [
        `GET /files/out.${extension}`,
        { bytes: Buffer.from(`large ${extension}`) },
      ]),
    ),
    ...routes,
  })
  url = api.url
  const env = { PLATELIGHT_BASE_URL: url, PLATELIGHT_API_KEY: KEY }
  const calls = () =>
    api.seen
      .filter(({ path }) => path === '/api/jobs/submit')
      .map((seen) => ({ ...seen, json: (seen.json as { params: object }).params }))
  return { ...api, env, calls }
}
