import type { Command } from 'commander'
import type { RunAction } from '../run-action.ts'

/** `platelight presets`, `models` …: lists of available options. */
export function addCatalogs(program: Command, run: RunAction): void {
  const module = () => import('../../actions/catalog-actions.ts')
  program
    .command('presets')
    .description('list the presets for enhancing')
    .option('--all', 'list the presets of every operation')
    .action((flags: { all?: boolean }) => run(async (context) => (await module()).listPresets(flags, context)))
  program
    .command('styles')
    .description('list the styles')
    .action(() => run(async (context) => (await module()).listStyles(context)))
  program
    .command('food-styles')
    .description('list the styles of food photography')
    .action(() => run(async (context) => (await module()).listFoodStyles(context)))
  program
    .command('models')
    .description('list the models that generate pictures')
    .action(() => run(async (context) => (await module()).listModels(context)))
  program
    .command('resolutions')
    .description('list the sizes of generated pictures and their prices')
    .action(() => run(async (context) => (await module()).listResolutions(context)))
  program
    .command('layers')
    .description('list the parts of a picture that an edit can be limited to')
    .action(() => run(async (context) => (await module()).listLayers(context)))
  program
    .command('platforms')
    .description('list the platforms that photos are exported for, with their rules')
    .action(() => run(async (context) => (await module()).listPlatforms(context)))
  program
    .command('capabilities')
    .description('show what the server can do and with which engines')
    .action(() => run(async (context) => (await module()).listCapabilities(context)))
}
