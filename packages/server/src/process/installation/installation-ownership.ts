import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import { DataFolderError } from '../../base/data-folder-error.ts'
import type { Clock } from '../../base/ports.ts'
import { COPY } from '../../blobs/blob-hold.ts'
import type { Blobs } from '../../blobs/blob-store.ts'
import type { Db, OpenDatabase } from '../../database/open-database.ts'
import { databasePath } from '../data-folder/open-data-folder.ts'
import { installationRepository } from './installation-repository.ts'

/** What the operator says of a database that is, or seems to be, a copy. */
export type ToldOwnership = 'restored' | 'original'

/** The rows of `installation` with the name of the installation and with the place where its database is. */
const [ID, HOME] = ['id', 'home']

interface Needs {
  readonly config: Config
  readonly database: OpenDatabase
  readonly clock: Clock
  readonly blobs: Blobs
  readonly plainLogger: Logger
  readonly told?: ToldOwnership | undefined
}

/**
 * Whether this database is a copy, which sends nothing and deletes no pictures until the operator says that it is the original.
 * It is one after a restore, on PostgreSQL elsewhere than it was made, and when its pictures belong to another installation.
 *
 * @throws DataFolderError when it is one and the operator has said nothing.
 */
export const ownershipPart = part(async ({ config, database, clock, blobs, plainLogger, told }: Needs) => {
  const { db } = database
  const installation = installationRepository(db)
  const at = clock.now().toISOString()
  const home = await homeOf(config, db)
  if (told === 'original') {
    await db
      .deleteFrom('installation')
      .where('name', 'in', [COPY, ...(home === undefined ? [] : [HOME])])
      .execute()
  }
  const missing = new Map([[ID, randomUUID()], ...(home === undefined ? [] : [[HOME, home] as const])])
  await installation.addMissing(missing, at)
  const rows = new Map((await installation.list()).map(({ name, value }) => [name, value]))
  const id = rows.get(ID) ?? ''
  // A data folder with its own database and pictures may be copied as a whole, and shares them with nobody.
  const isShared = config.database !== undefined || config.s3 !== undefined
  const owner = isShared ? await ownerOf(blobs, plainLogger, id) : id
  const why = reasonOf({ rows, home, isOfAnother: owner !== undefined && owner !== id })

  if ((told === 'original' && isShared) || (why === undefined && owner === undefined)) await blobs.own(id)
  const isCopy = told !== 'original' && (why !== undefined || told === 'restored')
  if (isCopy && told === undefined)
    throw new DataFolderError(
      `${why} To look at it, start with --restored: it sends no letter and no event, and deletes no picture. If it replaces the server that it comes from, stop that one and start once with --original.`,
    )
  if (isCopy) {
    await markAsCopy(db, at)
    plainLogger.warn('this is a copy: it sends no letters and no events, and deletes no pictures')
  }
  return { provides: { isCopy } }
})

/** A store that does not answer may do so later, and does not prevent the start. */
const ownerOf = (blobs: Blobs, logger: Logger, id: string): Promise<string | undefined> =>
  blobs.owner().catch((error: unknown) => {
    logger.warn({ err: error }, 'the store did not say whose pictures it has')
    return id
  })

/** From now on servers start on a database only when they are told what it is. */
export const markAsCopy = (db: Db, since: string): Promise<void> =>
  installationRepository(db).addMissing(new Map([[COPY, since]]), new Date().toISOString())

/** Makes the database at the other end of a move one whose place is not recorded. The installation moves there. */
export async function forgetHome(db: Db): Promise<void> {
  await db.deleteFrom('installation').where('name', '=', HOME).execute()
}

function reasonOf(seen: { rows: ReadonlyMap<string, string>; home: string | undefined; isOfAnother: boolean }) {
  const copied = seen.rows.get(COPY)
  if (copied !== undefined) return `This database is a copy from ${copied}.`
  const recorded = seen.rows.get(HOME)
  if (seen.home !== undefined && recorded !== undefined && recorded !== seen.home)
    return 'This database is a copy: it was made elsewhere, and a server may still work there.'
  return seen.isOfAnother ? 'The pictures in this store belong to another server.' : undefined
}

/**
 * What only this database has, also after a failover to a standby, and a copy has not. Undefined for a data folder that has
 * its pictures too, which may be copied as a whole, and for a database that does not say.
 */
async function homeOf({ database, s3, dataFolder }: Config, db: Db): Promise<string | undefined> {
  if (database === undefined) {
    if (s3 === undefined) return undefined
    return `file ${(await stat(databasePath(dataFolder), { bigint: true })).ino}`
  }
  const { rows } = await sql<{ home: string }>`
    select system_identifier::text || ' ' || (select oid from pg_database where datname = current_database()) as home
    from pg_control_system()`
    .execute(db)
    .catch(() => ({ rows: [] }))
  return rows[0] && `postgres ${rows[0].home}`
}
