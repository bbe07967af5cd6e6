import { readDatabase, ticketsLeft } from '../database/read-database.ts'
import { dishPhoto } from '../dish-photos.ts'
import { createPostgresDatabase } from '../test-database.ts'
import { severalServers } from './several-servers.ts'

type Settings = Readonly<Record<string, string>>

/**
 * A process that answers requests, and workers, on a database of their own.
 *
 * @param workers The settings of each worker that is there from the beginning.
 * @param shared Settings of all processes.
 */
export async function workersInstallation(workers: readonly Settings[], shared: Settings = {}) {
  const { url, drop } = await createPostgresDatabase()
  const servers = await severalServers({ PLATELIGHT_DATABASE_URL: url, ...shared })
  const close = async () => {
    await servers.close()
    await drop()
  }
  const working: Awaited<ReturnType<typeof servers.start>>[] = []
  const worker = async (settings: Settings = {}) => {
    const one = await servers.start('worker', settings)
    working.push(one)
    return one
  }
  const start = async () => {
    const [front, ...started] = await Promise.all([servers.start('api'), ...workers.map(worker)])
    const [client] = await servers.customerOf([front], 100)
    return { front, client: client!, started }
  }
  const started = await start().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    ...started,
    url,
    worker,
    close,
    /** Ends all workers in order, so that none of them counts as online any more. */
    async endWorkers() {
      const all = working.splice(0)
      for (const { child } of all) child.kill('SIGCONT')
      await Promise.all(all.map((one) => one.kill('SIGTERM')))
    },
    /** What the database says of the work, in its order: its states, the ledger, and how many tickets are left. */
    async accounts() {
      const { db, close } = readDatabase(servers.folder, url)
      try {
        const runs = db.selectFrom('runs').select(['state', 'attempts', 'lease_owner'])
        const entries = db.selectFrom('credit_entries').select(['kind', 'amount'])
        return {
          runs: await runs.orderBy('serial').execute(),
          entries: await entries.orderBy('id').execute(),
          tickets: await ticketsLeft(db),
        }
      } finally {
        await close()
      }
    },
  }
}

export type WorkersInstallation = Awaited<ReturnType<typeof workersInstallation>>

/** A photo that takes some time to enhance, so that a process can be killed meanwhile. */
export const workPhoto = async (seed: number) => new Uint8Array(await dishPhoto({ width: 800, height: 600, seed }))
