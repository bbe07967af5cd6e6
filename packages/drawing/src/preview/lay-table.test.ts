import { expect, test } from 'vitest'
import { layTable } from './lay-table.ts'
import { readPrompt } from './reading/read-prompt.ts'
import { seededRandom } from './seeded-random.ts'
import type { Thing } from './shapes/thing.ts'

function lay(prompt: string) {
  const random = seededRandom(3, prompt)
  const { scene, dish } = readPrompt(prompt, random)
  return layTable(dish.dish, scene, random)
}

/** Heights of the lowest and of the highest point of a thing. */
function heights(thing: Thing): { low: number; high: number } {
  if (thing.kind === 'ball') return { low: thing.at[2] - thing.radii[2], high: thing.at[2] + thing.radii[2] }
  const all = thing.points.filter((_, i) => i % 3 === 2)
  return { low: Math.min(...all), high: Math.max(...all) }
}

test('food that is served flat lies on the bottom of a bowl, and a soup stays near its rim', () => {
  const lowest = (prompt: string) =>
    Math.min(
      ...lay(prompt)
        .dish.slice(1)
        .map((thing) => heights(thing).low),
    )
  expect(lowest('caesar salad in a white bowl')).toBeLessThan(0.25)
  expect(lowest('gazpacho in a white bowl')).toBeGreaterThan(0.4)
})

test('a cloth lies below the well of a plate, through which it would show', () => {
  const [cloth] = lay('tiramisu on a white plate, blue napkin').around
  expect(cloth && heights(cloth).high).toBeLessThan(0.03)
})

test('a garnish that a dish has anyway is not laid twice, and another one is added', () => {
  const count = (prompt: string) => lay(prompt).dish.length
  expect(count('pad thai with lime')).toBe(count('pad thai with nothing'))
  expect(count('pad thai with rosemary')).toBeGreaterThan(count('pad thai with nothing'))
})

test.each([
  ['mojito', 1],
  ['tiramisu', 5],
])('beside %s there is no sauce and no herb', (prompt, most) => {
  // A cloth and, for a dessert, a fork of its four tines and a handle.
  expect(lay(prompt).around.length).toBeLessThanOrEqual(most + 2)
  expect(lay('lasagne').around.length).toBeGreaterThan(most + 2)
})
