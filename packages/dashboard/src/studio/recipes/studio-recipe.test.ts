import { parseRecipe } from '@platelight/sdk/recipes'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../generated/operations.ts'
import type { Wish } from '../shots.ts'
import type { Work } from '../work/studio-operation.ts'
import { openedRecipe, recipeText } from './studio-recipe.ts'

const WISH: Wish = { preset: 'social-media', formats: ['square', 'original'], removeBackground: true, upscale: false }
const operationOf = (name: string) => OPERATIONS.find((one) => one.name === name)!

test('what the form says is saved as a recipe that fills in the same form', async () => {
  const saved = await parseRecipe(recipeText(WISH, undefined) ?? '')
  expect(openedRecipe(saved)).toEqual({ wish: WISH, left: [] })
  const works: readonly (readonly [name: string, options: Work['options']])[] = [
    ['platform-optimize', { platform: 'ubereats.item' }],
    ['upscale', { scale: 4, format: 'webp' }],
    ['remove-background', {}],
  ]
  for (const [name, options] of works) {
    const work = { operation: operationOf(name), options }
    expect(openedRecipe(await parseRecipe(recipeText(WISH, work) ?? ''))).toEqual({ work, left: [] })
  }
})

test('what no recipe can say is not saved', () => {
  expect(recipeText(WISH, { operation: operationOf('hero-shot'), options: {} })).toBeUndefined()
  expect(recipeText(WISH, { operation: operationOf('relight'), options: { warmth: 0.2 } })).toBeUndefined()
  expect(recipeText(WISH, { operation: operationOf('platform-optimize'), options: {} })).toBeUndefined()
})

test('what the form cannot do is named', () => {
  expect(openedRecipe({ formats: ['square'], platforms: ['ubereats.item'], names: '{dish}' }).left).toEqual([
    'ubereats.item',
    'names',
  ])
  expect(openedRecipe({ platforms: ['ubereats.item', 'doordash.item'] })).toMatchObject({
    work: { options: { platform: 'ubereats.item' } },
    left: ['doordash.item'],
  })
  expect(openedRecipe({ steps: ['enhance_colors', 'upscale'] }).left).toEqual(['upscale'])
})
