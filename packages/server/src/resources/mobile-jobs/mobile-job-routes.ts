import type { Call, Routes } from '../../contract/index.ts'
import type { OrderReader } from '../../operations/order-reader.ts'
import type { FormOrders } from '../../runs/form-orders.ts'
import type { Run } from '../../runs/run.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'

/** Jobs of the mobile and web apps. Every run of an account is one, under its serial, whatever call started it. */
export const mobileJobRoutes = (deps: {
  runs: Runs
  views: Views
  formOrders: FormOrders
  orders: OrderReader
}): Routes<'mobileJobs'> => {
  const { runs, views, formOrders, orders } = deps

  /** The items of a batch are read only after it has succeeded, because only then does the job list them. */
  const jobOf = async (run: Run) =>
    views.mobileJob(run, run.items === null || run.state !== 'succeeded' ? [] : await runs.items(run))

  const accept = async (endpoint: string, call: Call<'mobileJobs.chatEdit'> | Call<'mobileJobs.layerEdit'>) => {
    const request = runRequestOf(call, 'mobile')
    const id = await runs.start(orders.readRun(endpoint, call.body), request)
    return jobOf(await runs.job(request.account.id, id))
  }

  return {
    enhance: async (call) => {
      const request = runRequestOf(call, 'mobile')
      const id = await runs.start(await formOrders('mobileJobs.enhance', call, request), request)
      return jobOf(await runs.job(request.account.id, id))
    },

    chatEdit: (call) => accept('mobileJobs.chatEdit', call),
    layerEdit: (call) => accept('mobileJobs.layerEdit', call),

    get: async ({ user, path }) => jobOf(await runs.jobBySerial(user.account.id, path.job_id)),
  }
}
