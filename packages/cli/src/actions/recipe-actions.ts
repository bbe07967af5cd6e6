import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import { EXIT, type ExitCode } from '../base/exit-codes.ts'
import { shellWords } from '../base/shell-words.ts'
import type { Context } from '../context/command-context.ts'
import { ownRecipe, RECIPE_FILE, readRecipeFile, schemaPath } from '../recipes/find-recipe.ts'
import { exampleNames, noteUnknownPlatforms } from '../recipes/recipe-summary.ts'
import { worker } from '../recipes/with-recipe.ts'

/** `platelight recipe check`: whether a recipe can be used, and the names that it gives. Sends nothing. */
export async function checkRecipe(file: string, context: Context): Promise<ExitCode> {
  const recipe = await readRecipeFile(file, context.environment.cwd)
  noteUnknownPlatforms(recipe, context)
  const names = exampleNames(recipe)
  context.show({ schemaVersion: 2, file, command: worker(recipe), recipe, names }, () => {
    const commands = recipe.steps ? 'process' : 'enhance, estimate and watch'
    const title = recipe.title === undefined ? '' : ` (${recipe.title})`
    const next = shellWords(['platelight', worker(recipe), 'menu/', '--recipe', file, '--dry-run'])
    return `${file}${title} is a recipe for ${commands}. Of a photo ramen.jpg it makes: ${names.join(', ')}.\nNext, type: ${next}`
  })
  return EXIT.ok
}

/** `platelight recipe init`: writes one of our recipes into the working folder, with the schema for editors. */
export async function initRecipe(name: string, { environment: { cwd }, show }: Context): Promise<ExitCode> {
  const path = resolve(cwd, RECIPE_FILE)
  const schema = relative(dirname(path), schemaPath()).replaceAll('\\', '/')
  const text = `# yaml-language-server: $schema=${schema}\n${readFileSync(ownRecipe(name), 'utf8')}`
  try {
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'EEXIST' ? 'there is one already. Delete it, or work in another folder' : message
    throw new CliError(`${RECIPE_FILE} cannot be written: ${reason}.`, undefined, 'output_unwritable')
  }
  show(
    { schemaVersion: 2, file: RECIPE_FILE, name },
    () =>
      `Written: ${RECIPE_FILE}, which is used for the photos of this folder. Change it, then type: platelight recipe check ${RECIPE_FILE}`,
  )
  return EXIT.ok
}
