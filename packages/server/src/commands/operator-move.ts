import { Command, Option } from 'commander'
import { readConfig } from '../base/config/server-config.ts'
import type { MoveRequest } from '../process/move/move-data.ts'
import { readEnvironment, type SettingFlags, withSettings } from './command-environment.ts'
import { createMoveProgress } from './move-progress.ts'
import { moveJson, moveLines } from './move-report.ts'
import { EXIT } from './server-exit-codes.ts'

interface Flags extends SettingFlags {
  /** True without an address. */
  readonly toDatabase?: string | true
  readonly fromDatabase?: string | true
  readonly toS3?: boolean
  readonly fromS3?: boolean
  readonly json?: boolean
}

const HELP = `
Examples:
  platelight-server move --to-database postgres://user:password@db.example.com/platelight --to-s3
  platelight-server move --from-database postgres://user:password@db.example.com/platelight --from-s3

One side is always the data folder (--data). The other is PostgreSQL, and the bucket of the PLATELIGHT_S3_ settings. Without an
address, the database is that of PLATELIGHT_DATABASE_URL, which keeps its password out of the list of processes. Pictures can
move alone; those of the database in use are copied.

Stop every server first. The original is not changed. Afterwards every row, and the SHA-256 of every picture, is compared.
After a crash, repeat the command: it continues. No server starts on a database that is not complete.

Not copied: files that no row names, rate limits, heartbeats, the outbox, converted networks, and secrets.json, which every
server still needs: with other secrets it does not start on the copy.`

/** `platelight-server move …` */
export const moveCommand = (): Command =>
  withSettings(new Command('move'))
    .description('Copy the database and the pictures of a data folder to PostgreSQL and S3, or back.')
    .addOption(out('--to-database [url]', 'copy the database of the data folder to an empty PostgreSQL database'))
    .addOption(out('--to-s3', 'copy the pictures of the data folder to S3'))
    .option('--from-database [url]', 'the way back: copy a PostgreSQL database to a data folder without one')
    .option('--from-s3', 'the way back: copy the pictures from S3 to the data folder')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(move)

const out = (flags: string, description: string) => new Option(flags, description).conflicts(['fromDatabase', 'fromS3'])

async function move(flags: Flags, command: Command): Promise<void> {
  const url = flags.toDatabase ?? flags.fromDatabase
  const request: MoveRequest = {
    direction: flags.toDatabase || flags.toS3 ? 'out' : 'back',
    database: url !== undefined,
    pictures: (flags.toS3 ?? flags.fromS3) === true,
  }
  if (!request.database && !request.pictures)
    command.error('error: say what moves: --to-database, --to-s3, --from-database or --from-s3')
  const overrides = {
    PLATELIGHT_DATA: flags.data,
    PLATELIGHT_DATABASE_URL: typeof url === 'string' ? url : undefined,
  }
  const config = readConfig(readEnvironment(overrides, flags.envFile !== false).env)
  if (request.database && config.database === undefined)
    command.error(
      'error: the address of the database is missing: give it to the option, or set PLATELIGHT_DATABASE_URL',
    )
  if (request.pictures && config.s3 === undefined)
    command.error('error: the bucket is missing: set PLATELIGHT_S3_ENDPOINT and the other settings of S3')

  const progress = createMoveProgress(process.stderr)
  const { moveData } = await import('../process/move/move-data.ts')
  const result = await moveData(config, request, progress.show).finally(progress.end)
  process.stdout.write(`${flags.json ? JSON.stringify(moveJson(result)) : moveLines(result, request, config)}\n`)
  if (!result.isEqual) process.exitCode = EXIT.failed
}
