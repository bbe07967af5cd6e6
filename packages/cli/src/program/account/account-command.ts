import { type Command, Option } from 'commander'
import type { ExportFlags, SettingsFlags } from '../../actions/account-actions.ts'
import type { ListFlags } from '../../actions/show-list.ts'
import { namesOf, onOrOff } from '../../base/flag-values.ts'
import { FORMATS, PICTURE_FORMATS } from '../../generated/cli-enums.ts'
import { PRESETS } from '../../generated/operation-catalogue.ts'
import { listOptions } from '../list-options.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight account …`. */
export function addAccount(program: Command, run: RunAction): void {
  const account = program.command('account').description('show the account of the key')
  const module = () => import('../../actions/account-actions.ts')
  account
    .command('show')
    .description('show server, plan and balance')
    .action(() => run(async (context) => (await module()).showAccount(context)))
  account
    .command('credits')
    .description('show the balance')
    .action(() => run(async (context) => (await module()).showCredits(context)))
  account
    .command('usage')
    .description('show what credits were spent on this month, by operation and day')
    .action(() => run(async (context) => (await import('../../actions/usage-actions.ts')).showUsage(context)))
  account
    .command('plans')
    .description('list the plans with their prices, credits and limits')
    .action(() => run(async (context) => (await import('../../actions/catalog-actions.ts')).listPlans(context)))
  listOptions(account.command('transactions'))
    .description('list all credit transactions, newest first')
    .action((flags: ListFlags) => run(async (context) => (await module()).listTransactions(flags, context)))
  listOptions(account.command('generations'))
    .description('list all results, newest first')
    .action((flags: ListFlags) => run(async (context) => (await module()).listGenerations(flags, context)))
  account
    .command('settings')
    .description('show the settings of the account, and change those that are given')
    .option('--name <text>', 'your name; an empty one removes it')
    .option('--business-name <text>', 'the name of your business; an empty one removes it')
    .option('--locale <tag>', 'language of e-mails: en, pt-BR, ar')
    .option('--timezone <name>', 'an IANA time zone: Europe/Rome')
    .addOption(new Option('--preset <id>', 'preset of requests that name none').choices(PRESETS))
    .option('--formats <names>', `crops of requests that name none: ${FORMATS.join(', ')}`, namesOf(FORMATS))
    .addOption(new Option('--output-format <format>', 'file format of results').choices(PICTURE_FORMATS))
    .option('--credit-alerts <on|off>', 'an e-mail when the balance falls below 5', onOrOff)
    .option('--webhook-alerts <on|off>', 'an e-mail when a webhook endpoint is disabled', onOrOff)
    .action((flags: SettingsFlags) =>
      run(async (context) => (await import('../../actions/account-actions.ts')).accountSettings(flags, context)),
    )
  account
    .command('export')
    .description('save everything that the server stores about the account, as zip archives')
    .option('-o, --out <folder>', 'where the archives go', '.')
    .option('--no-wait', 'only start the export')
    .action((flags: ExportFlags) =>
      run(async (context) => (await import('../../actions/account-actions.ts')).exportAccount(flags, context)),
    )
  account
    .command('delete')
    .description('delete the account with everything that belongs to it')
    .action(() => run(async (context) => (await import('../../actions/account-actions.ts')).deleteAccount(context)))

  const sessions = account.command('sessions').description('see where the account is signed in, and sign out')
  const sessionModule = () => import('../../actions/account-actions.ts')
  listOptions(sessions.command('list'))
    .description('list the sessions that are signed in, newest first')
    .action((flags: ListFlags) => run(async (context) => (await sessionModule()).listSessions(flags, context)))
  sessions
    .command('revoke')
    .description('end sessions immediately')
    .argument('<id...>')
    .action((ids: string[]) => run(async (context) => (await sessionModule()).revokeSessions(ids, context)))
}
