import type { Routes, UncheckedCall } from '../../contract/index.ts'
import type { Order } from '../../operations/define.ts'
import { askedBy, type Runs } from '../../runs/runs.ts'
import type { Views } from '../../runs/views.ts'
import { imageOrders } from './orders.ts'

type Done = Pick<Routes<'images'>, keyof typeof imageOrders>

/** The /api picture operations: each is a run that the caller waits for, and answers as `runs/views.ts` words it. */
export const imageRoutes = ({ runs, views }: { runs: Runs; views: Views }): Done => {
  const doing = (translate: (body: never) => Order) => async (call: UncheckedCall) => {
    const { operation, params } = translate(call.body as never)
    return views.result(await runs.finish(operation, params, askedBy(call, 'api'), call.signal))
  }
  return Object.fromEntries(
    Object.entries(imageOrders).map(([method, translate]) => [method, doing(translate)]),
  ) as unknown as Done
}
