import { existsSync } from 'node:fs'
import { access, chmod, constants, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { asDataFolderError, DataFolderError } from '../../base/data-folder-error.ts'

/** The database of a data folder. */
export const databasePath = (folder: string): string => join(folder, 'platelight.db')

/** The file of a folder into which a backup is being restored. */
export const UNFINISHED_RESTORE = 'unfinished-restore'

/** Files and folders that older versions created readable for other users. */
const PRIVATE_NAMES = [
  'platelight.db',
  'platelight.db-wal',
  'platelight.db-shm',
  'secrets.json',
  'blobs',
  'outbox',
  'models',
  'networks',
]

/**
 * Creates the data folder if there is none, for its owner only, and removes the access of other users to its contents.
 *
 * @throws DataFolderError when it is not writable, or when a restore into it is not finished.
 */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    // Parent folders are created too, so only the target of a symbolic link can be missing.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new DataFolderError(
        `${folder} is below a symbolic link whose target does not exist. Fix the link, or choose another folder.`,
      )
    throw asDataFolderError(folder, error)
  }
  if (existsSync(join(folder, UNFINISHED_RESTORE)))
    throw new DataFolderError(
      `A backup is being restored into ${folder}, or its restore was cut short. Repeat platelight-server backup restore until it succeeds.`,
    )
  await Promise.all(PRIVATE_NAMES.map((name) => makePrivate(join(folder, name))))
}

/** Errors are ignored here: a file of another user fails when it is opened. */
async function makePrivate(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found && (found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700).catch(() => {})
}
