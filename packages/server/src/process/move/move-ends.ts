import { existsSync } from 'node:fs'
import pino from 'pino'
import { type Config, ConfigError } from '../../base/config/server-config.ts'
import { DataFolderError } from '../../base/data-folder-error.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import type { MovableDatabase } from '../../database/move/movable-database.ts'
import type { DatabaseConnection } from '../../database/open-database.ts'
import { connectSqlite, openSqlite } from '../../database/open-sqlite.ts'
import { connectPostgres, migratePostgres, withoutPassword } from '../../database/postgres/open-postgres.ts'
import { chooseBlobs } from '../adapters.ts'
import { databasePath } from '../data-folder/open-data-folder.ts'

/** A database that is opened when it is needed, with integers as bigint. */
export interface DatabaseEnd {
  readonly name: string
  open(): MovableDatabase
  /** Creates the tables of the newest version. */
  migrate(): Promise<void>
}

export interface PictureStores {
  readonly folder: Blobs
  readonly bucket: Blobs
  /** Its address, for reports. */
  readonly bucketName: string
}

/** The data folder on one side, PostgreSQL and S3 on the other. */
export function createMoveEnds(config: Config) {
  const { dataFolder, database, s3 } = config
  const closing: (() => Promise<void>)[] = []

  const end = (
    name: string,
    connect: () => DatabaseConnection,
    migrate: (opened: MovableDatabase) => Promise<void>,
  ): DatabaseEnd => {
    let opened: MovableDatabase | undefined
    const open = () => {
      if (opened) return opened
      const { db, close } = connect()
      closing.push(close)
      opened = { db, name }
      return opened
    }
    return { name, open, migrate: () => migrate(open()) }
  }

  return {
    /** @throws DataFolderError when it is the source and does not exist. */
    sqlite({ isSource }: { isSource: boolean }): DatabaseEnd {
      const path = databasePath(dataFolder)
      if (isSource && !existsSync(path))
        throw new DataFolderError(
          `There is no database in ${dataFolder}. Name the folder that the server uses with --data or PLATELIGHT_DATA.`,
        )
      return end(
        path,
        () => connectSqlite(path, { exact: true, readOnly: isSource }),
        async () => (await openSqlite(path)).close(),
      )
    },

    postgres(): DatabaseEnd {
      if (database === undefined) throw new ConfigError(['PLATELIGHT_DATABASE_URL is not set'])
      const { url } = database
      // One for the snapshot that is read, one beside it.
      const connect = () => connectPostgres({ url, connections: 2, exact: true })
      return end(withoutPassword(url), connect, ({ db }) => migratePostgres(db, url))
    },

    /** @throws ConfigError when the settings of S3 are missing or wrong. */
    async pictures(): Promise<PictureStores> {
      if (s3 === undefined) throw new ConfigError(['PLATELIGHT_S3_ENDPOINT is not set'])
      // Reasons of failures are part of the errors.
      const logger = pino({ level: 'silent' })
      const { blobs: folder } = await chooseBlobs({ ...config, s3: undefined }, logger)
      const { blobs: bucket } = await chooseBlobs(config, logger)
      closing.push(() => bucket.close())
      await bucket.check()
      return { folder, bucket, bucketName: `${s3.endpoint}/${s3.bucket}/${s3.prefix}` }
    },

    async close(): Promise<void> {
      for (const close of closing.reverse()) await close()
    },
  }
}
