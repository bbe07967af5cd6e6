import { properties } from '../../recipe.schema.json'
import { PlatelightError } from '../transport/sdk-errors.ts'
import type { Recipe } from './recipe.ts'
import { nameFaults } from './recipe-names.ts'
import { type Fault, type FieldSchema, faultsOf, suggestion } from './schema-problems.ts'

/** A larger file is no recipe. */
export const MAX_RECIPE_BYTES = 64 * 1024

/** One thing that is wrong with a recipe. */
export interface RecipeProblem {
  /** Such as `formats[1]`; empty if it is about the whole recipe. */
  readonly field: string
  /** The line in the file, counted from 1; undefined if it is unknown. */
  readonly line: number | undefined
  readonly reason: string
}

/** A recipe that cannot be used. `message` has a line for each of `problems`; `code` is `invalid_recipe`. */
export class RecipeError extends PlatelightError {
  override readonly name: string = 'RecipeError'

  constructor(
    file: string,
    readonly problems: readonly RecipeProblem[],
  ) {
    const lines = problems.map(({ field, line, reason }) => {
      const place = line === undefined ? file : `${file}:${line}`
      return field === '' ? `${place} ${reason}` : `${place} ${field}: ${reason}`
    })
    super('invalid_recipe', lines.join('\n'))
  }
}

/** How to say where something is. */
export interface RecipePlace {
  /** The name of the file in messages. Default: `recipe`. */
  readonly file?: string
  /** The line of a field, counted from 1. */
  readonly lineOf?: (path: readonly (string | number)[]) => number | undefined
}

/**
 * Checks a recipe that was parsed before, as from JSON.
 *
 * @returns the same recipe, typed.
 * @throws RecipeError that names the file, the line if `lineOf` knows it, the field, the reason and what is allowed.
 *
 * @example
 * const recipe = readRecipe({ formats: ['square'], names: '{dish}' })
 */
export function readRecipe(value: unknown, { file = 'recipe', lineOf = () => undefined }: RecipePlace = {}): Recipe {
  const faults = isFields(value) ? recipeFaults(value) : [{ path: [], reason: EMPTY }]
  if (faults.length === 0) return value as Recipe
  throw new RecipeError(
    file,
    faults.slice(0, MOST_PROBLEMS).map(({ path, reason }) => ({ field: fieldOf(path), line: lineOf(path), reason })),
  )
}

const MOST_PROBLEMS = 20
const FIELDS: Readonly<Record<string, FieldSchema>> = properties
const KNOWN = Object.keys(FIELDS)
const EMPTY = `must have fields. Allowed: ${KNOWN.join(', ')}.`
const OF_CROPS = ['preset', 'removeBackground', 'upscale']

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

function recipeFaults(value: Readonly<Record<string, unknown>>): Fault[] {
  const faults = Object.entries(value).flatMap(([name, given]): Fault[] => {
    const schema = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
    if (schema) return faultsOf(given, schema, [name])
    return [{ path: [name], reason: `is no field.${suggestion(name, KNOWN)} Allowed: ${KNOWN.join(', ')}.` }]
  })
  const has = (name: string) => Object.hasOwn(value, name)
  const given = (names: readonly string[], reason: string) =>
    names.filter(has).map((name): Fault => ({ path: [name], reason }))
  faults.push(
    ...(has('steps')
      ? given([...OF_CROPS, 'formats', 'platforms'], 'cannot stand beside steps. Write two recipes.')
      : given(['scale', 'format'], 'belongs to steps, which are missing.')),
    ...(has('platforms') && !has('formats')
      ? given(
          OF_CROPS,
          'belongs to formats. Without them only the files for platforms are made. Add formats, or leave it out.',
        )
      : []),
  )
  return faults.length > 0 ? faults : nameFaults(value as Recipe)
}

/** `formats[1]`, on one line. */
const fieldOf = (path: Fault['path']): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : part))
    .join('')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 60)
