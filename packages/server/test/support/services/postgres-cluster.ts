import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { startService } from './service-script.ts'

/** A PostgreSQL server that only this process uses, so that it may be killed. */
export interface PostgresCluster {
  /** The address of an empty database. The same after every start. */
  readonly url: string
  /** Ends it at once, without a shutdown. What it has committed is kept. */
  kill(): Promise<void>
  /** Starts it again. Resolves when it has recovered and answers. */
  start(): Promise<void>
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

/** A connection to a database, for a question that is asked again and again. A new one would cost more than the answer. */
export async function connected<Result>(
  url: string,
  work: (ask: (text: string) => Promise<Record<string, unknown>[]>) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}

/** Sends statements to a database, one after another, on a connection of their own. @returns the rows of the last one */
export const statements = (url: string, ...texts: string[]): Promise<Record<string, unknown>[]> =>
  connected(url, async (ask) => {
    let rows: Record<string, unknown>[] = []
    for (const text of texts) rows = await ask(text)
    return rows
  })

/** A crash of the server, but not of the machine, loses nothing that was committed. */
const OPTIONS = '-c synchronous_commit=on -c full_page_writes=on'

/**
 * Starts a PostgreSQL server of its own (`scripts/services/with-postgres.sh`).
 *
 * @param settings Of the server, such as `max_connections`.
 */
export async function startCluster(settings: Readonly<Record<string, string | number>> = {}): Promise<PostgresCluster> {
  const variables = ['TEST_POSTGRES_URL', 'TEST_POSTGRES_CONTROL']
  const given = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const env = { POSTGRES_OPTIONS: [OPTIONS, ...given].join(' ') }
  const { values, stop } = await startService('with-postgres.sh', variables, env)
  const [url = '', program = ''] = values
  const control = async (what: string) => {
    await promisify(execFile)(program, [what])
  }
  return { url, kill: () => control('kill'), start: () => control('start'), stop }
}
