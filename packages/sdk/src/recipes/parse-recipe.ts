import { PlatelightError } from '../transport/sdk-errors.ts'
import { MAX_RECIPE_BYTES, RecipeError, readRecipe } from './read-recipe.ts'
import type { Recipe } from './recipe.ts'

/**
 * Reads the text of a `*.recipe.yaml`. Needs the package `yaml` (`npm install yaml`).
 *
 * @param file the name of the file in messages
 * @throws RecipeError as `readRecipe`, and for text that is no YAML, is larger than 64 KiB or has aliases;
 *   PlatelightError `yaml_missing`.
 *
 * @example
 * const recipe = await parseRecipe(await readFile('platelight.recipe.yaml', 'utf8'))
 */
export async function parseRecipe(text: string, file = 'platelight.recipe.yaml'): Promise<Recipe> {
  const refused = (reason: string, line?: number) => new RecipeError(file, [{ field: '', line, reason }])
  if (new TextEncoder().encode(text).length > MAX_RECIPE_BYTES)
    throw refused('is larger than 64 KiB, which no recipe needs.')
  const unquoted = /^names:[ \t]*\{/m.exec(text)
  if (unquoted) {
    const line = text.slice(0, unquoted.index).split('\n').length
    throw new RecipeError(file, [
      { field: 'names', line, reason: 'needs quotes because of its braces: "{dish}-{format}".' },
    ])
  }
  const { isMap, isNode, isScalar, LineCounter, parseDocument, visit } = await import('yaml').catch(
    (cause: unknown) => {
      throw new PlatelightError('yaml_missing', 'A recipe is read with the package yaml: npm install yaml', { cause })
    },
  )
  const lines = new LineCounter()
  const at = (offset: number | undefined) => (offset === undefined ? undefined : lines.linePos(offset).line)
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) throw refused(`is not valid YAML: ${problem.message}.`, at(problem.pos[0]))
    visit(document, {
      Alias(_, node) {
        throw refused('has an alias. Write the value itself.', at(node.range?.[0]))
      },
    })
    const lineOf = (path: readonly (string | number)[]) => {
      const last = path.at(-1)
      const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
      const key = isMap(parent)
        ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === last)?.key
        : undefined
      const node = key ?? document.getIn(path, true)
      return isNode(node) ? at(node.range?.[0]) : undefined
    }
    return readRecipe(document.toJS(), { file, lineOf })
  } catch (error) {
    // The parser calls itself for every level.
    if (error instanceof RangeError) throw refused('is nested too deeply.')
    throw error
  }
}
