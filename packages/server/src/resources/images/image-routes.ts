import type { Routes, UncheckedCall } from '../../contract/index.ts'
import type { Order } from '../../operations/define-operation.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'
import type { BatchOrders } from './batch-orders.ts'
import type { ImageOrders } from './image-orders.ts'

type Done = Pick<Routes<'images'>, keyof ImageOrders | keyof BatchOrders>

/**
 * The /api picture operations: each is a run that the caller waits for, and answers as `runs/views.ts` words it. A batch
 * answers at once, with the id of its job.
 */
export const imageRoutes = (deps: {
  runs: Runs
  views: Views
  imageOrders: ImageOrders
  batchOrders: BatchOrders
}): Done => {
  const { runs, views, imageOrders, batchOrders } = deps
  const doing = (translate: (body: never) => Order) => async (call: UncheckedCall) => {
    return views.result(await runs.startAndWait(translate(call.body as never), runRequestOf(call, 'api'), call.signal))
  }
  const accepting = (translate: (body: never) => Order) => async (call: UncheckedCall) => {
    const jobId = await runs.start(translate(call.body as never), runRequestOf(call, 'queue'))
    return { job_id: jobId, status: 'pending', job_type: 'batch_process' }
  }
  return {
    ...mapped(imageOrders, doing),
    ...mapped(batchOrders, accepting),
  } as unknown as Done
}

const mapped = <T>(
  orders: Readonly<Record<string, (body: never) => Order>>,
  handle: (translate: (body: never) => Order) => T,
) => Object.fromEntries(Object.entries(orders).map(([method, translate]) => [method, handle(translate)]))
