// PostgreSQL on loopback for rows that compare with it. Nothing is flushed to the disk, for us and for the peers alike.

import { startCluster, statements } from '#server-testing/process'
import type { Result } from './speed-row.ts'

export interface Postgres {
  /** The address of an empty database. */
  readonly url: string
  /** @returns the address of a new, empty database */
  createDatabase(name: string): Promise<string>
}

/**
 * Measures with a PostgreSQL server of its own. Where none is installed, the row says so.
 *
 * @param settings Of the server.
 */
export async function withPostgres(
  measure: (postgres: Postgres) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const cluster = await startCluster(settings).catch((error: Error) => error)
  if (cluster instanceof Error) return { ours: 'skipped', peer: '', ratio: null, note: cluster.message }
  const { url } = cluster
  try {
    return await measure({
      url,
      async createDatabase(name) {
        await statements(url, `create database ${name}`)
        return url.replace(/[^/]*$/, name)
      },
    })
  } finally {
    await cluster.stop()
  }
}
