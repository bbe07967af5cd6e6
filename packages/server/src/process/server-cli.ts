import { Command, CommanderError } from 'commander'
import { version } from '../../package.json'
import { ConfigError } from '../base/config/server-config.ts'
import { DataFolderError } from '../base/data-folder-error.ts'
import { DatabaseInUse, DatabaseUnreachable, isDatabaseLost } from '../base/database-error.ts'
import { ServiceError } from '../base/service-error.ts'
import { accountsCommand } from '../commands/accounts/operator-accounts.ts'
import { leadsCommand } from '../commands/accounts/operator-leads.ts'
import { backupCommand } from '../commands/backup/operator-backup.ts'
import { growthCommand } from '../commands/growth/operator-growth.ts'
import { guestsCommand } from '../commands/guests/operator-guests.ts'
import { adminCommand } from '../commands/operator-admin.ts'
import { configCommand } from '../commands/operator-config.ts'
import { creditsCommand } from '../commands/operator-credits.ts'
import { doctorCommand } from '../commands/operator-doctor.ts'
import { keysCommand } from '../commands/operator-keys.ts'
import { migrateCommand } from '../commands/operator-migrate.ts'
import { modelsCommand } from '../commands/operator-models.ts'
import { moveCommand } from '../commands/operator-move.ts'
import { secretsCommand } from '../commands/operator-secrets.ts'
import { storageCommand } from '../commands/operator-storage.ts'
import { inboundCommand } from '../commands/payments/operator-inbound.ts'
import { ledgerCommand } from '../commands/payments/operator-ledger.ts'
import { EXIT } from '../commands/server-exit-codes.ts'
import { startCommand } from '../commands/start-command.ts'
import { FolderInUse } from './data-folder/folder-lock.ts'

// The data folder is private to its owner, whatever umask the shell has.
process.umask(0o077)

/** What to type on a bad day. */
const EMERGENCIES = `
When something is wrong:
  a key leaked            platelight-server keys revoke pl_live_4Qm2
  somebody is locked out  platelight-server accounts reset-link --email you@example.com
  an account misbehaves   platelight-server accounts disable --email you@example.com
  the disk is full        platelight-server storage report, then free space or move --to-s3
  it does not start       platelight-server config check, then doctor
  the secrets are lost    platelight-server start --new-secrets, if no backup has them
  everything is lost      platelight-server backup restore FOLDER --data ./data
The runbook has more: docs/operating/runbook.md in the package, and /docs/guides/runbook of a server.`

const program = new Command('platelight-server')
  .description('Runs the Platelight food-photo service and manages its accounts.')
  .version(version, '-V, --version')
  .addHelpText('after', EMERGENCIES)

const commands = [
  startCommand,
  keysCommand,
  adminCommand,
  accountsCommand,
  creditsCommand,
  guestsCommand,
  growthCommand,
  inboundCommand,
  ledgerCommand,
  leadsCommand,
  modelsCommand,
  backupCommand,
  moveCommand,
  storageCommand,
  secretsCommand,
  migrateCommand,
  configCommand,
  doctorCommand,
]
for (const create of commands) program.addCommand(create())
for (const command of everyCommand(program)) command.showHelpAfterError('(see --help)').exitOverride()

// A reader of the output may close it early (`| head`). That neither ends a server nor fails a command.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}

/** These errors are shown as a sentence. Every other error is a bug, and is shown with its stack. */
const isExpected = (error: unknown): error is Error =>
  [ConfigError, DataFolderError, FolderInUse, ServiceError].some((kind) => error instanceof kind)

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof FolderInUse || error instanceof DatabaseInUse) return EXIT.folderInUse
  return isExpected(error) ? EXIT.usage : EXIT.failed
}

program.parseAsync().catch((thrown: unknown) => {
  // It may be lost at any line of a start or a command.
  const error = isDatabaseLost(thrown) ? DatabaseUnreachable.from(thrown, 'The database') : thrown
  process.exitCode = exitCodeOf(error)
  // Commander has already printed the error or the help.
  if (error instanceof CommanderError) return
  const text = isExpected(error) ? error.message : error instanceof Error ? error.stack : String(error)
  // A server that failed to start must end, although its standard input is still open and whatever else it has opened.
  process.stderr.write(`${text}\n`, () => process.exit())
})
