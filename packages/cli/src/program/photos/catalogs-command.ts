import type { Command } from 'commander'
import type { RunAction } from '../run-action.ts'

/** `platelight presets`, `models` …: what can be chosen. */
export function addCatalogs(program: Command, run: RunAction): void {
  const module = () => import('../../actions/catalog-actions.ts')
  program
    .command('presets')
    .description('what photos can be enhanced for')
    .option('--all', 'the presets of every operation')
    .action((flags: { all?: boolean }) => run(async (context) => (await module()).listPresets(flags, context)))
  program
    .command('styles')
    .description('what can be given as a style')
    .action(() => run(async (context) => (await module()).listStyles(context)))
  program
    .command('food-styles')
    .description('styles of food photography')
    .action(() => run(async (context) => (await module()).listFoodStyles(context)))
  program
    .command('models')
    .description('what pictures can be generated with')
    .action(() => run(async (context) => (await module()).listModels(context)))
  program
    .command('resolutions')
    .description('sizes of generated pictures, and their prices')
    .action(() => run(async (context) => (await module()).listResolutions(context)))
  program
    .command('layers')
    .description('parts of a picture that an edit can be limited to')
    .action(() => run(async (context) => (await module()).listLayers(context)))
  program
    .command('platforms')
    .description('platforms that photos are exported for, with their rules')
    .action(() => run(async (context) => (await module()).listPlatforms(context)))
  program
    .command('capabilities')
    .description('what the server can do, and with what')
    .action(() => run(async (context) => (await module()).listCapabilities(context)))
}
