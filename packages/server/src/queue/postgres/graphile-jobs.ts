import { EventEmitter } from 'node:events'
import {
  Logger as GraphileLogger,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { CONNECTION, outlastLosses } from '../../database/postgres/postgres-pool.ts'
import type { JobRunner, JobRunnerTasks, Ticket } from '../job-runner-port.ts'
import { jobConnections } from './job-connections.ts'
import { listenTo, type NotificationSource } from './notifications.ts'
import { DELIVERIES_TASK, LETTERS_TASK, ticketTask } from './ticket-repository.ts'

/** One connection listens, the other one takes and ends jobs. */
const CONNECTIONS = 2
/** How often jobs are looked for without a notification. */
const POLL_MS = 1_000

/** Creates or updates the tables of graphile-worker. It takes its own lock, so processes may start at once. */
export async function migrateJobs(url: string, logger: Logger): Promise<void> {
  const pool = outlastLosses(new Pool({ ...CONNECTION, connectionString: url, max: 1, application_name: 'platelight' }))
  await runMigrations({ pgPool: pool, logger: graphileLogger(logger) }).finally(() => pool.end())
}

/**
 * Tickets, deliveries and the timetable through graphile-worker: any number of processes share them, and each job goes to
 * one of them. Its listening connection also carries the notifications of `notifications.ts`.
 *
 * @param options.url The address of the database without a pool in between, because it listens.
 */
export function graphileJobs({ url, logger }: { url: string; logger: Logger }): JobRunner & {
  readonly notifications: NotificationSource
} {
  const pool = jobConnections(url, CONNECTIONS)
  const lost = (error: Error) => logger.warn({ err: error }, 'a connection to the database was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => void client.on('error', lost))
  const events: WorkerEvents = new EventEmitter()
  let runner: Runner | undefined
  let name: string | null = null
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id
  })

  return {
    usesTickets: true,
    pool: () => name,
    notifications: {
      async listen(channels, onMessage, onConnected) {
        // Before `start`, so that the first connection is not missed.
        events.on('pool:listen:success', ({ client }) => {
          // After its own statement, because a connection carries out one at a time.
          client.once('drain', () =>
            client
              .query(listenTo(channels))
              .then(onConnected, (error: unknown) =>
                logger.warn({ err: error }, 'notifications of the database are not heard'),
              ),
          )
        })
        events.on('pool:listen:notification', ({ message }) => {
          if (channels.includes(message.channel)) onMessage(message.payload ?? '')
        })
      },
      close: async () => {},
    },
    async start(tasks) {
      runner = await run({
        pgPool: pool,
        events,
        concurrency: tasks.concurrency,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        logger: graphileLogger(logger),
        taskList: taskList(tasks, logger),
        crontab: crontab(tasks),
      })
    },
    async stop() {
      await runner?.stop().catch((error: unknown) => logger.error({ err: error }, 'jobs were not ended in order'))
      await pool.end()
    },
  }
}

function taskList(tasks: JobRunnerTasks, logger: Logger): TaskList {
  const { capabilities, onTicket, onDeliveriesAdded, onLettersAdded, timetable } = tasks
  const tickets = capabilities.map((capability) => {
    const hold = (payload: unknown) => onTicket({ capability, ...(payload as Pick<Ticket, 'nobodyWaits'>) })
    return [ticketTask(capability), hold] as const
  })
  const periodic = timetable.map(
    ({ name, work, failure }) =>
      [
        name,
        async () => {
          await work().catch((error: unknown) => logger.error({ err: error }, failure))
        },
      ] as const,
  )
  return {
    ...Object.fromEntries(tickets),
    ...Object.fromEntries(periodic),
    [DELIVERIES_TASK]: async (payload) => onDeliveriesAdded((payload as { endpointIds: string[] }).endpointIds),
    [LETTERS_TASK]: onLettersAdded,
  }
}

/** The timetable in the notation of cron. */
const crontab = ({ timetable }: JobRunnerTasks): string =>
  timetable.map(({ name, every }) => `${every === 'hour' ? '0' : '*'} * * * * ${name}`).join('\n')

/** Its log says much about each job. What an operator needs to know is in ours. */
const graphileLogger = (logger: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message, meta) => {
    if (level === 'error') logger.warn({ err: meta?.error }, message)
    else logger.debug(message)
  })
