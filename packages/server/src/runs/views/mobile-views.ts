import type { Schemas } from '../../contract/index.ts'
import type { Progress, Run } from '../run.ts'
import { failureOf, statusOf } from './run-status.ts'

type MobileJob = Schemas['MobileJob']

/** A run in the form of the mobile and web apps: its serial, and the queue's data in the words of the apps. */
export const createMobileViews = ({
  jobStatus,
}: {
  jobStatus: (run: Run, items: readonly Run[]) => Schemas['JobStatus']
}) => ({
  /** The reply of a submission and of GET /api/mobile/jobs/{job_id}. @param items of a batch, in order */
  mobileJob: (run: Run, items: readonly Run[]): MobileJob => {
    const status = statusOf(run)
    const { progress, result } = jobStatus(run, items)
    return {
      job_id: run.serial,
      status,
      ...(status === 'processing' && { progress: progress ?? WAITING }),
      ...(status === 'completed' && { result: result ?? {} }),
      ...(status === 'failed' && { error: failureOf(run) }),
    }
  },
})

const WAITING: Progress = { current: 0, total: 1, percent: 0, status: 'Waiting' }
