import type { Schemas } from '../../contract/index.ts'
import type { Progress, Run } from '../run.ts'
import { batchProgress } from '../store/batch-repository.ts'
import { failureOf, queueStatusOf } from './run-status.ts'

/** A run in the form of the queue family, and a batch with its items. */
export function createJobViews({ result }: { result: (run: Run) => Record<string, unknown> | undefined }) {
  /** The result of one item of a batch. */
  const item = (run: Run): Schemas['JobBatchItem'] => {
    const index = run.place ?? 0
    if (run.state !== 'succeeded') return { index, status: 'failed', error: failureOf(run) }
    // Without pictures there is no result to return: it has been deleted since.
    if (run.outputs.length === 0) return { index, status: 'failed', error: DELETED }
    const reply = result(run)
    return { index, status: 'completed', ...(reply && { result: reply }) }
  }

  /** The reply of GET /api/jobs/{job_id}/status. @param items of a batch, in order */
  const jobStatus = (run: Run, items: readonly Run[]): Schemas['JobStatus'] => {
    const isBatch = run.items !== null
    const common = { job_id: run.id, status: queueStatusOf(run) }
    if (run.state === 'queued') return common
    if (run.state === 'running') return { ...common, progress: run.progress ?? beginning(run) }
    if (run.state === 'succeeded')
      return { ...common, result: isBatch ? { items: items.map(item) } : (result(run) ?? {}) }
    const { code, message } = failureOf(run)
    return { ...common, error: message, error_code: code, ...(isBatch && { items: items.map(item) }) }
  }

  /** The reply of DELETE /api/jobs/{job_id}, which stays the same when it is repeated. */
  const jobRevoked = (run: Run, items: readonly Run[]): Schemas['JobRevoked'] => {
    const done = items.filter(({ state }) => state === 'succeeded').length
    const message =
      done === 0
        ? 'The job was revoked and its credits released.'
        : `The job was revoked. ${done} of its ${items.length} pictures ${done === 1 ? 'was' : 'were'} finished and paid for before; the other credits are released.`
    return { job_id: run.id, status: 'revoked', message }
  }

  return { jobStatus, jobRevoked }
}

const DELETED = { code: 'not_found', message: 'It was finished, and its picture has been deleted since.' }

const beginning = ({ items }: Run): Progress =>
  items === null ? { current: 0, total: 1, percent: 0, status: 'At work' } : batchProgress(0, items)
