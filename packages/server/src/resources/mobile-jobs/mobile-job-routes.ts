import type { Routes } from '../../contract/index.ts'
import type { Run } from '../../runs/run.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'
import type { FormOrders } from '../mobile/form-orders.ts'
import { mobileJobOrders } from './mobile-job-orders.ts'

/** Jobs of the mobile and web apps: every run of an account is one, under its serial, whatever call started it. */
export const mobileJobRoutes = (deps: { runs: Runs; views: Views; formOrders: FormOrders }): Routes<'mobileJobs'> => {
  const { runs, views, formOrders } = deps

  /** Items are looked for where there are any, and where they are told. */
  const told = async (run: Run) =>
    views.mobileJob(run, run.items === null || run.state !== 'succeeded' ? [] : await runs.items(run))

  return {
    enhance: async (call) => {
      const asked = runRequestOf(call, 'mobile')
      const order = await formOrders(call, asked, mobileJobOrders.enhance)
      const id = await runs.start(order, asked)
      return told(await runs.job(asked.account.id, id))
    },

    get: async ({ user, path }) => told(await runs.jobBySerial(user.account.id, path.job_id)),
  }
}
