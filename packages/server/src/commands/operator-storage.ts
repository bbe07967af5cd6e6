import { resolve } from 'node:path'
import { Command } from 'commander'
import type { StorageReport } from '../process/storage/storage-report.ts'
import type { StoredPictures } from '../process/storage/storage-report-repository.ts'
import { type SettingFlags, withSettings } from './command-environment.ts'
import { runOperator } from './run-operator.ts'

interface Flags extends SettingFlags {
  readonly backups?: string
  readonly json?: boolean
}

/** `platelight-server storage …` */
export function storageCommand(): Command {
  const storage = new Command('storage').description('See what takes the room.')
  withSettings(storage.command('report'))
    .description(
      'Sum up pictures, database, other files and backups, by plan and for the largest accounts; what the settings of retention delete next, and when the disk is full.',
    )
    .option('--backups <folder>', 'measure this folder of backups, too')
    .option('--json', 'print JSON')
    .action((flags: Flags) =>
      runOperator(
        flags,
        (operator) => operator.reportStorage(flags.backups === undefined ? undefined : resolve(flags.backups)),
        describeStorage,
      ),
    )
  return storage
}

function describeStorage(report: StorageReport): string {
  const { pictures, database, folder, backups, plans, largest, due, forecast } = report
  const { logs } = database
  const line = (name: string, bytes: number, note = '') =>
    `  ${name.padEnd(24)}${size(bytes).padStart(10)}  ${note}`.trimEnd()
  return [
    `Pictures ${pictures.store === 's3' ? 'in S3' : `in ${folder.path}`}`,
    line('originals', pictures.originals),
    line('results', pictures.results),
    line('thumbnails', pictures.thumbnails),
    line('uploads', pictures.uploads, 'go a week after they were sent'),
    line('logos, exports, others', pictures.others),
    'Beside them',
    line(
      'database',
      database.bytes,
      `with ${logs.events} events, ${logs.deliveries} deliveries and ${logs.letters} letters`,
    ),
    ...Object.entries(folder.other_bytes).map(([name, bytes]) => line(name, bytes)),
    ...(backups === null ? [] : [line('backups', backups.bytes, backups.path)]),
    line('free', folder.free_bytes),
    ...(plans.length === 0 ? [] : ['By plan']),
    ...plans.map((plan) => line(plan.plan, sumOf(plan), `${plan.accounts} accounts`)),
    ...(largest.length === 0 ? [] : ['Largest accounts']),
    ...largest.map((account) => line(account.email, sumOf(account), account.plan)),
    'To come',
    due.photos + due.originals === 0
      ? '  No photo is older than PLATELIGHT_RETENTION_… allows.'
      : `  Within the next hours ${due.photos} photos and the originals of ${due.originals} others are deleted (${size(due.bytes)}), because PLATELIGHT_RETENTION_… says so.`,
    `  ${size(forecast.added_bytes_a_week)} a week are added, by the last four weeks, and ${size(forecast.deleted_bytes_a_week)} are deleted next week.${
      forecast.full_in_weeks === null ? '' : ` The disk is full in about ${weeksOf(forecast.full_in_weeks)}.`
    }`,
  ].join('\n')
}

const weeksOf = (weeks: number) => (weeks > 520 ? 'ten years or more' : `${weeks} week${weeks === 1 ? '' : 's'}`)

const sumOf = ({ originals, uploads, results, thumbnails }: StoredPictures) =>
  originals + uploads + results + thumbnails

const size = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
