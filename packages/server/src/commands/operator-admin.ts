import { Command } from 'commander'
import { emailAddress } from './argument-types.ts'
import { type SettingFlags, withSettings } from './command-environment.ts'
import { INIT, keyLines, type Operator, runOperator } from './run-operator.ts'

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
  withSettings(admin.command('list'))
    .description('List the administrators.')
    .option('--json', 'print JSON')
    .action((flags: SettingFlags & { json?: boolean }) =>
      runOperator(flags, (operator) => operator.listAdmins(), adminLines),
    )
  withSettings(admin.command('disable'))
    .description('Make an administrator a customer. Their sessions and keys for /api/admin end.')
    .requiredOption('--email <address>', 'e-mail address of the account', emailAddress)
    .option('--json', 'print JSON')
    .action((flags: Flags) => runOperator(flags, (operator) => operator.disableAdmin(flags.email), disabledLines))
  return admin
}

type Admins = Awaited<ReturnType<Operator['listAdmins']>>

const adminLines = (admins: Admins): string =>
  admins.length === 0
    ? 'There is no administrator. Create one with admin create, or with the link in the log of the server.'
    : admins.map(({ email, created_at }) => `${email}  since ${created_at.slice(0, 10)}`).join('\n')

type Disabled = Awaited<ReturnType<Operator['disableAdmin']>>

const disabledLines = ({ email, revoked_keys: keys, administrators }: Disabled): string =>
  [
    `${email} is no administrator any more. Signed out everywhere; keys revoked: ${keys.join(', ') || 'none'}.`,
    ...(administrators === 0 ? ['There is no administrator left. The next start prints a link to create one.'] : []),
  ].join('\n')
