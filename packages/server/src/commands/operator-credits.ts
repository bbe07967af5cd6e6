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
  const credits = new Command('credits').description('Credits of accounts.')
  withSettings(credits.command('grant'))
    .description('Give credits to an account.')
    .requiredOption('--email <address>', 'whose account it is', emailAddress)
    .requiredOption('--credits <n>', 'how many', positiveNumber)
    .option('--note <text>', 'why, as it stands in the ledger', 'granted by an operator')
    .option('--json', 'print JSON')
    .action((flags: Flags) =>
      runOperator(
        flags,
        (operator) => operator.grantCredits(flags.email, flags.credits, flags.note),
        ({ account, granted, credits }) => `${account.email} got ${granted} credits and has ${credits} now.`,
      ),
    )
  return credits
}
