import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ticketsLeft } from '../../../test/support/database/read-database.ts'
import { type PostgresCluster, startCluster } from '../../../test/support/services/postgres-cluster.ts'
import { onPostgres } from '../../../test/support/test-database.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import { openPostgres } from '../../database/postgres/open-postgres.ts'
import { graphileJobs, migrateJobs } from './graphile-jobs.ts'
import { ticketRepository } from './ticket-repository.ts'

const logger = pino({ level: 'silent' })

describe('while PostgreSQL is away', onPostgres, () => {
  let cluster: PostgresCluster
  let database: OpenDatabase
  beforeEach(async () => {
    cluster = await startCluster()
    database = await openPostgres({ url: cluster.url, connections: 1 })
    await migrateJobs(cluster.url, logger)
  })
  afterEach(async () => {
    await database.close()
    await cluster.stop()
  })

  const holdTicket = async () => {
    const jobs = graphileJobs({ url: cluster.url, logger })
    let end: (() => void) | undefined
    const onTicket = () => new Promise<void>((resolve) => (end = resolve))
    await jobs.start({
      concurrency: 1,
      capabilities: ['pixels'],
      onTicket,
      onDeliveriesAdded: async () => {},
      onLettersAdded: async () => {},
      timetable: [],
    })
    await ticketRepository(database.db).add({ capability: 'pixels', nobodyWaits: false }, 1, 0)
    await expect.poll(() => end).toBeDefined()
    return { jobs, end: () => end?.() }
  }

  // An unhandled rejection would fail the test run, as it ends a server.
  test('a job that ends then is removed afterwards, and the process goes on', async () => {
    const { jobs, end } = await holdTicket()
    await cluster.kill()
    end()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await cluster.start()
    await expect.poll(() => ticketsLeft(database.db)).toBe(0)
    await jobs.stop()
  })

  test('a process can stop although the end of a job could not be written', async () => {
    const { jobs, end } = await holdTicket()
    await cluster.kill()
    end()
    await jobs.stop()
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    await cluster.start()
    expect(await ticketsLeft(database.db)).toBe(1)
  })
})

describe('the timetable of several processes', onPostgres, () => {
  let cluster: PostgresCluster
  beforeEach(async () => {
    cluster = await startCluster()
    await migrateJobs(cluster.url, logger)
  })
  afterEach(() => cluster.stop())

  test('has each task done once at its time, by one of them', async () => {
    const done: { readonly minute: number; readonly by: number }[] = []
    const starting = [0, 1, 2].map(async (by) => {
      const jobs = graphileJobs({ url: cluster.url, logger })
      const work = async () => void done.push({ minute: Math.floor(Date.now() / 60_000), by })
      await jobs.start({
        concurrency: 1,
        capabilities: ['pixels'],
        onTicket: async () => {},
        onDeliveriesAdded: async () => {},
        onLettersAdded: async () => {},
        timetable: [{ name: 'sweep', every: 'minute', work, failure: 'it failed' }],
      })
      return jobs
    })
    const processes = await Promise.all(starting)
    // The next full minute.
    await expect.poll(() => done.length, { interval: 100 }).toBeGreaterThan(0)
    // Another process would have been as quick, or look again within its second.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(done).toEqual([done[0]])
    await Promise.all(processes.map((jobs) => jobs.stop()))
  })
})
