import { Command } from 'commander'
import { emailAddress, positiveNumber } from './argument-types.ts'
import { type SettingFlags, withSettings } from './command-environment.ts'
import { runOperator } from './run-operator.ts'

interface Flags extends SettingFlags {
  readonly email: string
  readonly credits: number
  readonly note: string
  readonly json?: boolean
}

/** `platelight-server credits …` */
export function creditsCommand(): Command {
  const credits = new Command('credits').description('Manage the credits of accounts.')
  withSettings(credits.command('grant'))
    .description('Give credits to an account.')
    .requiredOption('--email <address>', 'e-mail address of the account', emailAddress)
    .requiredOption('--credits <n>', 'number of credits', positiveNumber)
    .option('--note <text>', 'reason, for the ledger', 'granted by an operator')
    .option('--json', 'print JSON')
    .action((flags: Flags) =>
      runOperator(
        flags,
        (operator) => operator.grantCredits(flags.email, flags.credits, flags.note),
        ({ account, granted, credits }) => `${account.email} got ${granted} credits and now has ${credits}.`,
      ),
    )
  return credits
}
