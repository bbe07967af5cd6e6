import type { Command } from 'commander'
import type { ListFlags } from '../../actions/show-list.ts'
import { listOptions } from '../list-options.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight account …`. */
export function addAccount(program: Command, run: RunAction): void {
  const account = program.command('account').description('the account behind the key')
  const module = () => import('../../actions/account-actions.ts')
  account
    .command('show')
    .description('server, plan and balance')
    .action(() => run(async (context) => (await module()).showAccount(context)))
  account
    .command('credits')
    .description('the balance')
    .action(() => run(async (context) => (await module()).showCredits(context)))
  account
    .command('usage')
    .description('what went into what this month')
    .action(() => run(async (context) => (await module()).showUsage(context)))
  listOptions(account.command('transactions'))
    .description('every movement of credits, newest first')
    .action((flags: ListFlags) => run(async (context) => (await module()).listTransactions(flags, context)))
  listOptions(account.command('generations'))
    .description('everything that was made, newest first')
    .action((flags: ListFlags) => run(async (context) => (await module()).listGenerations(flags, context)))
}
