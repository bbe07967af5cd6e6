import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../base/config/server-config.ts'
import { asDataFolderError, DataFolderError } from '../../base/data-folder-error.ts'
import { DatabaseUnreachable, isDatabaseLost } from '../../base/database-error.ts'
import { ServiceError } from '../../base/service-error.ts'
import { type MovedBlobs, moveBlobs } from '../../blobs/move-blobs.ts'
import { namedBlobRepository } from '../../blobs/named-blob-repository.ts'
import { S3Problem } from '../../blobs/s3/s3-problem.ts'
import { checkSource, type MovableDatabase } from '../../database/move/movable-database.ts'
import { type ComparedTable, isEqualTable, moveRows, type RowMoveProgress } from '../../database/move/move-rows.ts'
import { endUnfinishedMove } from '../../database/move/unfinished-move.ts'
import { withoutPassword } from '../../database/postgres/open-postgres.ts'
import { lockFolder } from '../data-folder/folder-lock.ts'
import { openDataFolder } from '../data-folder/open-data-folder.ts'
import { forgetHome } from '../installation/installation-ownership.ts'
import { createMoveEnds, type DatabaseEnd, type PictureStores } from './move-ends.ts'

/** What moves between the data folder on one side and PostgreSQL and S3 on the other. */
export interface MoveRequest {
  /** `out` leaves the data folder, `back` returns to it. */
  readonly direction: 'out' | 'back'
  readonly database: boolean
  readonly pictures: boolean
}

export type MoveProgress =
  | RowMoveProgress
  | { readonly step: 'pictures'; readonly blobs: number; readonly of: number; readonly bytes: number }

interface Ends {
  readonly from: string
  readonly to: string
}

export interface MoveResult {
  /** Undefined when only pictures moved. */
  readonly database: (Ends & { readonly tables: readonly ComparedTable[] }) | undefined
  /** Undefined when only the database moved. */
  readonly pictures: (Ends & MovedBlobs) | undefined
  /** Whether everything that the source has is equal in the target. If not, no server starts on the target. */
  readonly isEqual: boolean
}

/**
 * Copies a database, its pictures or both, and compares every row and every byte. The originals are not changed. Repeated
 * after a crash, it continues. Until it succeeds, no server starts on the database that it fills.
 *
 * @throws FolderInUse when a server holds the data folder.
 * @throws DatabaseInUse when a server works on one of the databases.
 * @throws DataFolderError when the source or the target cannot be used, with what to do.
 */
export async function moveData(
  config: Config,
  { direction, database, pictures }: MoveRequest,
  onProgress: (progress: MoveProgress) => void,
): Promise<MoveResult> {
  const { dataFolder } = config
  const isOut = direction === 'out'
  if (isOut && !existsSync(dataFolder)) throw new DataFolderError(`There is no data folder ${dataFolder}.`)
  await openDataFolder(dataFolder)
  const lock = await lockFolder(dataFolder)
  const ends = createMoveEnds(config)
  try {
    // First, so that wrong settings of S3 are found before anything is copied.
    const stores = pictures ? await ends.pictures() : undefined
    const readsPostgres = database ? !isOut : config.database !== undefined
    const source = readsPostgres ? ends.postgres() : ends.sqlite({ isSource: true })
    const target = database ? (isOut ? ends.postgres() : ends.sqlite({ isSource: false })) : undefined
    const tables = target && (await moveTables(source, target, onProgress))
    if (!tables) await checkSource(source.open())
    const moved = stores && (await movePictures(stores, { dataFolder, isOut }, source.open(), onProgress))

    const isEqual = (tables ?? []).every(isEqualTable) && (moved?.different ?? []).length === 0
    if (target && isEqual) {
      await forgetHome(target.open().db)
      await endUnfinishedMove(target.open().db)
    }
    return { database: tables && target && { from: source.name, to: target.name, tables }, pictures: moved, isEqual }
  } catch (error) {
    throw explainMove(error, config)
  } finally {
    await ends.close()
    lock.release()
  }
}

const moveTables = (source: DatabaseEnd, target: DatabaseEnd, onProgress: (progress: MoveProgress) => void) =>
  moveRows({
    source: source.open(),
    openTarget: async () => target.open(),
    migrateTarget: () => target.migrate(),
    onProgress,
  })

/** Moves the pictures that the rows of a database name. */
async function movePictures(
  { folder, bucket, bucketName }: PictureStores,
  { dataFolder, isOut }: { dataFolder: string; isOut: boolean },
  { db }: MovableDatabase,
  onProgress: (progress: MoveProgress) => void,
): Promise<Ends & MovedBlobs> {
  const named = namedBlobRepository(db)
  const of = await named.count()
  const moved = await moveBlobs({
    keys: named.keys(),
    from: isOut ? folder : bucket,
    to: isOut ? bucket : folder,
    onBlob: (blobs, bytes) => onProgress({ step: 'pictures', blobs, of, bytes }),
  })
  const folderName = join(dataFolder, 'blobs')
  return { ...(isOut ? { from: folderName, to: bucketName } : { from: bucketName, to: folderName }), ...moved }
}

const AGAIN = 'What was copied is kept. Repeat the command to continue.'

/** Failures of disks, databases and S3 as a sentence for the operator. */
export function explainMove(error: unknown, { dataFolder, database }: Config): unknown {
  const failure = error instanceof ServiceError && error.cause instanceof Error ? error.cause : error
  if (failure instanceof ServiceError || failure instanceof S3Problem)
    return new DataFolderError(`${failure.message.replace(/\.$/, '')}. ${AGAIN}`, { cause: error })
  const known = DatabaseUnreachable.from(
    asDataFolderError(dataFolder, failure),
    database ? withoutPassword(database.url) : '',
  )
  if (known !== failure || !isDatabaseLost(failure)) return known
  return new DataFolderError(`The database was lost: ${(failure as Error).message}. ${AGAIN}`, { cause: error })
}
