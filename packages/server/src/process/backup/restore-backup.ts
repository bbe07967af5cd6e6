import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pino from 'pino'
import type { Config } from '../../base/config/server-config.ts'
import { DataFolderError } from '../../base/data-folder-error.ts'
import { BlobMissing, type Blobs } from '../../blobs/blob-store.ts'
import { isEqualTable, moveRows } from '../../database/move/move-rows.ts'
import { endUnfinishedMove } from '../../database/move/unfinished-move.ts'
import { openSqlite } from '../../database/open-sqlite.ts'
import { chooseBlobs } from '../adapters.ts'
import { databasePath, UNFINISHED_RESTORE } from '../data-folder/open-data-folder.ts'
import { markAsCopy } from '../installation/installation-ownership.ts'
import { secretsPath } from '../installation/installation-secrets.ts'
import { explainMove, type MoveProgress } from '../move/move-data.ts'
import { createMoveEnds } from '../move/move-ends.ts'
import { asBackupError, type StoredFile } from './backup-folder.ts'
import { type OpenedBackup, openBackup } from './verify-backup.ts'

export interface RestoredBackup {
  readonly name: string
  readonly made_at: string
  readonly data: string
  /** The database and the store beside the data folder, if they are elsewhere. */
  readonly database: string | undefined
  readonly accounts: number
  readonly pictures: number
  readonly bytes: number
}

const AT_ONCE = 4

/**
 * Restores a backup into an empty data folder and, with such settings, into an empty PostgreSQL database and a bucket. The
 * restored server is a copy until it is told that it is the original.
 *
 * @param wanted The name of a backup; the newest one by default.
 * @throws DataFolderError when the folder or the database is not empty, or the backup cannot be used.
 */
export async function restoreBackup(
  config: Config,
  path: string,
  { wanted, onProgress }: { wanted: string | undefined; onProgress: (progress: MoveProgress) => void },
): Promise<RestoredBackup> {
  const { dataFolder: data } = config
  const backup = await openBackup(config, path, wanted)
  await claimFolder(data)
  try {
    const read = (file: StoredFile) => Readable.from(backup.folder.read(file))
    const file = databasePath(data)
    await pipeline(read(backup.manifest.database), createWriteStream(file, { mode: 0o600, flush: true }))
    const database = await openSqlite(file)
    const accounts = await markAsCopy(database.db, backup.manifest.made_at)
      .then(() =>
        database.db
          .selectFrom('accounts')
          .select((row) => row.fn.countAll().as('count'))
          .executeTakeFirst(),
      )
      .finally(database.close)
    const elsewhere = config.database && (await moveToPostgres(config, onProgress))
    const pictures = await restorePictures(config, { backup, read, onProgress })
    const secrets = await buffer(read(backup.manifest.secrets))
    await writeFile(secretsPath(data), secrets, { mode: 0o600, flush: true })
    if (elsewhere !== undefined) for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true })
    await rm(join(data, UNFINISHED_RESTORE))
    const { name, manifest } = backup
    return {
      name,
      made_at: manifest.made_at,
      data,
      database: elsewhere,
      accounts: Number(accounts?.count),
      ...pictures,
    }
  } catch (error) {
    throw explainMove(asBackupError(data, error), config)
  }
}

/** Makes an empty folder one that no server starts on. What an earlier attempt left there is removed. */
async function claimFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const content = await readdir(folder)
    if (content.length > 0 && !content.includes(UNFINISHED_RESTORE))
      throw new DataFolderError(`${folder} is not empty. Restore into a new folder. Nothing was changed.`)
    await writeFile(join(folder, UNFINISHED_RESTORE), '')
    for (const name of content.filter((one) => one !== UNFINISHED_RESTORE))
      await rm(join(folder, name), { recursive: true })
  } catch (error) {
    throw asBackupError(folder, error)
  }
}

/** Moves the restored database file into the database of the settings, which has to be empty. @returns its address */
async function moveToPostgres(config: Config, onProgress: (progress: MoveProgress) => void): Promise<string> {
  const ends = createMoveEnds(config)
  try {
    const target = ends.postgres()
    const tables = await moveRows({
      source: ends.sqlite({ isSource: true }).open(),
      openTarget: async () => target.open(),
      migrateTarget: () => target.migrate(),
      onProgress,
    })
    const different = tables.filter((one) => !isEqualTable(one)).map(({ source }) => source.table)
    if (different.length > 0)
      throw new DataFolderError(`The restored ${target.name} differs in ${different.join(', ')}. Repeat the command.`)
    await endUnfinishedMove(target.open().db)
    return target.name
  } finally {
    await ends.close()
  }
}

async function restorePictures(
  config: Config,
  options: {
    backup: OpenedBackup
    read: (file: StoredFile) => Readable
    onProgress: (progress: MoveProgress) => void
  },
): Promise<{ pictures: number; bytes: number }> {
  const { backup, read, onProgress } = options
  const all = Object.entries(backup.manifest.blobs)
  const { blobs } = await chooseBlobs(config, pino({ level: 'silent' }))
  let [pictures, bytes] = [0, 0]
  const waiting = all.values()
  const work = async () => {
    for (const [key, file] of waiting) {
      await restoreBlob(blobs, key, { file, read, folder: config.dataFolder })
      pictures++
      bytes += file.bytes
      onProgress({ step: 'pictures', blobs: pictures, of: all.length, bytes })
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return { pictures, bytes }
  } finally {
    await blobs.close()
  }
}

/** A bucket may have it already, because a key keeps its bytes. */
async function restoreBlob(
  blobs: Blobs,
  key: string,
  { file, read, folder }: { file: StoredFile; read: (file: StoredFile) => Readable; folder: string },
): Promise<void> {
  const size = await blobs.size(key).catch((error: unknown) => {
    if (error instanceof BlobMissing) return undefined
    throw error
  })
  if (size === file.bytes) return
  if (file.pieces.length <= 1) return blobs.put(key, await buffer(read(file)))
  const temporary = join(folder, randomUUID())
  try {
    await pipeline(read(file), createWriteStream(temporary, { mode: 0o600 }))
    await blobs.putFile(key, temporary)
  } finally {
    await rm(temporary, { force: true })
  }
}
