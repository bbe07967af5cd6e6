import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Ajv from 'ajv'
import { expect, test } from 'vitest'
import schema from '../../recipe.schema.json'
import { PlatelightError } from '../transport/sdk-errors.ts'
import { parseRecipe } from './parse-recipe.ts'
import { RecipeError, readRecipe } from './read-recipe.ts'
import { recipeName } from './recipe-names.ts'
import { folderOptionsOf, processParamsOf } from './recipe-options.ts'

const ours = fileURLToPath(new URL('../../recipes', import.meta.url))
const fits = new Ajv({ strict: false }).compile(schema)
const refusal = (text: string) => parseRecipe(text, 'a.recipe.yaml').then(String, (error: Error) => error)

test('our recipes can be used, and fit the schema that editors read', async () => {
  const files = readdirSync(ours).filter((name) => name.endsWith('.yaml'))
  expect(files).toHaveLength(3)
  for (const file of files) {
    const recipe = await parseRecipe(readFileSync(`${ours}/${file}`, 'utf8'), file)
    expect(fits(recipe), file).toBe(true)
    expect(recipe.title).toBeDefined()
  }
})

test('the misspelt format of a list is named with file, line, field, reason and the formats that there are', async () => {
  const error = await refusal('title: Menu\n\nformats:\n  - square\n  - squre\n')
  expect(error).toBeInstanceOf(RecipeError)
  expect(String(error)).toBe(
    "RecipeError: a.recipe.yaml:5 formats[1]: 'squre' is no format. Did you mean 'square'? Allowed: square, portrait, landscape, original.",
  )
  expect(error).toMatchObject({ code: 'invalid_recipe', problems: [{ field: 'formats[1]', line: 5 }] })
})

test('every problem is said at once, in the order of the fields', async () => {
  const error = (await refusal('preset: social\nupscale: perhaps\nnames: "{dish}"\nfotmats: [square]')) as RecipeError
  expect(error.problems.map(({ field, line }) => [field, line])).toEqual([
    ['preset', 1],
    ['upscale', 2],
    ['fotmats', 4],
  ])
  expect(error.message).toContain(
    "a.recipe.yaml:4 fotmats: is no field. Did you mean 'formats'? Allowed: title, preset,",
  )
})

/** What a recipe is refused for, whether the schema of editors refuses it too, and the words. */
const REFUSED: readonly (readonly [value: unknown, words: string, inEditors?: boolean])[] = [
  [null, 'must have fields'],
  [[], 'must have fields'],
  ['square', 'must have fields'],
  [{}, 'must have fields'],
  [{ formats: 'square' }, "formats: must be a list, not 'square'."],
  [{ formats: [] }, 'formats: is an empty list.'],
  [{ formats: ['square', 'square'] }, "formats[1]: 'square' is there twice."],
  [{ formats: [1] }, 'formats[0]: 1 is no format.'],
  [{ formats: [null] }, 'formats[0]: nothing is no format.'],
  [{ removeBackground: 'yes' }, "removeBackground: must be true or false, not 'yes'."],
  [{ title: 7 }, 'title: must be a text, not 7.'],
  [{ title: 'x'.repeat(81) }, 'title: must have 1 to 80 characters, and has 81.'],
  [{ title: 'a\u001b[2J' }, 'title: must be a text on one line.'],
  [{ '\u001b[2J': 1 }, ' [2J: is no field.'],
  [{ platforms: ['ubereats'] }, "platforms[0]: 'ubereats' is no platform."],
  [
    { platforms: Array.from({ length: 41 }, (_, index) => `a.${'b'.repeat(index + 1)}`) },
    'platforms: has 41 entries; at most 40',
  ],
  [{ steps: ['upscale', 'upscale'] }, "steps[1]: 'upscale' is there twice."],
  [{ steps: ['enhance-colors'] }, "steps[0]: 'enhance-colors' is no step. Did you mean 'enhance_colors'?"],
  [{ steps: ['upscale'], scale: 3 }, 'scale: 3 is no scale. Allowed: 2, 4.'],
  [{ scale: 2 }, 'scale: belongs to steps, which are missing.'],
  [{ format: 'png' }, 'format: belongs to steps, which are missing.'],
  [{ steps: ['upscale'], formats: ['square'] }, 'formats: cannot stand beside steps.'],
  [{ steps: ['upscale'], platforms: ['ubereats.item'] }, 'platforms: cannot stand beside steps.'],
  [{ platforms: ['ubereats.item'], preset: 'balanced' }, 'preset: belongs to formats.'],
  [JSON.parse('{"__proto__": {"formats": ["square"]}, "upscale": true}'), '__proto__: is no field.'],
  [{ names: '{format}' }, 'names: must contain {dish}', false],
  [{ names: '{dish}-{formt}' }, "names: '{formt}' is no placeholder. Did you mean 'format'?", false],
  [{ names: '../{dish}' }, 'names: must be a file name', false],
  [{ names: 'a/{dish}-{format}' }, 'names: must be a file name', false],
  [{ names: '.{dish}-{format}' }, 'names: must not begin with a dot', false],
  [{ names: '{dish}-{format} ' }, 'names: must not begin with a dot', false],
  [{ names: '{dish}' }, 'names: gives square and portrait of a photo the same name. Add {format}.', false],
  [{ platforms: ['ubereats.item', 'doordash.item'], names: '{dish}' }, 'Add {platform}.', false],
]

