import type { AnyHandler, UncheckedCall } from '../../contract/index.ts'
import { BATCH_ENDPOINTS, type OrderReader, RUN_ENDPOINTS } from '../../operations/order-reader.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'

/** The nouns whose endpoints are handled here. The others, such as `photos` and `mobile`, have routes of their own. */
const NOUNS = ['images', 'exports']

/**
 * The handlers of `images.*` and `exports.*` by operationId. An endpoint that performs an operation waits for its run, and the
 * operation builds the reply. An endpoint that takes a batch queues it and replies at once with the id of its job.
 */
export function imageRoutes({
  runs,
  views,
  orders,
}: {
  runs: Runs
  views: Views
  orders: OrderReader
}): Record<string, AnyHandler> {
  const waiting = (endpoint: string) => async (call: UncheckedCall) => {
    const order = orders.readRun(endpoint, call.body)
    return views.result(await runs.startAndWait(order, runRequestOf(call, 'api'), call.signal))
  }
  const accepting = (endpoint: string) => async (call: UncheckedCall) => {
    const jobId = await runs.start(orders.read(endpoint, call.body), runRequestOf(call, 'queue'))
    return { job_id: jobId, status: 'pending', job_type: 'batch_process' }
  }
  const runEndpoints = RUN_ENDPOINTS.filter((endpoint) => NOUNS.some((noun) => endpoint.startsWith(`${noun}.`)))
  return Object.fromEntries([
    ...runEndpoints.map((endpoint) => [endpoint, waiting(endpoint)]),
    ...BATCH_ENDPOINTS.map((endpoint) => [endpoint, accepting(endpoint)]),
  ])
}
