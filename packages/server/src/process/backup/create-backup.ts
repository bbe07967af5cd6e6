import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import SqliteDatabase from 'better-sqlite3'
import pino from 'pino'
import { version } from '../../../package.json'
import type { Config } from '../../base/config/server-config.ts'
import { DataFolderError } from '../../base/data-folder-error.ts'
import { holdBlobs } from '../../blobs/blob-hold.ts'
import { BlobMissing } from '../../blobs/blob-store.ts'
import { namedBlobRepository } from '../../blobs/named-blob-repository.ts'
import { readVersion } from '../../database/database-version.ts'
import { checkSource } from '../../database/move/movable-database.ts'
import { isEqualTable, moveRows } from '../../database/move/move-rows.ts'
import { endUnfinishedMove } from '../../database/move/unfinished-move.ts'
import { connectSqlite } from '../../database/open-sqlite.ts'
import { databaseClock } from '../../database/postgres/database-clock.ts'
import { connectPostgres } from '../../database/postgres/open-postgres.ts'
import { chooseBlobs } from '../adapters.ts'
import { databasePath } from '../data-folder/open-data-folder.ts'
import { secretsPath } from '../installation/installation-secrets.ts'
import { explainMove, type MoveProgress } from '../move/move-data.ts'
import { createMoveEnds, type DatabaseEnd } from '../move/move-ends.ts'
import { asBackupError, type BackupFolder, openBackupFolder, type StoredFile } from './backup-folder.ts'

export interface CreatedBackup {
  readonly folder: string
  readonly name: string
  readonly pictures: number
  /** Pictures that an earlier backup had already. */
  readonly reused: number
  readonly bytes: number
  /** Keys of pictures that a row names and that the store does not have. */
  readonly missing: readonly string[]
  /** Earlier backups that were removed. */
  readonly removed: number
}

/** Pictures that are read at the same time. A piece of each is in memory. */
const AT_ONCE = 4
/** The copy of a database file is made in one step, because a writer in between would make it begin again. */
const ALL_PAGES = 0x7fffffff

type OnProgress = (progress: MoveProgress) => void

/**
 * Copies the database as of one moment, every picture that it names, and the secrets into a folder of backups. Servers may work
 * meanwhile; they delete no picture before it ends. What an earlier backup has is not stored again.
 *
 * @param path The folder of backups, which is created.
 * @param options.keep How many backups the folder has at the end; all by default.
 * @throws DataFolderError with what to do.
 */
export async function createBackup(
  config: Config,
  path: string,
  { keep, onProgress }: { readonly keep?: number | undefined; readonly onProgress: OnProgress },
): Promise<CreatedBackup> {
  // Requests go before backups. Who started this one with `nice`, at a lower priority, may not be allowed to raise it.
  const low = constants.priority.PRIORITY_BELOW_NORMAL
  if (getPriority() < low) setPriority(low)
  const closing: (() => unknown)[] = []
  try {
    const ends = createMoveEnds(config)
    closing.push(ends.close)
    const source = config.database === undefined ? ends.sqlite({ isSource: true }) : ends.postgres()
    await checkSource(source.open(), { inUse: true })
    const secrets = await readFile(config.secretsFile ?? secretsPath(config.dataFolder))
    const folder = await openBackupFolder(path, { passphrase: config.backupPassphrase, create: true })
    closing.push(await folder.lock())
    closing.push(await keepPictures(config, closing))

    const copy = databasePath(await folder.workFolder())
    if (config.database === undefined) await copyFile(databasePath(config.dataFolder), copy)
    else await copyRows(config, { source, copy, onProgress })
    const { applied } = await readVersion(copy)
    const { blobs, ...counts } = await storePictures(config, { folder, copy, onProgress })
    const name = await folder.finish({
      server: version,
      made_at: new Date().toISOString(),
      database_version: applied,
      database: await folder.store(createReadStream(copy)),
      secrets: await folder.store(Readable.from([secrets])),
      blobs,
      missing: counts.missing,
    })
    const removed = keep === undefined ? 0 : await folder.keepNewest(keep)
    return { folder: path, name, ...counts, removed }
  } catch (error) {
    throw explainMove(asBackupError(path, error), config)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** @returns how to let servers delete pictures again */
async function keepPictures(
  { database, dataFolder }: Config,
  closing: (() => unknown)[],
): Promise<() => Promise<unknown>> {
  if (database !== undefined) {
    const { db, close } = connectPostgres({ url: database.url, connections: 1 })
    closing.push(close)
    const clock = await databaseClock(db)
    closing.push(clock.close)
    return holdBlobs(db, clock)
  }
  const { db, close } = connectSqlite(databasePath(dataFolder))
  closing.push(close)
  return holdBlobs(db, { now: () => new Date() })
}

async function copyFile(from: string, to: string): Promise<void> {
  const database = new SqliteDatabase(from, { readonly: true, fileMustExist: true })
  try {
    await database.backup(to, { progress: () => ALL_PAGES })
  } finally {
    database.close()
  }
}

/** Moves the rows of PostgreSQL, as of one moment, into a database file. */
async function copyRows(
  config: Config,
  { source, copy, onProgress }: { source: DatabaseEnd; copy: string; onProgress: OnProgress },
): Promise<void> {
  const ends = createMoveEnds({ ...config, dataFolder: dirname(copy) })
  try {
    const target = ends.sqlite({ isSource: false })
    const tables = await moveRows({
      source: source.open(),
      inUse: true,
      openTarget: async () => target.open(),
      migrateTarget: () => target.migrate(),
      onProgress,
    })
    const different = tables.filter((one) => !isEqualTable(one)).map(({ source: { table } }) => table)
    if (different.length > 0)
      throw new DataFolderError(`The copy of ${source.name} differs in ${different.join(', ')}. Repeat the command.`)
    await endUnfinishedMove(target.open().db)
  } finally {
    await ends.close()
  }
}

/** Stores the pictures that a database file names. Those of the backup before are known by their keys, which keep their bytes. */
async function storePictures(
  config: Config,
  { folder, copy, onProgress }: { folder: BackupFolder; copy: string; onProgress: OnProgress },
): Promise<Pick<CreatedBackup, 'pictures' | 'reused' | 'bytes' | 'missing'> & { blobs: Record<string, StoredFile> }> {
  const earlier = await folder.find().catch(() => undefined)
  const { db, close } = connectSqlite(copy, { readOnly: true })
  const { blobs: store } = await chooseBlobs(config, pino({ level: 'silent' }))
  const blobs: Record<string, StoredFile> = {}
  const missing: string[] = []
  let [pictures, reused, bytes] = [0, 0, 0]
  try {
    const named = namedBlobRepository(db)
    const of = await named.count()
    const keys = named.keys()
    const work = async () => {
      // The workers take turns at one generator.
      for await (const key of keys) {
        const known = earlier?.manifest.blobs[key]
        const isKnown = known !== undefined && (await folder.has(known))
        const stored = isKnown ? known : await store.open(key).then(folder.store).catch(unlessMissing)
        if (stored === undefined) missing.push(key)
        else {
          blobs[key] = stored
          pictures++
          bytes += stored.bytes
          if (isKnown) reused++
        }
        onProgress({ step: 'pictures', blobs: pictures + missing.length, of, bytes })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return { blobs, pictures, reused, bytes, missing }
  } finally {
    await Promise.all([close(), store.close()])
  }
}

const unlessMissing = (error: unknown): undefined => {
  if (!(error instanceof BlobMissing)) throw error
}
