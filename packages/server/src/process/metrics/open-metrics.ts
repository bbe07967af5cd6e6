import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../../../package.json'
import type { Config } from '../../base/config/server-config.ts'
import type { Measures } from '../../base/running/measures.ts'

export type Metrics = ReturnType<typeof openMetrics>

/** In seconds: a light request takes milliseconds, a network minutes. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const WORK_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320]
const QUERY_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 20]
const STORAGE_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 20]

/** The metrics of this process, in the form of Prometheus, with those that every Node process has. */
export function openMetrics({ workerName: worker }: Pick<Config, 'workerName'>) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // Gauges with the names of counters. The same without _total are there, too.
  for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`)
  new Gauge({
    name: 'platelight_build_info',
    help: 'The version of the server and the name of the process, as labels of the value 1.',
    labelNames: ['version', 'worker'],
    registers,
  }).set({ version, worker }, 1)

  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: `platelight_${name}`, help, labelNames, registers })
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], labelNames: Label[] = []) =>
    new Histogram({ name: `platelight_${name}`, help, buckets, labelNames, registers })

  const requests = counter('http_requests_total', 'Requests that have ended.', ['operation', 'status'])
  const requestSeconds = histogram(
    'http_request_duration_seconds',
    'Time of requests, that of waiting for a run included.',
    REQUEST_BUCKETS,
    ['operation'],
  )
  const runs = counter('runs_total', 'Runs that this process has ended.', ['operation', 'outcome'])
  const credits = counter('credits_charged_total', 'Credits that runs of this process have cost.')
  const work = histogram('engine_duration_seconds', 'Time of the work of engines.', WORK_BUCKETS, ['operation'])
  const deliveries = counter('delivery_attempts_total', 'Attempts to deliver an event.', ['outcome'])
  const deliverySeconds = histogram('delivery_duration_seconds', 'Time of attempts to deliver.', REQUEST_BUCKETS)
  const letters = counter('letters_total', 'Attempts to send a letter.', ['outcome'])
  const queries = histogram('database_query_duration_seconds', 'Time of statements.', QUERY_BUCKETS)
  const queryErrors = counter('database_errors_total', 'Statements that failed.')
  const storage = histogram('storage_duration_seconds', 'Time of the picture store.', STORAGE_BUCKETS, ['operation'])
  const storageErrors = counter('storage_errors_total', 'Work of the picture store that failed.', ['operation'])

  const measures: Measures = {
    request(operation, status, seconds) {
      requests.inc({ operation, status })
      requestSeconds.observe({ operation }, seconds)
    },
    run(operation, outcome, cost) {
      runs.inc({ operation, outcome })
      credits.inc(cost)
    },
    work: (operation, seconds) => work.observe({ operation }, seconds),
    delivery(outcome, seconds) {
      deliveries.inc({ outcome })
      deliverySeconds.observe(seconds)
    },
    letter: (outcome) => letters.inc({ outcome }),
    query(seconds, isFailed) {
      queries.observe(seconds)
      if (isFailed) queryErrors.inc()
    },
    storage(operation, seconds, isFailed) {
      storage.observe({ operation }, seconds)
      if (isFailed) storageErrors.inc({ operation })
    },
  }
  return { registry, measures }
}
