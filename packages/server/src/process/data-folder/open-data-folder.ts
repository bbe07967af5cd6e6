import { access, chmod, constants, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { asDataFolderError, DataFolderError } from '../../base/data-folder-error.ts'

/** Where the database is in a data folder. */
export const databasePath = (folder: string): string => join(folder, 'platelight.db')

/** What older versions made readable for others where the folder was. */
const PRIVATE_NAMES = [
  'platelight.db',
  'platelight.db-wal',
  'platelight.db-shm',
  'secrets.json',
  'blobs',
  'outbox',
  'models',
]

/**
 * Makes the data folder where there is none, for its owner only, and closes to others what is in it.
 *
 * @throws DataFolderError when it cannot be written.
 */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    // The folders above are made as well, so what is missing is where a link leads.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new DataFolderError(`${folder} is below a link that leads nowhere. Mend the link, or name another folder.`)
    throw asDataFolderError(folder, error)
  }
  await Promise.all(PRIVATE_NAMES.map((name) => closeToOthers(join(folder, name))))
}

/** Best effort: what belongs to somebody else is left as it is, and opening it will tell. */
async function closeToOthers(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found && (found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700).catch(() => {})
}
