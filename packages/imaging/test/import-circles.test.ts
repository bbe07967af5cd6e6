import { expect, test } from 'vitest'
import { circles } from './support/import-circles.ts'

test('a circle is found with all its nodes, and what only leads to it is not part of it', () => {
  const edges: Record<string, string[]> = { a: ['b'], b: ['c'], c: ['d', 'b'], d: ['b'], e: ['f'], f: ['e'], g: [] }
  expect(circles(Object.keys(edges), (node) => edges[node] ?? [])).toEqual([
    ['b', 'c', 'd'],
    ['e', 'f'],
  ])
  expect(circles(['a', 'b', 'c'], (node) => (node === 'a' ? ['b', 'c'] : node === 'b' ? ['c'] : []))).toEqual([])
})
