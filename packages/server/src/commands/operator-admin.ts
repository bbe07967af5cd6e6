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
  const admin = new Command('admin').description('Manage administrators.')
  withSettings(admin.command('create'))
    .description('Create an administrator, or make an existing account one, with a key for everything.')
    .requiredOption('--email <address>', 'e-mail address of the account', emailAddress)
    .option('--name <text>', 'name of the key', 'administrator')
    .option(...INIT)
    .option('--json', 'print JSON')
    .action((flags: Flags) => runOperator(flags, (operator) => operator.createAdmin(flags), keyLines))
  return admin
}
