import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { MAX_RECIPE_BYTES, parseRecipe, type Recipe } from '@platelight/sdk/recipes'
import { CliError } from '../base/cli-errors.ts'
import { didYouMean } from '../base/nearest-name.ts'
import { OWN_RECIPES } from './own-recipes.ts'

export const RECIPE_FILE = 'platelight.recipe.yaml'

const ownPackage = createRequire(import.meta.url)

/** The path of one of our recipes. */
export const ownRecipe = (name: string): string => ownPackage.resolve(`@platelight/sdk/recipes/${name}.recipe.yaml`)
export const schemaPath = (): string => ownPackage.resolve('@platelight/sdk/recipe.schema.json')

/**
 * Reads a recipe by its path as typed, or one of ours by its name.
 *
 * @throws CliError if there is no such file, or it is too large to be one; RecipeError naming line, field and reason
 */
export async function readRecipeFile(typed: string, cwd: string): Promise<Recipe> {
  const named = resolve(cwd, typed)
  const isOwn = !existsSync(named) && OWN_RECIPES.some((name) => name === typed)
  const path = isOwn ? ownRecipe(typed) : named
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) {
    const reason = found ? 'is no file' : 'does not exist'
    throw new CliError(
      `The recipe ${typed} ${reason}.${didYouMean(typed, OWN_RECIPES)} Name a file, or one of ours: ${OWN_RECIPES.join(', ')}.`,
      undefined,
      'file_unreadable',
    )
  }
  if (found.size > MAX_RECIPE_BYTES)
    throw new CliError(
      `${typed} is larger than ${MAX_RECIPE_BYTES / 1024} KiB, which no recipe needs.`,
      undefined,
      'invalid_recipe',
    )
  try {
    return await parseRecipe(readFileSync(path, 'utf8'), typed)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw code === 'EACCES'
      ? new CliError(`The recipe ${typed} cannot be read: ${message}.`, undefined, 'file_unreadable')
      : error
  }
}

/** The recipe in the folder that is named alone, or in the working folder, as it would be typed. */
export function recipeBeside(photos: readonly string[], cwd: string): string | undefined {
  const [folder = ''] = photos.length === 1 ? photos : []
  return [join(folder, RECIPE_FILE), RECIPE_FILE].find((path) => existsSync(resolve(cwd, path)))
}
