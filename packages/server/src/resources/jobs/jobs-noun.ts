import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import type { Clock } from '../../base/ports.ts'
import { type Routes, SpecialReply } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import type { Engine } from '../../engines/engine-port.ts'
import type { OrderReader } from '../../operations/order-reader.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { Run } from '../../runs/run.ts'
import { type Runs, runRequestOf } from '../../runs/runs.ts'
import type { WorkerRegistry } from '../../runs/store/worker-registry.ts'
import type { Views } from '../../runs/views/run-views.ts'
import { createJobStreams } from './job-streams.ts'
import { createQueueStatus } from './queue-status.ts'

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly engine: Engine
  readonly queue: Pick<Queue, 'watch'>
  readonly workers: WorkerRegistry
  readonly runs: Runs
  readonly views: Views
  readonly orders: OrderReader
}

/** Queue jobs. Every run is one, whatever started it, under the id of the run. */
export const jobsNoun = part((needs: Needs) => {
  const { config, queue, runs, views, orders } = needs
  const queueStatus = createQueueStatus({ ...needs, engines: config.engines })
  const jobStreams = createJobStreams({ watch: queue.watch })

  /** Items are read only if the run has some and the reply shows them. */
  const itemsOf = async (run: Run) => (run.items === null || run.state === 'running' ? [] : runs.items(run))

  const statusOf = async (accountId: string, jobId: string) => {
    const run = await runs.job(accountId, jobId)
    return { run, status: views.jobStatus(run, await itemsOf(run)) }
  }

  const jobs: Routes<'jobs'> = {
    submit: async (call) => {
      const { job_type } = call.body
      const jobId = await runs.start(orders.read('jobs.submit', call.body), runRequestOf(call, 'queue'))
      return { job_id: jobId, status: 'pending', job_type }
    },

    // By default a name says what machines are called, which is nothing for customers.
    queueStatus: async ({ user }) => {
      const status = await queueStatus()
      if (user.account.role === 'admin') return status
      return { ...status, workers: status.workers.map(({ name: _, ...worker }) => worker) }
    },

    status: async ({ user, path }) => (await statusOf(user.account.id, path.job_id)).status,

    events: async ({ user, path, request, signal }) => {
      const events = await jobStreams.open({
        accountId: user.account.id,
        read: () => statusOf(user.account.id, path.job_id),
        lastId: request.header('Last-Event-ID'),
        signal,
      })
      return new SpecialReply(events ? { kind: 'events', events } : { kind: 'nothing' })
    },

    delete: async ({ user, path }) => {
      const run = await runs.cancelJob(user.account.id, path.job_id)
      return views.jobRevoked(run, await itemsOf(run))
    },
  }
  return { routes: { jobs }, close: async () => jobStreams.close() }
})
