import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/base/config/server-config.ts'
import { openCore } from '../../src/process/open-core.ts'
import { startProcess } from '../support/server-process.ts'
import { createPostgresDatabase, isOnPostgres, onPostgres } from '../support/test-database.ts'

let folder: string
let database: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platelight-installation-'))
  database = isOnPostgres ? await createPostgresDatabase() : undefined
})
afterEach(async () => {
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

const configOf = (name: string, secretsFile?: string) =>
  readConfig({
    PLATELIGHT_DATA: join(folder, name),
    PLATELIGHT_PORT: '0',
    ...(database && { PLATELIGHT_DATABASE_URL: database.url }),
    ...(secretsFile && { PLATELIGHT_SECRETS_FILE: join(folder, secretsFile) }),
  })
const opened = async (name: string, secretsFile?: string, newSecrets = false) => {
  const core = await openCore(configOf(name, secretsFile), { newSecrets })
  await core.close()
  return core.secrets
}
const otherSecrets = () =>
  JSON.stringify(
    Object.fromEntries(['sessions', 'links', 'webhooks'].map((name) => [name, randomBytes(32).toString('base64')])),
  )

test('secrets that were exchanged are refused, and accepted with --new-secrets', async () => {
  await opened('one')
  await writeFile(join(folder, 'one', 'secrets.json'), otherSecrets())
  await expect(opened('one')).rejects.toThrow(/one\/secrets\.json are not those that this database is used with/)
  const accepted = await opened('one', undefined, true)
  expect(await opened('one')).toEqual(accepted)
})

test('a shared file is used in place of the one in the data folder, which is not made', async () => {
  await writeFile(join(folder, 'shared.json'), otherSecrets())
  const first = await opened('one', 'shared.json')
  expect(await opened('one', 'shared.json')).toEqual(first)
  expect(await readdir(join(folder, 'one'))).not.toContain('secrets.json')
})

test('a database that a newer version has changed is refused in one sentence that says what to do', async () => {
  const core = await openCore(configOf('one'))
  await core.database.db
    .insertInto('migrations' as never)
    .values({ name: '9999_later', applied_at: '2030-01-01T00:00:00.000Z' } as never)
    .execute()
  await core.close()
  const refused = await opened('one').catch((error: Error) => error)
  expect(refused).toMatchObject({ name: 'DataFolderError' })
  expect((refused as Error).message).toMatch(
    /^\S+ was changed by a newer version of the server \(9999_later\)\. Start that version, or restore a backup/,
  )
})

describe('several processes of one database', onPostgres, () => {
  test('a process on another machine needs the secrets of the first, and gets them from a file', async () => {
    const secrets = await opened('one')
    await expect(opened('two')).rejects.toThrow(/two\/secrets\.json is missing.*--new-secrets/)
    expect(await readdir(join(folder, 'two'))).toEqual([])
    await copyFile(join(folder, 'one', 'secrets.json'), join(folder, 'shared.json'))
    expect(await opened('two', 'shared.json')).toEqual(secrets)

    await writeFile(join(folder, 'wrong.json'), otherSecrets())
    await expect(opened('three', 'wrong.json')).rejects.toThrow(
      /wrong\.json are not those that this database is used with\. .*PLATELIGHT_SECRETS_FILE/,
    )
  })

  test('of processes with different secrets that start at once on an empty database, one goes on', async () => {
    const names = ['one', 'two', 'three']
    for (const name of names) await writeFile(join(folder, `${name}.json`), otherSecrets())
    const started = await Promise.allSettled(names.map((name) => opened(name, `${name}.json`)))
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a server with another contract does not start beside the first one, which goes on', async () => {
    const env = { PLATELIGHT_DATABASE_URL: database!.url }
    const server = await startProcess(join(folder, 'one'), { env })
    try {
      await writeFile(join(folder, 'shared.json'), await readFile(join(folder, 'one', 'secrets.json')))
      const core = await openCore(configOf('one'))
      await core.database.db
        .updateTable('installation')
        .set({ value: '0.9.0' })
        .where('name', '=', 'contract')
        .execute()
      await core.close()
      const other = startProcess(join(folder, 'two'), {
        env: { ...env, PLATELIGHT_SECRETS_FILE: join(folder, 'shared.json') },
      })
      await expect(other).rejects.toThrow(
        /ended with 2: Other processes of this database serve version 0\.9\.0 of the contract, .* Stop all of them/,
      )
      // Longer than the interval at which a server looks after its folder, in which there is no database.
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      expect((await fetch(`${server.url}/health`)).status).toBe(200)
      expect(server.errors()).not.toContain('is gone')
    } finally {
      await server.kill('SIGTERM')
    }
  })
})