test.each(REFUSED)('%j is refused with the reason', (value, words, inEditors = true) => {
  expect(() => readRecipe(value)).toThrow(words)
  expect(fits(value)).toBe(!inEditors)
})

test.each([
  { names: '{date} {dish} ({format})' },
  { formats: ['square'], names: '{dish}' },
  { platforms: ['corner.menu'] },
  { platforms: ['ubereats.item'], formats: ['original'], removeBackground: true },
  { steps: ['relight', 'upscale'], scale: 4, format: 'webp', names: '{dish}' },
])('%j is a recipe, for editors too', (value) => {
  expect(readRecipe(value)).toEqual(value)
  expect(fits(value)).toBe(true)
})

test.each([
  ['formats: [square', 'a.recipe.yaml:1 is not valid YAML'],
  ['formats: [square]\nformats: [portrait]', 'a.recipe.yaml:2 is not valid YAML: Map keys must be unique'],
  ['title: &a Menu\nnames: *a', 'a.recipe.yaml:2 has an alias. Write the value itself.'],
  [
    `a0: &a0 [x,x]\n${Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i},*a${i}]`).join('\n')}`,
    'has an alias',
  ],
  ['title: !!binary aGk=', 'title: must be a text, not fields.'],
  ['names: {dish}-{format}', 'a.recipe.yaml:1 names: needs quotes because of its braces'],
  [`title: ${'x'.repeat(65_536)}`, 'is larger than 64 KiB'],
  ['['.repeat(60_000), 'a.recipe.yaml'],
  ['', 'must have fields'],
  ['formats: [square]\n---\nformats: [portrait]', 'is not valid YAML'],
  ['\u0000\u0001', 'a.recipe.yaml'],
])('the text %.40j is refused with place and reason', async (text, words) => {
  const error = await refusal(text)
  expect(error).toBeInstanceOf(RecipeError)
  expect(String(error)).toContain(words)
})

test('a byte order mark and Windows lines are read', async () => {
  expect(await parseRecipe('\uFEFFformats: [square]\r\nnames: "{dish}"\r\n')).toEqual({
    formats: ['square'],
    names: '{dish}',
  })
})

test('a placeholder without a value is left out with what separates it', () => {
  const parts = { dish: 'ramen', date: '2026-11-29' }
  expect(recipeName('{dish}-{platform}-{format}', { ...parts, format: 'original' })).toBe('ramen-full')
  expect(recipeName('{dish}-{platform}-{format}', { ...parts, platform: 'ubereats.item' })).toBe('ramen-ubereats-item')
  expect(recipeName('{format} {dish}', parts)).toBe('ramen')
  expect(() => recipeName('{dish}', { ...parts, dish: 'é'.repeat(130) })).toThrow('too long for a file')
})

test('a recipe is used for the work that it is for', () => {
  const crops = { title: 'A', formats: ['square' as const], names: '{dish}' }
  expect(folderOptionsOf(crops)).toMatchObject({ formats: ['square'] })
  expect(processParamsOf({ steps: ['upscale'], scale: 4 })).toEqual({ steps: ['upscale'], scale: 4 })
  expect(() => processParamsOf(crops)).toThrow(PlatelightError)
  expect(() => folderOptionsOf({ steps: ['upscale'] })).toThrow(PlatelightError)
})
