import type { Command } from 'commander'
import type { CreateKeyFlags, RotateKeyFlags } from '../../actions/key-actions.ts'
import { futureTime, namesOf, timeSpan } from '../../base/flag-values.ts'
import { DAY_SECONDS } from '../../base/time-units.ts'
import { SCOPES } from '../../generated/cli-enums.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight keys …`. */
export function addKeys(program: Command, run: RunAction): void {
  const keys = program.command('keys').description('API keys')
  const module = () => import('../../actions/key-actions.ts')
  keys
    .command('list')
    .description('list keys, without their secrets')
    .action(() => run(async (context) => (await module()).listKeys(context)))
  keys
    .command('create')
    .description('create a key; its secret is shown once')
    .option('--name <text>', 'what the key is for', 'made by the CLI')
    .option('--scopes <names>', `what the key may do: ${SCOPES.join(', ')}`, namesOf(SCOPES))
    .option('--expires <time>', 'when the key stops working: a date, or a time such as 30d', futureTime)
    .option('--output-file <file>', 'write the secret to a new file that only you can read')
    .option('--to-keyring', 'store the secret in the keyring as the credential of the profile')
    .action((flags: CreateKeyFlags) => run(async (context) => (await module()).createKey(flags, context)))
  keys
    .command('rotate')
    .description('replace a key with a new one; the old key keeps working for a while')
    .argument('<id>')
    .option(
      '--overlap <time>',
      'how long the old key keeps working: 0, 30m, 24h, 7d (default: 24h)',
      timeSpan(7 * DAY_SECONDS),
    )
    .option('--output-file <file>', 'write the secret to a new file that only you can read')
    .option('--to-keyring', 'store the secret in the keyring as the credential of the profile')
    .action((id: string, flags: RotateKeyFlags) =>
      run(async (context) => (await module()).rotateKey(id, flags, context)),
    )
  keys
    .command('revoke')
    .description('revoke keys immediately')
    .argument('<id...>')
    .action((ids: string[]) => run(async (context) => (await module()).revokeKeys(ids, context)))
}
