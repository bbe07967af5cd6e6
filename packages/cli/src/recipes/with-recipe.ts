import { folderOptionsOf, type Recipe } from '@platelight/sdk/recipes'
import { CliError } from '../base/cli-errors.ts'
import { shellWords } from '../base/shell-words.ts'
import type { Context } from '../context/command-context.ts'
import { readRecipeFile, recipeBeside } from './find-recipe.ts'
import { noteUnknownPlatforms } from './recipe-summary.ts'

/** Flags as commander reads them, and which of them were typed. */
interface TypedFlags {
  readonly flags: Readonly<Record<string, unknown>>
  readonly typed: ReadonlySet<string>
}

/** The name of a flag as it is typed. */
const FLAG_NAMES: Readonly<Record<string, string>> = { removeBackground: 'remove-background', steps: 'do' }

/**
 * Fills in flags from a recipe: the one of `--recipe`, or `platelight.recipe.yaml` in the folder of the photos or in the working
 * folder. Flags that were typed stay.
 *
 * @param work what the command does: `steps` is a batch of them
 * @returns the flags, with those that the recipe has set among `typed`
 * @throws CliError if the recipe is for the other kind of work, or as `readRecipeFile`
 */
export async function withRecipe(
  { flags: { recipe: named, ...flags }, typed }: TypedFlags,
  photos: readonly string[],
  work: 'crops' | 'steps',
  context: Context,
): Promise<TypedFlags> {
  const { cwd } = context.environment
  const file = named === false ? undefined : typeof named === 'string' ? named : recipeBeside(photos, cwd)
  const recipe = file === undefined ? undefined : await readRecipeFile(file, cwd)
  if (file === undefined || !recipe) return { flags: onlyPlatforms(flags, typed), typed }
  const isOther = (recipe.steps !== undefined) !== (work === 'steps')
  if (isOther && typeof named === 'string') throw otherWork(file, recipe, photos)
  if (isOther) {
    context.note(`${file} is left out: it is a recipe for platelight ${worker(recipe)}.`)
    return { flags: onlyPlatforms(flags, typed), typed }
  }
  const given = valuesOf(recipe)
  const kept = Object.keys(given).filter((name) => typed.has(flagOf(name)))
  const taken = Object.entries(given).filter(([name]) => !kept.includes(name))
  const replaced = kept.map((name) => `--${FLAG_NAMES[name] ?? name} replaces its ${name}.`)
  const about = recipe.title === undefined ? '' : ` (${recipe.title})`
  const hint = typeof named === 'string' ? '' : ' --no-recipe leaves it out.'
  context.note([`Recipe: ${file}${about}.${hint}`, ...replaced].join(' '))
  noteUnknownPlatforms(recipe, context)
  const settled = new Set([...typed, ...taken.map(([name]) => flagOf(name))])
  const { naming } = folderOptionsOf(recipe.names === undefined ? {} : { names: recipe.names })
  const filled = { ...flags, ...Object.fromEntries(taken.map(([name, value]) => [flagOf(name), value])), naming }
  return { flags: onlyPlatforms(filled, settled), typed: settled }
}

/** The values of flags that a recipe says, under the names of its fields. */
const valuesOf = ({ title: _, names: __, steps, ...rest }: Recipe): Readonly<Record<string, unknown>> => ({
  ...rest,
  ...(steps && { steps: steps.map((step) => step.replaceAll('_', '-')) }),
})

const flagOf = (field: string): string => (field === 'steps' ? 'do' : field)

/** Where platforms are named and no crops are, only the files for platforms are made. */
const onlyPlatforms = (flags: TypedFlags['flags'], settled: ReadonlySet<string>) =>
  flags.platforms !== undefined && !settled.has('formats') ? { ...flags, formats: [] } : flags

export const worker = ({ steps }: Recipe): string => (steps ? 'process' : 'enhance')

const otherWork = (file: string, recipe: Recipe, photos: readonly string[]) =>
  new CliError(
    `${file} is a recipe for another command. Type:\n${shellWords(['platelight', worker(recipe), ...photos, '--recipe', file])}`,
  )
