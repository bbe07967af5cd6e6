import { Command } from 'commander'
import { type SettingFlags, withSettings } from '../command-environment.ts'
import { type Operator, runOperator } from '../run-operator.ts'
import { EXIT } from '../server-exit-codes.ts'

type Audit = Awaited<ReturnType<Operator['auditLedger']>>

/** `platelight-server ledger …` */
export function ledgerCommand(): Command {
  const ledger = new Command('ledger').description('Check the books of credits.')
  withSettings(ledger.command('audit'))
    .description(
      'Compare balances, entries, runs, purchases and debts with each other, also while a server runs. Exits with 1 if something disagrees.',
    )
    .option('--json', 'print JSON')
    .action((flags: SettingFlags & { readonly json?: boolean }) =>
      runOperator(
        flags,
        async (operator) => {
          const audit = await operator.auditLedger()
          if (!audit.ok) process.exitCode = EXIT.failed
          return audit
        },
        describeAudit,
      ),
    )
  return ledger
}

const describeAudit = ({ ok, accounts, entries, faults }: Audit): string =>
  ok
    ? `The books agree. Accounts: ${accounts}. Entries: ${entries}.`
    : [
        `The books do not agree (${faults.length} faults):`,
        ...faults.map(({ rule, about, fault }) => `  ${rule.padEnd(15)}  ${about}: ${fault}`),
      ].join('\n')
