import { type Early, json } from './scripted-server.ts'

/** The status response of a queue job. */
export const queueJob = (status: unknown, fields: object = {}): Early =>
  json(200, { job_id: 'run_1', status, ...fields })

/** The status response of a mobile or web job. */
export const mobileJob = (status: unknown, fields: object = {}): Early => json(200, { job_id: 42, status, ...fields })

export const progress = (current: number) => ({
  progress: { current, total: 4, percent: current * 25, status: `Tile ${current} of 4` },
})

export const RESULT = { result_url: 'http://127.0.0.1:9/result.jpg' }

/** Collects everything that an iterable yields. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** A logger that collects its lines. */
export function listener() {
  const lines: string[] = []
  const keep = (line: string) => void lines.push(line)
  return { lines, logger: { error: keep, warn: keep, info: () => undefined, debug: () => undefined } }
}
