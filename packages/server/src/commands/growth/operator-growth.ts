import { Command } from 'commander'
import { moment } from '../argument-types.ts'
import { type SettingFlags, withSettings } from '../command-environment.ts'
import { type Operator, runOperator } from '../run-operator.ts'

interface Flags extends SettingFlags {
  readonly since?: string
}

const HELP = `
Only events of accounts that consent are there. They are kept for 90 days, or until consent is withdrawn. received_at of the last line
is the next --since.`

/** `platelight-server growth …` */
export function growthCommand(): Command {
  const growth = new Command('growth').description('Read what apps have recorded of their use, with consent.')
  withSettings(growth.command('export'))
    .description('Print usage events, oldest first, a JSON object on each line.')
    .option('--since <time>', 'only events received after this time, such as 2026-11-21T10:00:00.000Z', moment)
    .addHelpText('after', HELP)
    .action((flags: Flags) => runOperator(flags, (operator) => operator.usageEvents(flags.since), lines))
  return growth
}

const lines = (events: Awaited<ReturnType<Operator['usageEvents']>>): string =>
  events.map((event) => JSON.stringify(event)).join('\n')
