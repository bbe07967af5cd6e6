import { Command, Option } from 'commander'
import { emailAddress, positiveNumber } from './argument-types.ts'
import { type SettingFlags, withSettings } from './command-environment.ts'
import { runOperator } from './run-operator.ts'

interface Flags extends SettingFlags {
  readonly email: string
  readonly credits?: number
  readonly program?: 'startup'
  readonly note: string
  readonly json?: boolean
}

/** `platelight-server credits …` */
export function creditsCommand(): Command {
  const credits = new Command('credits').description('Manage the credits of accounts.')
  withSettings(credits.command('grant'))
    .description('Give credits to an account: a number, or those of a program, once to each account.')
    .requiredOption('--email <address>', 'e-mail address of the account', emailAddress)
    .addOption(new Option('--credits <n>', 'number of credits').argParser(positiveNumber).conflicts('program'))
    .addOption(new Option('--program <name>', 'startup: 1,000 credits').choices(['startup']))
    .option('--note <text>', 'reason, for the ledger', 'granted by an operator')
    .option('--json', 'print JSON')
    .action(({ email, credits, program, note, ...flags }: Flags, command: Command) => {
      if (credits === undefined && program === undefined)
        command.error('error: give --credits N, or --program startup', { exitCode: 2 })
      return runOperator(
        flags,
        (operator) =>
          program === undefined
            ? operator.grantCredits(email, credits ?? 0, note)
            : operator.grantProgram(email, program),
        ({ account, granted, credits }) => `${account.email} got ${granted} credits and now has ${credits}.`,
      )
    })
  return credits
}
