import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { CONNECTION } from '../../database/postgres/postgres-pool.ts'
import type { JobRunner } from '../job-runner-port.ts'

/** Hears notifications of the database, and begins again by itself when its connection is lost. */
export interface NotificationSource {
  /**
   * Listens until `close`.
   *
   * @param onConnected Called whenever a connection begins. Notifications before it are lost.
   */
  listen(channels: readonly string[], onMessage: (payload: string) => void, onConnected: () => void): Promise<void>
  close(): Promise<void>
}

/** The statement that begins to listen. */
export const listenTo = (channels: readonly string[]): string =>
  channels.map((channel) => `listen ${channel}`).join('; ')

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000

/**
 * Listens on a connection of its own, for a process that runs no jobs.
 *
 * @param options.url The address of the database without a pool in between: a pool gives each statement another connection.
 */
export function notificationListener({ url, logger }: { url: string; logger: Logger }): NotificationSource {
  let client: Client | undefined
  let isClosed = false

  /** Listens until the connection ends. */
  const listenOnce: NotificationSource['listen'] = async (channels, onMessage, onConnected) => {
    const own = new Client({ ...CONNECTION, connectionString: url, application_name: 'platelight listener' })
    client = own
    const ended = new Promise<void>((resolve) => {
      own.on('error', () => resolve())
      own.on('end', () => resolve())
    })
    own.on('notification', ({ payload = '' }) => onMessage(payload))
    try {
      await own.connect()
      await own.query(listenTo(channels))
      onConnected()
      await ended
    } finally {
      await own.end().catch(() => {})
    }
  }

  return {
    async listen(channels, onMessage, onConnected) {
      let wait = FIRST_RETRY_MS
      const connected = () => {
        wait = FIRST_RETRY_MS
        onConnected()
      }
      while (!isClosed) {
        await listenOnce(channels, onMessage, connected).catch((error: unknown) =>
          logger.warn({ err: error }, 'notifications of the database are not heard'),
        )
        if (isClosed) return
        await delay(wait)
        wait = Math.min(MAX_RETRY_MS, wait * 2)
      }
    },
    async close() {
      isClosed = true
      await client?.end().catch(() => {})
    },
  }
}

/** For a process that takes no work. */
export const noJobs = (): JobRunner => ({
  usesTickets: true,
  pool: () => null,
  start: async () => {},
  stop: async () => {},
})
