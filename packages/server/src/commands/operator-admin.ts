import { Command } from 'commander'
import { emailAddress } from './argument-types.ts'
import { type SettingFlags, withSettings } from './command-environment.ts'
import { INIT, keyLines, runOperator } from './run-operator.ts'

interface Flags extends SettingFlags {
  readonly email: string
  readonly name: string
  readonly json?: boolean
  readonly init?: boolean
}

/** `platelight-server admin …` */
export function adminCommand(): Command {
  const admin = new Command('admin').description('Administrators.')
  withSettings(admin.command('create'))
    .description('Make an administrator, or make one of an account that exists, with a key that opens everything.')
    .requiredOption('--email <address>', 'whose account it is', emailAddress)
    .option('--name <text>', 'what the key is for', 'administrator')
    .option(...INIT)
    .option('--json', 'print JSON')
    .action((flags: Flags) => runOperator(flags, (operator) => operator.createAdmin(flags), keyLines))
  return admin
}
