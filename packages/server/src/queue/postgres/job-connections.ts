import { Pool, type PoolClient } from 'pg'
import { isDatabaseLost } from '../../base/database-error.ts'
import { CONNECTION, outlastLosses, STATEMENT_MS } from '../../database/postgres/postgres-pool.ts'

/** graphile-worker does a statement again that failed with this code (`cannot_connect_now`), with growing pauses. */
const REPEATED = '57P03'

/**
 * The connections of graphile-worker. It marks the end of a job without waiting for the answer, and repeats that only after
 * some errors. An error of any other kind is an unhandled rejection, which ends the process. So a database that was lost is
 * reported as one that cannot be connected to now.
 */
export function jobConnections(url: string, connections: number): Pool {
  const settings = { connectionString: url, max: connections, query_timeout: STATEMENT_MS }
  const pool = outlastLosses(new Pool({ ...CONNECTION, ...settings, application_name: 'platelight jobs' }))
  pool.on('connect', (client) => {
    client.query = reportingLost(client.query.bind(client)) as PoolClient['query']
  })
  const connect = reportingLost(pool.connect.bind(pool))
  // A statement that is repeated after the end would be rejected. Its job is unlocked when this process counts as lost.
  const connectUntilEnd = (...given: unknown[]) => (pool.ending ? new Promise(() => {}) : connect(...given))
  pool.connect = connectUntilEnd as Pool['connect']
  return pool
}

/** Leaves calls with a callback as they are. */
const reportingLost =
  (call: (...given: never[]) => unknown) =>
  (...given: unknown[]): unknown => {
    const result = call(...(given as never[]))
    return result instanceof Promise ? result.catch(refuse) : result
  }

function refuse(error: unknown): never {
  throw isDatabaseLost(error) ? Object.assign(error as Error, { code: REPEATED }) : error
}
