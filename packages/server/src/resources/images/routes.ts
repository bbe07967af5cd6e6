import type { Routes } from '../../contract/index.ts'
import { askedBy, type Runs } from '../../runs/runs.ts'
import type { Views } from '../../runs/views.ts'
import { imageOrders } from './orders.ts'

/** The /api picture operations: each is a run that the caller waits for. */
export const imageRoutes = ({
  runs,
  views,
}: {
  runs: Runs
  views: Views
}): Pick<Routes<'images'>, 'enhance' | 'upscale'> => ({
  enhance: async (call) => {
    const { operation, params } = imageOrders.enhance(call.body)
    return views.enhanceResult(await runs.finish(operation, params, askedBy(call, 'api'), call.signal))
  },

  upscale: async (call) => {
    const { operation, params } = imageOrders.upscale(call.body)
    return views.upscaleResult(await runs.finish(operation, params, askedBy(call, 'api'), call.signal))
  },
})
