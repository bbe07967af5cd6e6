import type { Routes } from '../../contract/index.ts'
import { enhance } from '../../operations/enhance/enhance-operation.ts'
import { type FormOrders, imageOf } from '../../runs/form-orders.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'
import type { Uploads } from './upload-service.ts'

/** Calls of the mobile app that wait for their result. */
export const mobileRoutes = (deps: {
  runs: Runs
  views: Views
  uploads: Uploads
  formOrders: FormOrders
}): Routes<'mobile'> => {
  const { runs, views, uploads, formOrders } = deps
  return {
    uploads: ({ user, files }) => uploads.store(user.account.id, imageOf(files).path),

    enhance: async (call) => {
      const request = runRequestOf(call, 'mobile')
      const order = await formOrders('mobile.enhance', call, request)
      return views.reply(enhance, await runs.startAndWait(order, request, call.signal))
    },
  }
}
