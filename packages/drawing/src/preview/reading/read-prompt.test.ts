import { expect, test } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { readPrompt } from './read-prompt.ts'

const read = (prompt: string) => readPrompt(prompt, seededRandom(1, prompt)).scene

test.each([
  ['Ramen in a dark bowl, steam, side light', 'ramen', 'bowl'],
  ['Tacos al pastor on slate', 'tacos', 'board'],
  ['Thai green curry in a copper bowl', 'green curry', 'copper bowl'],
  ['a plate of Spaghetti Carbonara with parmesan', 'carbonara', 'plate'],
  ['hamburguesa con queso sobre madera', 'cheeseburger', 'board'],
  ['Crème brûlée', 'creme brulee', 'pot'],
  ['Kartoffelsuppe in einer Schüssel', 'clam chowder', 'bowl'],
  ['Bœuf bourguignon dans une cocotte', 'boeuf bourguignon', 'pot'],
  ['arroz con leche', 'rice pudding', 'bowl'],
  ['برياني دجاج', 'biryani', 'copper bowl'],
  ['شاورما', 'shawarma', 'board'],
  ['豚骨ラーメン', 'ramen', 'bowl'],
  ['小笼包', 'soup dumplings', 'steamer'],
  ['ผัดไทย', 'pad thai', 'coupe'],
  ['김치찌개', 'kimchi stew', 'pot'],
  ['फ्राइड समोसा', 'samosas', 'board'],
  ['Pepperoni pizzas', 'pepperoni pizza', 'board'],
  ['Ribeye with a glass of red wine', 'steak', 'plate'],
  ['Butter croissant with a cup of coffee', 'croissant', 'plate'],
  ['Pistachio gelato in a tall glass', 'gelato', 'tall glass'],
  ['Buddha bowl with sweet potato and quinoa', 'buddha bowl', 'bowl'],
])('%s is %s in a %s', (prompt, dish, vessel) => {
  expect(read(prompt)).toMatchObject({ dish, vessel, found: 'dish' })
})

test.each([
  ['Soup of nettles', 'soup', 'kind'],
  ['Grandmother’s chicken', 'chicken', 'ingredient'],
  ['A quiet evening', 'plate of food', 'nothing'],
  // “Ei” is an egg, and “ein” is not.
  ['Ein ruhiger Abend', 'plate of food', 'nothing'],
])('%s falls back to %s', (prompt, dish, found) => {
  expect(read(prompt)).toMatchObject({ dish, found })
})

test.each([
  ['pasta, top-down', 'overhead'],
  ['bibimbap, top view', 'overhead'],
  ['pasta, vue de dessus', 'overhead'],
  ['pasta, von oben', 'overhead'],
  ['burger at 45 degrees', 'three-quarter'],
  ['ramen, eye level', 'level'],
  ['ramen, a la altura de los ojos', 'level'],
])('%s is seen from %s', (prompt, angle) => {
  expect(read(prompt).angle).toBe(angle)
})

test.each([
  ['soup in a blue bowl', { vessel: '#35609c' }],
  ['sopa en un plato hondo azul', { vessel: '#35609c' }],
  ['Suppe in einer blauen Schüssel', { vessel: '#35609c' }],
  ['soupe dans un bol vert', { vessel: '#4f7d3f' }],
  ['salad on a white plate, navy background', { vessel: '#f1eee8', surface: '#24365a' }],
  ['red curry', {}],
  ['steak with purple accents', { accent: '#6d4a86' }],
  ['feijoada com laranja, prato fundo', { accent: '#d0742c' }],
  ['steak with a plate of red peppers', { accent: '#a8322b' }],
])('%s names these colours and no others', (prompt, colours) => {
  expect(read(prompt).colours).toEqual(colours)
})

test('the setting of a prompt is read in full', () => {
  expect(read('Moody bruschetta with basil and honey on white marble, backlit')).toMatchObject({
    surface: 'marble',
    light: 'back',
    style: 'moody',
    garnishes: ['basil', 'honey'],
    colours: { surface: '#f1eee8' },
  })
})

test('a word inside another word is not read: a panther holds no pan, and grape no rape', () => {
  expect(read('panther teaspoonful scarfish').found).toBe('nothing')
})
