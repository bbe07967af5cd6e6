import type { Routes } from '../../contract/index.ts'
import { captionCopy } from '../../operations/caption-copy/caption-copy-operation.ts'
import { chatEdit } from '../../operations/edit/chat-edit-operation.ts'
import { enhance } from '../../operations/enhance/enhance-operation.ts'
import { generateV2 } from '../../operations/generate/generate-v2-operation.ts'
import type { OrderReader } from '../../operations/order-reader.ts'
import { type FormOrders, imageOf } from '../../runs/form-orders.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'
import type { Uploads } from './upload-service.ts'

/** Calls of the mobile app that wait for their result. */
export const mobileRoutes = (deps: {
  runs: Runs
  views: Views
  uploads: Uploads
  orders: OrderReader
  formOrders: FormOrders
}): Routes<'mobile'> => {
  const { runs, views, uploads, orders, formOrders } = deps
  return {
    uploads: ({ user, files }) => uploads.store(user.account.id, imageOf(files).path),

    create: async (call) => {
      const order = orders.readRun('mobile.create', call.body)
      return views.reply(generateV2, await runs.startAndWait(order, runRequestOf(call, 'mobile'), call.signal))
    },

    captionCopy: async (call) => {
      const order = orders.readRun('mobile.captionCopy', call.body)
      return views.reply(captionCopy, await runs.startAndWait(order, runRequestOf(call, 'mobile'), call.signal))
    },

    enhance: async (call) => {
      const request = runRequestOf(call, 'mobile')
      const order = await formOrders('mobile.enhance', call, request)
      return views.reply(enhance, await runs.startAndWait(order, request, call.signal))
    },

    chatEdit: async (call) => {
      const order = orders.readRun('mobile.chatEdit', call.body)
      return views.reply(chatEdit, await runs.startAndWait(order, runRequestOf(call, 'mobile'), call.signal))
    },
  }
}
