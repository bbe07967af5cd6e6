import { expect, test } from 'vitest'
import { withPricesOf } from './sdk-docstrings.ts'

const prices = new Map([['/api/upscale', 'Costs 2 credits at 2x and 3 at 4x']])
const source = (comment: string) =>
  `/** ${comment} */\nupscale: spend('/api/upscale'),\n\n/** Costs nothing. */\nother: 1,`

test('a comment says the price of the operation below it, also one that was broken across lines', () => {
  expect(withPricesOf(source('Enlarges. Costs 1 credit; a failure costs nothing.'), prices)).toBe(
    source('Enlarges. Costs 2 credits at 2x and 3 at 4x; a failure costs nothing.'),
  )
  expect(withPricesOf(source('Costs 1\n * credit.'), prices)).toBe(source('Costs 2 credits at 2x and 3 at 4x.'))
})

test('one that says it already keeps its line breaks', () => {
  const said = source('Costs 2 credits at 2x\n * and 3 at 4x.')
  expect(withPricesOf(said, prices)).toBe(said)
})

test('a line that becomes too long is broken', () => {
  const long = `/**\n * ${'word '.repeat(18)}Costs 1 credit; nothing else.\n * More.\n */\nupscale: spend('/api/upscale')`
  const lines = withPricesOf(long, prices).split('\n')
  expect(lines[2]).toMatch(/^ \* .*nothing else\. More\.$/)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120)
})

test('a price of nothing stops the generator', () => {
  expect(() => withPricesOf("/** Costs 1 credit. */\nmake: spend('/api/make')", prices)).toThrow(
    'No operation with a price',
  )
})
