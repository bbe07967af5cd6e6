import { Client } from 'pg'
import { CONNECTION } from './postgres-pool.ts'

const TRIES = 5

/**
 * Whether an address leads through a pool that gives each transaction another connection, such as PgBouncer in transaction mode.
 * Notifications do not arrive there. It is one if two open connections are answered by the same process of the database.
 *
 * @throws Error when there is no connection
 */
export async function isPooled(url: string): Promise<boolean> {
  const clients = [1, 2].map(() => new Client({ ...CONNECTION, connectionString: url, application_name: 'platelight' }))
  for (const client of clients) client.on('error', () => {})
  try {
    for (const client of clients) await client.connect()
    const seen = clients.map(() => new Set<number>())
    for (let tries = 0; tries < TRIES; tries++) {
      for (const [index, client] of clients.entries()) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        seen[index]?.add(rows[0]?.pid ?? 0)
      }
    }
    const [one = new Set(), other = new Set()] = seen
    return [...one].some((pid) => other.has(pid))
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

/** What to do about it. */
export const POOLED =
  'PLATELIGHT_DATABASE_DIRECT_URL is missing or leads through a pool such as PgBouncer, where notifications do not arrive: set it to the address of the database itself'
