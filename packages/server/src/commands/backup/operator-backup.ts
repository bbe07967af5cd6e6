import { resolve } from 'node:path'
import { Command } from 'commander'
import type { CreatedBackup } from '../../process/backup/create-backup.ts'
import type { RestoredBackup } from '../../process/backup/restore-backup.ts'
import type { VerifiedBackup } from '../../process/backup/verify-backup.ts'
import { positiveNumber } from '../argument-types.ts'
import { readSettings, type SettingFlags, withSettings } from '../command-environment.ts'
import { createMoveProgress } from '../move-progress.ts'
import { EXIT } from '../server-exit-codes.ts'

interface Flags extends SettingFlags {
  /** The name of a backup. */
  readonly backup?: string
  /** How many backups are kept. */
  readonly keep?: number
  readonly json?: boolean
}

const HELP = `
Examples:
  platelight-server backup create /mnt/backups/platelight --keep 30   # every night, while the server runs
  platelight-server backup verify /mnt/backups/platelight
  platelight-server backup restore /mnt/backups/platelight --data ./restored
  platelight-server start --data ./restored --restored           # sends nothing, deletes no picture

A backup has the database, the pictures that it names, and the secrets, whatever database and store the server uses. The folder
keeps any number of backups, or the newest with --keep; what an earlier one has is not stored again. With PLATELIGHT_BACKUP_PASSPHRASE (or …_FILE) it is encrypted; without
it, keep the folder as safe as the server. Settings are not in it: keep your .env, too.`

/** `platelight-server backup …` */
export function backupCommand(): Command {
  const backup = new Command('backup')
    .description('Back up a server while it runs, check a backup, and restore one.')
    .addHelpText('after', HELP)
  withSettings(backup.command('create'))
    .description('Add a backup to a folder of backups, which is created.')
    .argument('<folder>', 'folder of backups, on another disk')
    .option('--keep <n>', 'remove all backups but the newest n; all are kept by default', positiveNumber)
    .option('--json', 'print JSON')
    .action(create)
  withSettings(backup.command('verify'))
    .description('Read every byte of a backup and compare its checksum.')
    .argument('<folder>', 'folder of backups')
    .option('--backup <name>', 'name of a backup; the newest one by default')
    .option('--json', 'print JSON')
    .action(verify)
  withSettings(backup.command('restore'), 'the new data folder')
    .description(
      'Restore a backup into an empty data folder; with such settings also into an empty PostgreSQL and a bucket.',
    )
    .argument('<folder>', 'folder of backups')
    .option('--backup <name>', 'name of a backup; the newest one by default')
    .option('--json', 'print JSON')
    .action(restore)
  return backup
}

async function create(folder: string, flags: Flags): Promise<void> {
  const config = readSettings(flags)
  const { createBackup } = await import('../../process/backup/create-backup.ts')
  const progress = createMoveProgress(process.stderr)
  const created = await createBackup(config, resolve(folder), { keep: flags.keep, onProgress: progress.show }).finally(
    progress.end,
  )
  print(flags, created, createdLines)
  if (created.missing.length > 0) process.exitCode = EXIT.failed
}

async function verify(folder: string, flags: Flags): Promise<void> {
  const { verifyBackup } = await import('../../process/backup/verify-backup.ts')
  print(flags, await verifyBackup(readSettings(flags), resolve(folder), flags.backup), verifiedLines)
}

async function restore(folder: string, flags: Flags): Promise<void> {
  const config = readSettings(flags)
  const { restoreBackup } = await import('../../process/backup/restore-backup.ts')
  const { show, end } = createMoveProgress(process.stderr)
  const restored = await restoreBackup(config, resolve(folder), { wanted: flags.backup, onProgress: show }).finally(end)
  print(flags, restored, restoredLines)
}

function print<T extends object>(flags: Flags, result: T, lines: (result: T) => string[]): void {
  process.stdout.write(`${flags.json ? JSON.stringify(result) : lines(result).join('\n')}\n`)
}

const size = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`

const createdLines = ({ name, folder, pictures, reused, bytes, missing, removed }: CreatedBackup) => [
  `The backup ${name} in ${folder} has the database, the secrets and ${pictures} pictures (${size(bytes)}); ${reused} of them were there already.`,
  ...(removed === 0 ? [] : [`${removed} earlier ${removed === 1 ? 'backup was' : 'backups were'} removed.`]),
  ...(missing.length === 0
    ? []
    : [
        `${missing.length} pictures are missing from the store: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}`,
      ]),
]

const verifiedLines = ({ name, made_at, server, pictures, bytes, missing }: VerifiedBackup) => [
  `The backup ${name} is whole: the database of ${made_at} (server ${server}), the secrets and ${pictures} pictures, ${size(bytes)}.`,
  ...(missing === 0 ? [] : [`${missing} pictures were missing when it was made.`]),
]

const restoredLines = ({ name, made_at, data, database, accounts, pictures, bytes }: RestoredBackup) => [
  `Restored ${name}, as of ${made_at}: ${accounts} accounts and ${pictures} pictures (${size(bytes)}) in ${data}${database === undefined ? '' : ` and ${database}`}.`,
  `  to look at it           platelight-server start --data ${data} --restored`,
  `  to go on in its place   platelight-server start --data ${data} --original   (once; stop the other server first)`,
  ...(database === undefined ? [] : [`  its secrets             PLATELIGHT_SECRETS_FILE=${data}/secrets.json`]),
]
