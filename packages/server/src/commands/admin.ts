import { Command } from 'commander'
import { type SettingFlags, withSettings } from './environment.ts'
import { INIT, keyLines, operate } from './operate.ts'
import { emailAddress } from './values.ts'

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
    .action((flags: Flags) => operate(flags, (operator) => operator.createAdmin(flags), keyLines))
  return admin
}
