import { Command } from 'commander'
import { PLANS, type Plan } from '../base/account-plan.ts'
import { emailAddress, plan, wholeNumber } from './argument-types.ts'
import { type SettingFlags, withSettings } from './command-environment.ts'
import { INIT, keyLines, runOperator } from './run-operator.ts'

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
  return keys
}
