import { Command } from 'commander'
import { PLANS, type Plan } from '../base/account-plan.ts'
import { emailAddress, keyPrefix, plan, wholeNumber } from './argument-types.ts'
import { type SettingFlags, withSettings } from './command-environment.ts'
import { INIT, keyLines, type Operator, runOperator } from './run-operator.ts'

interface Flags extends SettingFlags {
  readonly email: string
  readonly name: string
  readonly credits: number
  readonly plan?: Plan
  readonly json?: boolean
  readonly init?: boolean
}

/** `platelight-server keys …` */
export function keysCommand(): Command {
  const keys = new Command('keys').description('Manage API keys.')
  withSettings(keys.command('create'))
    .description('Create a key, and its account if there is none with this address.')
    .requiredOption('--email <address>', 'e-mail address of the account', emailAddress)
    .option('--name <text>', 'name of the key', 'created on the server')
    .option('--credits <n>', 'credits to grant', wholeNumber, 0)
    .option('--plan <plan>', `plan of the account: ${PLANS.join(', ')}`, plan)
    .option(...INIT)
    .option('--json', 'print JSON')
    .action((flags: Flags) =>
      runOperator(flags, (operator) => operator.createKey({ ...flags, plan: flags.plan }), keyLines),
    )
  withSettings(keys.command('find'))
    .description('Find out whose key begins like this, for example one that was found in a public place.')
    .argument('<prefix>', 'beginning of the key, such as pl_live_4Qm2', keyPrefix)
    .option('--json', 'print JSON')
    .action((prefix: string, flags: SettingFlags & { json?: boolean }) =>
      runOperator(flags, (operator) => operator.findKeys(prefix), foundLines),
    )
  withSettings(keys.command('list'))
    .description('List the keys of an account, newest first.')
    .requiredOption('--email <address>', 'e-mail address of the account', emailAddress)
    .option('--json', 'print JSON')
    .action((flags: SettingFlags & { email: string; json?: boolean }) =>
      runOperator(flags, (operator) => operator.listKeys(flags.email), listLines),
    )
  withSettings(keys.command('revoke'))
    .description('Revoke a key at once, such as one that leaked.')
    .argument('<key>', 'its id, or its beginning, such as pl_live_4Qm2')
    .option('--json', 'print JSON')
    .action((key: string, flags: SettingFlags & { json?: boolean }) =>
      runOperator(
        flags,
        (operator) => operator.revokeKey(key),
        (revoked) => `Revoked: ${listLines([revoked])}`,
      ),
    )
  return keys
}

type Found = Awaited<ReturnType<Operator['findKeys']>>

const foundLines = (found: Found): string => (found.length === 0 ? 'No key begins like this.' : listLines(found))

const listLines = (found: Found): string =>
  found.length === 0
    ? 'There is no key.'
    : found
        .map(({ id, prefix, email, name, scopes, revoked_at, last_used_at }) => {
          const state = revoked_at ? `revoked ${revoked_at}` : `last used ${last_used_at ?? 'never'}`
          return `${prefix}…  ${id}  ${email}  "${name}" (${scopes.join(', ')})  ${state}`
        })
        .join('\n')
