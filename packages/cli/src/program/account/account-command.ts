import type { Command } from 'commander'
import type { ListFlags } from '../../actions/show-list.ts'
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
    .description('show what credits were spent on this month')
    .action(() => run(async (context) => (await module()).showUsage(context)))
  listOptions(account.command('transactions'))
    .description('list all credit transactions, newest first')
    .action((flags: ListFlags) => run(async (context) => (await module()).listTransactions(flags, context)))
  listOptions(account.command('generations'))
    .description('list all results, newest first')
    .action((flags: ListFlags) => run(async (context) => (await module()).listGenerations(flags, context)))
}
