import { Client } from 'pg'
import { CONNECTION } from './postgres-pool.ts'

/** Much longer than a process pauses within a transaction, and shorter than a lease. */
const MAX_IDLE_SECONDS = 20

/**
 * Makes the database end transactions in which nothing happens, unless its operator has set such a limit. A process that is
 * paused in the middle of a transaction would keep its locks for as long as it is paused.
 *
 * It is a setting of the database and not of a session, so it also holds behind a pool such as PgBouncer. A user who may not
 * change the database leaves it as it is.
 *
 * @throws Error when there is no connection
 */
export async function limitIdleTransactions(url: string): Promise<void> {
  const client = new Client({ ...CONNECTION, connectionString: url, application_name: 'platelight' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select current_setting('idle_in_transaction_session_timeout') as limit`)
    if (rows[0]?.limit !== '0') return
    await client
      .query(
        `do $$ begin execute format('alter database %I set idle_in_transaction_session_timeout = ''${MAX_IDLE_SECONDS}s''', current_database()); end $$`,
      )
      .catch(() => {})
  } finally {
    await client.end().catch(() => {})
  }
}
