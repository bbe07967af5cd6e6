import { FAKE_OPERATIONS } from './generated/fake-operations.ts'

/** The method whose reply is the result of a job, by the type of the job or the method that starts it. */
const RESULTS: Readonly<Record<string, string>> = {
  process_image: 'images.upscale',
  generate_image: 'images.generate',
  upscale: 'images.upscale',
  compose: 'images.compose',
  'mobileJobs.create': 'mobile.create',
  'mobileJobs.generate': 'mobile.create',
  'mobileJobs.enhance': 'mobile.enhance',
  'mobileJobs.chatEdit': 'mobile.chatEdit',
  'mobileJobs.layerEdit': 'mobile.chatEdit',
  'mobileJobs.compose': 'images.compose',
  'mobileJobs.assets': 'assets.create',
}

/** A film has no call that waits for it. */
const REEL = {
  ...{
    id: 'run_2b9f44',
    status: 'completed',
    credits_used: 5,
    engine: 'local',
    faithfulness: 'faithful',
    warnings: [],
  },
  ...{ width: 1080, height: 1920, duration_seconds: 5, motion: 'orbit', created_at: '2026-11-21T09:30:00.000Z' },
  ...{ video_url: 'http://127.0.0.1:8787/files/reel.mp4', poster_url: 'http://127.0.0.1:8787/files/reel.jpg' },
}

const replyOf = (operation = ''): unknown => FAKE_OPERATIONS.find(({ name }) => name === operation)?.reply

/** The jobs of a fake. A job is pending at the first look, then in progress, then done. */
export function createFakeJobs() {
  const jobs = new Map<string, { readonly result: unknown; looks: number }>()
  let last = 0

  /** What an operation would make, if it starts a job. */
  function resultOf(operation: string, body: unknown): unknown {
    const { job_type = operation, image_urls } = Object(body)
    if (image_urls) {
      const result = replyOf('images.upscale')
      return { items: image_urls.map((_: unknown, index: number) => ({ index, status: 'completed', result })) }
    }
    return replyOf(RESULTS[job_type]) ?? REEL
  }

  return {
    resultOf,
    /** Starts a job, and gives it an id of its own. */
    start(operation: string, body: unknown, reply: { readonly job_id: unknown }): object {
      const id = typeof reply.job_id === 'number' ? ++last : `run_${++last}`
      jobs.set(String(id), { result: resultOf(operation, body), looks: 0 })
      return { ...reply, job_id: id }
    },
    /** The state of a job, as `jobs.status` or `mobileJobs.get` show it; undefined for one that is not known. */
    look(id: string, isNumber: boolean): object | undefined {
      const job = jobs.get(id)
      if (!job) return undefined
      const isDone = ++job.looks > 2
      const [pending, running, done] = isNumber
        ? ['pending', 'processing', 'completed']
        : ['PENDING', 'PROGRESS', 'SUCCESS']
      return {
        job_id: isNumber ? Number(id) : id,
        status: isDone ? done : job.looks === 1 ? pending : running,
        ...(isDone ? { result: job.result } : { progress: { current: 0, total: 1, percent: 0, status: 'Waiting' } }),
      }
    },
    /** A job that is done at the next look. */
    finish(id: string): void {
      const job = jobs.get(id)
      if (job) job.looks = 2
    },
  }
}
