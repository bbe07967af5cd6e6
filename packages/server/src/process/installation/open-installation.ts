import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from '../../base/config/server-config.ts'
import type { Clock } from '../../base/ports.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import { databasePath, openDataFolder } from '../data-folder/open-data-folder.ts'
import { hasSecrets, requireSameSecrets } from './installation-agreement.ts'
import { loadSecrets, readSecretsFile, type Secrets, secretsPath } from './installation-secrets.ts'

/** What --new-secrets did. */
const SAID = {
  first: 'new secrets were made, as at every first start; --new-secrets replaced nothing',
  same: 'the secrets are intact, so --new-secrets replaced nothing; start without it',
  replaced:
    'new secrets are in force: everybody signs in again, signed links stop working, and each webhook endpoint needs a new secret; API keys stay',
} as const

/**
 * Opens the data folder, the database and the secrets that belong to it.
 *
 * @param options.open Opens the database.
 * @param options.newSecrets Makes new secrets when those of an existing database are lost, or takes those of the file as new.
 * @throws DataFolderError when one of them cannot be used, or when the database is used with other secrets.
 */
export async function openInstallation(
  config: Config,
  options: {
    open: () => Promise<OpenDatabase>
    clock?: Clock
    newSecrets: boolean
    logger?: Logger | undefined
  },
): Promise<{ database: OpenDatabase; secrets: Secrets }> {
  const { dataFolder, secretsFile } = config
  const { open, newSecrets } = options
  await openDataFolder(dataFolder)
  const load = (isInUse: boolean): Promise<Secrets> =>
    secretsFile === undefined
      ? loadSecrets(dataFolder, newSecrets ? 'replace' : isInUse ? 'refuse' : 'make')
      : readSecretsFile(secretsFile)

  // In a folder, secrets are written before the database. So an existing database always had secrets, even while another
  // process starts.
  const ofFolder = config.database === undefined ? await load(existsSync(databasePath(dataFolder))) : undefined
  const database = await open()
  try {
    const secrets = ofFolder ?? (await load(await hasSecrets(database)))
    const path = secretsFile ?? secretsPath(dataFolder)
    const clock = options.clock ?? database.clock
    const were = await requireSameSecrets({ db: database.db, clock }, { secrets, path, replace: newSecrets })
    if (newSecrets) options.logger?.warn({ secrets: path }, SAID[were])
    return { database, secrets }
  } catch (error) {
    await database.close()
    throw error
  }
}
