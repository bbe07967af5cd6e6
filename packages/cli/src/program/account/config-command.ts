import type { Command } from 'commander'
import type { ShowConfigFlags } from '../../actions/config-actions.ts'
import type { RunAction } from '../run-action.ts'

/** `platelight config …`: stored defaults of flags. */
export function addConfig(program: Command, run: RunAction): void {
  const config = program.command('config').description('manage the defaults of flags, by profile')
  const module = () => import('../../actions/config-actions.ts')
  config
    .command('list')
    .description('list the settings that have a value')
    .option('--show-origin', 'show where each value comes from')
    .action((flags: ShowConfigFlags) => run(async (context) => (await module()).listConfig(flags, context)))
  config
    .command('get')
    .description('print the value of one setting')
    .argument('<name>')
    .option('--show-origin', 'show where the value comes from')
    .action((name: string, flags: ShowConfigFlags) =>
      run(async (context) => (await module()).getConfig(name, flags, context)),
    )
  config
    .command('set')
    .description('set a value for the profile')
    .argument('<name>')
    .argument('<value>')
    .action((name: string, value: string) => run(async (context) => (await module()).setConfig(name, value, context)))
  config
    .command('unset')
    .description('remove a value from the profile')
    .argument('<name>')
    .action((name: string) => run(async (context) => (await module()).unsetConfig(name, context)))
  config
    .command('path')
    .description('print the path of the settings file')
    .action(() => run(async (context) => (await module()).showConfigPath(context)))
}
