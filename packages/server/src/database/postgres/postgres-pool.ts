import type { Client, Pool, PoolClient, PoolConfig } from 'pg'

/** The longest wait for a connection. */
const CONNECT_MS = 10_000
/** A connection to a machine that has gone is noticed after this time and ten further seconds. */
const KEEP_ALIVE_MS = 10_000

/**
 * A statement of a running server takes much less. One that takes longer has been sent to a machine that is gone, or whose
 * database does not answer. TCP alone notices that after a quarter of an hour.
 */
export const STATEMENT_MS = 60_000

/** What every connection to PostgreSQL has. */
export const CONNECTION = {
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  connectionTimeoutMillis: CONNECT_MS,
} as const satisfies PoolConfig

/**
 * Makes a pool outlast connections that are lost while they are idle, and end those that do not answer in time.
 *
 * @param onLost Gets the errors of idle connections, such as those of a restarted database.
 * @returns the pool
 */
export function outlastLosses(pool: Pool, onLost: (error: Error) => void = () => {}): Pool {
  // The error names its connection, with more than a log should have.
  pool.on('error', (error) => onLost(Object.assign(error, { client: undefined })))
  pool.on('connect', (client) => {
    // An error between two statements of a transaction would end the process. The next statement reports it.
    client.on('error', () => {})
    endWhenLate(client)
  })
  return pool
}

/**
 * Ends the connection after a statement that took longer than its `query_timeout`. Without that, it would go back into the pool
 * with the statement still under way.
 */
function endWhenLate(client: PoolClient): void {
  onFailure(client, (error) => {
    if (error.message === 'Query read timeout') (client as PoolClient & Client).end().catch(() => {})
    return error
  })
}

/** Passes the errors of all statements of a client through a function. */
function onFailure(client: PoolClient, change: (error: Error) => Error): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const changed = (...args: unknown[]): unknown => {
    const result = query(...args)
    if (!(result instanceof Promise)) return result
    return result.catch((error: Error) => {
      throw change(error)
    })
  }
  client.query = changed as typeof client.query
}
