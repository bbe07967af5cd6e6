import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createPostgresDatabase, onPostgres } from '../../../test/support/test-database.ts'
import { connectPostgres } from '../../database/postgres/open-postgres.ts'
import { postgresQueue } from './postgres-queue.ts'

test('progress travels with the end of its run, and alone when none comes', onPostgres, async () => {
  const { url, drop } = await createPostgresDatabase()
  const connection = connectPostgres({ url, connections: 1 })
  const queue = postgresQueue({
    db: connection.db,
    owner: 'here',
    logger: pino({ level: 'silent' }),
    settledAmong: async () => [],
    notifications: { listen: async () => {}, close: async () => {} },
    listeners: { followers: true, workers: true },
  })
  const listener = new Client({ connectionString: url })
  await listener.connect()
  const heard: unknown[] = []
  listener.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload)))
  await listener.query('listen platelight; listen platelight_work')

  queue.progressed('one')
  queue.settled('one')
  const ended = ['here', ['progressed', 'one'], ['settled', 'one']]
  await expect.poll(() => heard).toEqual([ended])

  queue.progressed('two')
  await expect.poll(() => heard).toEqual([ended, ['here', ['progressed', 'two']]])

  // For the process that works on it; those that only wait do not hear of it.
  queue.cancelled('two')
  await expect.poll(() => heard).toHaveLength(3)
  expect(heard[2]).toEqual(['here', ['cancelled', 'two']])

  await queue.close()
  await listener.end()
  await connection.close()
  await drop()
})
