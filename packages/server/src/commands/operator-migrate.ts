import { Command } from 'commander'
import type { Config } from '../base/config/server-config.ts'
import type { DatabaseVersion } from '../database/database-version.ts'
import { readSettings, type SettingFlags, withSettings } from './command-environment.ts'
import { readDatabase } from './existing-database.ts'

interface Flags extends SettingFlags {
  readonly json?: boolean
}

/** `platelight-server migrate …` */
export function migrateCommand(): Command {
  const migrate = new Command('migrate').description(
    'See and do what a start does to the database by itself. A database of a newer version is refused.',
  )
  withSettings(migrate.command('status'))
    .description('Say which version the database has, and which this server needs. Changes nothing.')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => print(flags, await versionOfExisting(readSettings(flags)), statusLines))
  withSettings(migrate.command('plan'))
    .description('List the migrations that the next start or migrate apply would do. Changes nothing.')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => print(flags, await versionOfExisting(readSettings(flags)), planLines))
  withSettings(migrate.command('apply'))
    .description('Do them now, each in a transaction of its own. Back up first: there is no way back but a backup.')
    .option('--json', 'print JSON')
    .action(apply)
  return migrate
}

async function apply(flags: Flags): Promise<void> {
  const config = readSettings(flags)
  const before = await versionOfExisting(config)
  const [{ chooseDatabase }, { openDataFolder }] = await Promise.all([
    import('../process/adapters.ts'),
    import('../process/data-folder/open-data-folder.ts'),
  ])
  await openDataFolder(config.dataFolder)
  await (await chooseDatabase(config)).close()
  const after = await versionOfExisting(config)
  const done = before.missing.filter((name) => !after.missing.includes(name))
  print(flags, { ...after, done }, ({ applied }) =>
    done.length === 0
      ? [`Nothing was to be done: version ${applied}.`]
      : [...done.map(named), `Done: version ${applied}.`],
  )
}

/** @throws DataFolderError when a newer version has changed the database */
async function versionOfExisting(config: Config): Promise<DatabaseVersion & { exists: boolean }> {
  const [{ versionOf }, { refuseNewer }, { MIGRATIONS }] = await Promise.all([
    import('../database/database-version.ts'),
    import('../database/migrate-database.ts'),
    import('../database/migrations/index.ts'),
  ])
  const found = await readDatabase(config, async (db, name) => {
    const version = await versionOf(db)
    refuseNewer(version.unknown, name)
    return version
  })
  if (found) return { exists: true, ...found }
  const missing = MIGRATIONS.map(({ name }) => name)
  return { exists: false, applied: 'nothing', newest: missing.at(-1) ?? 'nothing', missing, unknown: [] }
}

const named = (name: string) => `  ${name}`

const statusLines = ({ exists, applied, newest, missing }: DatabaseVersion & { exists: boolean }) =>
  !exists
    ? [`There is no database yet. The first start makes it, at version ${newest}.`]
    : missing.length === 0
      ? [`The database has version ${applied}, the newest.`]
      : [`The database has version ${applied}. The next start brings it to ${newest} (${missing.length} to do).`]

const planLines = (version: DatabaseVersion & { exists: boolean }) => [
  ...statusLines(version),
  ...(version.exists ? version.missing.map(named) : []),
]

function print<T extends object>({ json }: Flags, result: T, lines: (result: T) => string[]): void {
  process.stdout.write(`${json ? JSON.stringify(result) : lines(result).join('\n')}\n`)
}
