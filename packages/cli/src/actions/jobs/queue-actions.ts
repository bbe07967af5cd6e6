import type { Platelight } from '@platelight/sdk'
import { EXIT, type ExitCode } from '../../base/exit-codes.ts'
import { columns } from '../../base/text-layout.ts'
import { type Context, withConnection } from '../../context/command-context.ts'

type QueueStatus = Awaited<ReturnType<Platelight['jobs']['queueStatus']>>

/** `platelight jobs queue`: the load of the server, over all accounts. */
export const showQueue = (context: Context): Promise<ExitCode> =>
  withConnection(context, async ({ client }) => {
    const status = await client.jobs.queueStatus()
    context.show(status, () => textOf(status))
    return EXIT.ok
  })

function textOf({ queue, operations, last_hour, workers, engines }: QueueStatus): string {
  const { per_minute, wait_seconds, run_seconds } = last_hour
  const tables = [
    [
      ['QUEUE', 'WAITING', 'RUNNING', 'OLDEST'],
      ['all', String(queue.pending), String(queue.running), seconds(queue.oldest_pending_seconds)],
      ...operations.map(({ operation, pending, running, oldest_pending_seconds }) => [
        operation,
        String(pending),
        String(running),
        seconds(oldest_pending_seconds),
      ]),
    ],
    [
      ['LAST HOUR', 'SUCCEEDED', 'FAILED', 'A MINUTE'],
      ['', String(queue.succeeded_last_hour), String(queue.failed_last_hour), String(per_minute)],
    ],
    [
      ['TIMES', 'MEDIAN', '95TH PERCENTILE'],
      ['waiting', seconds(wait_seconds.p50), seconds(wait_seconds.p95)],
      ['running', seconds(run_seconds.p50), seconds(run_seconds.p95)],
    ],
    [
      ['WORKER', 'STATUS', 'BUSY', 'IDLE', 'SEEN'],
      ...workers.map(({ id, status, busy, idle, last_seen_at }) => [
        id,
        status,
        String(busy),
        String(idle),
        last_seen_at,
      ]),
    ],
    [
      ['CAPABILITY', 'ENGINE', 'MODEL'],
      ...engines.map(({ capability, engine, model }) => [capability, engine, model?.replace('_', ' ') ?? '']),
    ],
  ]
  return tables.map(columns).join('\n\n')
}

const seconds = (value: number | null): string =>
  value === null ? '-' : value < 10 ? `${Number(value.toFixed(2))} s` : `${Math.round(value)} s`
