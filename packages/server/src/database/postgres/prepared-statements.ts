import type { Pool, PoolClient, QueryResult } from 'pg'
import { NAMES_LOST, SHAPE_CHANGED } from './postgres-dialect.ts'

/** A statement gets a name when a connection carries it out for this time. Most are carried out once or very often. */
const NAMED_FROM = 5
/** A connection keeps a plan for each name. */
const MAX_NAMES = 100
/** Texts that differ in the length of a list come and go. */
const MAX_COUNTED = 1_000

type Query = (text: string, values: unknown[]) => Promise<QueryResult>

/**
 * The connections of a pool, on which statements that are repeated are prepared under a name. The database then reads and
 * plans them once instead of each time, which takes it longer than to carry them out.
 *
 * A name belongs to a connection with the database. A pool in between, such as PgBouncer, gives each transaction another one, so
 * behind it nothing gets a name. It is recognised by its number for the connection, which is not the one of the process that
 * serves it.
 */
export function withPreparedStatements(pool: Pool): Pick<Pool, 'connect' | 'end'> {
  const known = new WeakSet<PoolClient>()
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect()
    if (known.has(client)) return client
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      if (rows[0]?.pid === (client as PoolClient & { processID?: number }).processID) prepareRepeated(client)
    } catch (error) {
      client.release(true)
      throw error
    }
    known.add(client)
    return client
  }
  return { connect: connect as Pool['connect'], end: () => pool.end() }
}

/** Gives names to the statements that this connection repeats. Those without values are sent as they are. */
function prepareRepeated(client: PoolClient): void {
  const query = client.query.bind(client) as Query & ((named: object) => Promise<QueryResult>)
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  /** How many names this connection has used. A name is never used again for another text. */
  let used = 0

  const nameOf = (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || used >= MAX_NAMES) return name
    const count = (counts.get(text) ?? 0) + 1
    if (counts.size >= MAX_COUNTED) counts.clear()
    counts.set(text, count)
    if (count < NAMED_FROM) return undefined
    counts.delete(text)
    names.set(text, `repeated_${++used}`)
    return names.get(text)
  }

  const stop = () => {
    used = MAX_NAMES
    names.clear()
  }

  const changed: Query = async (text, values) => {
    const name = Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    if (name === undefined) return query(text, values)
    return query({ name, text, values }).catch((error: { code?: string }) => {
      if (NAMES_LOST.has(error.code)) stop()
      else if (error.code === SHAPE_CHANGED) names.delete(text)
      else throw error
      // In a transaction this fails as well. It is done again from its begin.
      return query(text, values).catch(() => {
        throw error
      })
    })
  }
  client.query = changed as PoolClient['query']
}
