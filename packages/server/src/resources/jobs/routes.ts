import type { Routes } from '../../contract/index.ts'
import type { Run } from '../../runs/run.ts'
import type { Runs } from '../../runs/runs.ts'
import type { Views } from '../../runs/views.ts'

type Left = 'submit' | 'queueStatus' | 'events'

/** Queue jobs: every run is one, whatever started it, under the run's own id. */
export const jobRoutes = ({ runs, views }: { runs: Runs; views: Views }): Routes<'jobs', Left> => {
  /** Items are looked for where there are any, and where they are told. */
  const itemsOf = async (run: Run) => (run.items === null || run.state === 'running' ? [] : runs.items(run))

  return {
    status: async ({ user, path }) => {
      const run = await runs.job(user.account.id, path.job_id)
      return views.jobStatus(run, await itemsOf(run))
    },

    delete: async ({ user, path }) => {
      const run = await runs.revokeJob(user.account.id, path.job_id)
      return views.jobRevoked(run, await itemsOf(run))
    },
  }
}
