import { Argument, type Command } from 'commander'
import { OWN_RECIPES } from '../../recipes/own-recipes.ts'
import { setExplanation } from '../help-format.ts'
import type { RunAction } from '../run-action.ts'

/** `--recipe` and `--no-recipe`. */
export const addRecipe = (command: Command): Command =>
  command
    .option('--recipe <file>', 'what to make, as a file (default: platelight.recipe.yaml in the folder)')
    .option('--no-recipe', 'leave out the recipe in the folder')

/** `platelight recipe`. */
export function addRecipes(program: Command, run: RunAction): void {
  const recipe = program.command('recipe').description('write and check recipes: what to make of photos, as a file')
  const check = recipe
    .command('check')
    .description('check a recipe, and show the names that it gives; sends nothing')
    .argument('<file>', `a recipe, or one of ours: ${OWN_RECIPES.join(', ')}`)
    .action((file: string) =>
      run(async (context) => (await import('../../actions/recipe-actions.ts')).checkRecipe(file, context)),
    )
  setExplanation(check, {
    examples: [
      ['platelight recipe check platelight.recipe.yaml', 'what is wrong with it, by line, or what it makes'],
      ['platelight recipe check social-week', 'one of ours'],
    ],
  })
  const init = recipe
    .command('init')
    .description('write platelight.recipe.yaml into this folder, to be changed')
    .addArgument(
      new Argument('[name]', 'which of ours to begin with').choices(OWN_RECIPES).default('delivery-platforms'),
    )
    .action((name: string) =>
      run(async (context) => (await import('../../actions/recipe-actions.ts')).initRecipe(name, context)),
    )
  setExplanation(init, {
    examples: [
      ['platelight recipe init', 'a file for each of three delivery platforms'],
      ['platelight recipe init menu-print', 'large photos for a printed menu, by platelight process'],
    ],
  })
}
