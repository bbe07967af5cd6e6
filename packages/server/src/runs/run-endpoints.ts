import type { AnyHandler, Routes, UncheckedCall } from '../contract/index.ts'
import { BATCH_ENDPOINTS, type OrderReader, RUN_ENDPOINTS } from '../operations/order-reader.ts'
import { type Runs, runRequestOf } from './runs.ts'
import type { Views } from './views/run-views.ts'

export type RunEndpoints = ReturnType<typeof createRunEndpoints>

/**
 * The handlers of a noun's endpoints that perform an operation or take a batch, and do nothing else. One that performs an
 * operation waits for its run, and the operation builds the reply. One that takes a batch queues it and replies at once with the
 * id of its job.
 *
 * @example createRunEndpoints({ runs, views, orders })('images')
 */
export const createRunEndpoints = ({ runs, views, orders }: { runs: Runs; views: Views; orders: OrderReader }) => {
  const waiting = (endpoint: string) => async (call: UncheckedCall) => {
    const order = orders.readRun(endpoint, call.body)
    return views.result(await runs.startAndWait(order, runRequestOf(call, 'api'), call.signal))
  }
  const accepting = (endpoint: string) => async (call: UncheckedCall) => {
    const jobId = await runs.start(orders.read(endpoint, call.body), runRequestOf(call, 'queue'))
    return { job_id: jobId, status: 'pending', job_type: 'batch_process' }
  }
  return <Noun extends string>(noun: Noun) => {
    const of = (endpoints: readonly string[], handle: (endpoint: string) => AnyHandler) =>
      endpoints
        .filter((endpoint) => endpoint.startsWith(`${noun}.`))
        .map((endpoint) => [endpoint.slice(noun.length + 1), handle(endpoint)])
    // The server refuses to start when one is missing.
    return Object.fromEntries([...of(RUN_ENDPOINTS, waiting), ...of(BATCH_ENDPOINTS, accepting)]) as Routes<Noun>
  }
}
