import { expect, test } from 'vitest'
import { readComposition } from './read-composition.ts'

const read = (prompt: string) =>
  readComposition(prompt, { partial: false, field: 'prompt', names: ['a.jpg', 'b.jpg'], engines: { providers: [] } })

test.each(['Together on dark slate', 'auf dunklem Schiefer', 'su ardesia nera', 'sobre pizarra oscura'])(
  '%s says how the surface is, and does not darken the dishes',
  (prompt) => {
    expect(read(prompt)).toMatchObject({ backdrop: 'slate', steps: [] })
  },
)

test('what else should be darker still is', () => {
  expect(read('on dark slate, a bit darker').steps).toEqual([expect.objectContaining({ kind: 'light' })])
})
