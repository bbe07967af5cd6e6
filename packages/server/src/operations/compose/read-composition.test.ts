import { describe, expect, test } from 'vitest'
import { pictureRow } from './picture-row.ts'
import { checkWeights, withPlaces } from './picture-weights.ts'
import { type CompositionWish, readComposition } from './read-composition.ts'

const read = (prompt: string, names: readonly string[] = ['burger.jpg', 'fries.jpg']) =>
  readComposition(prompt, { names, engines: { providers: [] } })

describe('a prompt describes', () => {
  test.each<[string, Partial<CompositionWish>]>([
    ['Both on one wooden table', { backdrop: 'oak' }],
    ['Both on one wooden table, the burger in front', { backdrop: 'oak', places: { front: 0 } }],
    ['all dishes together on slate, light from the left', { backdrop: 'slate', light: 'left' }],
    ['side by side on a marble counter; light from the right', { backdrop: 'marble', light: 'right' }],
    ['the second picture in the foreground, dark background', { backdrop: 'studio-dark', places: { front: 1 } }],
    ['on a white tablecloth, 16:9', { backdrop: 'linen', aspect: '16:9' }],
    ['Arrange them nicely, square', { aspect: '1:1' }],
    ['combine the burger with the fries', {}],
    ['carbonara and lasagna on one table', { unread: ['carbonara', 'lasagna'] }],
    ['burgers y patatas fritas en una mesa', {}],
    ['Los dos platos sobre una mesa de madera, luz desde la izquierda', { backdrop: 'oak', light: 'left' }],
    ['el primero en primer plano, fondo blanco', { backdrop: 'studio-light', places: { front: 0 } }],
    ['tous les plats ensemble sur du marbre', { backdrop: 'marble' }],
    ['les deux sur une nappe blanche, lumière de droite', { backdrop: 'linen', light: 'right' }],
    ['alle Gerichte zusammen auf einem Holztisch, Licht von links', { backdrop: 'oak', light: 'left' }],
    ['beide nebeneinander auf Schiefer, das zweite vorne', { backdrop: 'slate', places: { front: 1 } }],
    ['tutti i piatti insieme su un tavolo di legno', { backdrop: 'oak' }],
    ['sfondo scuro, il primo in primo piano', { backdrop: 'studio-dark', places: { front: 0 } }],
    ['todos os pratos juntos numa mesa de madeira', { backdrop: 'oak' }],
    ['fundo branco, luz da esquerda', { backdrop: 'studio-light', light: 'left' }],
    ['جميع الأطباق معا على طاولة خشبية', { backdrop: 'oak' }],
    ['كل الأطباق على رخام', { backdrop: 'marble' }],
  ])('%s', (prompt, expected) => {
    const { reported, ...wish } = read(prompt)
    expect(wish).toEqual({ places: {}, row: [], steps: [], unread: [], ...expected })
    const { unread: _, ...done } = expected
    expect(reported.map(({ status }) => status)).toEqual(Object.keys(done).map(() => 'done'))
  })

  test.each([
    ['on slate and marble', ['Surface: slate', 'marble']],
    ['light from the left, light from the right', ['Light from the left', 'Light from the direction right']],
  ])('of two that exclude each other the first: %s', (prompt, [first, other]) => {
    expect(read(prompt).reported).toEqual([
      { step: first, status: 'done' },
      { step: other, status: 'skipped', reason: expect.stringContaining('contradicts') },
    ])
  })

  test('changes of the finished picture, which stay steps', () => {
    const { backdrop, steps, reported } = read('on oak, a bit warmer, more contrast')
    expect(backdrop).toBe('oak')
    expect(steps.map(({ kind }) => kind)).toEqual(['warmth', 'contrast'])
    expect(reported).toHaveLength(3)
  })
})

describe('the places of pictures', () => {
  const names = ['burger.jpg', 'fries.jpg', 'salad.jpg']

  test.each<[string, Partial<CompositionWish>, number[]]>([
    ['the burger on the left and the fries in the middle', { places: { left: 0, middle: 1 } }, [0, 1, 2]],
    ['on the right: the burger; the salad at the back', { places: { right: 0, back: 2 } }, [1, 2, 0]],
    ['from left to right: salad, burger, fries', { row: [2, 0, 1] }, [2, 0, 1]],
    ['die Pommes hinten, links der Salat', { places: { left: 2 } }, [2, 0, 1]],
    ['the third picture in the middle', { places: { middle: 2 } }, [0, 2, 1]],
    ['all on one table', {}, [0, 1, 2]],
  ])('%s', (prompt, expected, row) => {
    const wish = read(prompt, names)
    expect(wish).toMatchObject(expected)
    expect(pictureRow(names.length, wish)).toEqual(row)
  })

  test('a place without a picture is skipped with its reason, and listed', () => {
    const { places, reported, unread } = read('the best one in front', ['IMG_0001.jpg', 'IMG_0002.jpg'])
    expect(places).toEqual({})
    expect(reported[0]).toMatchObject({ status: 'skipped', reason: expect.stringContaining('largest weight') })
    expect(unread).toEqual(['the best one in front'])
  })
})

describe('a description changes nothing that it does not ask for', () => {
  test.each([
    'warm bread and cool cucumber salad',
    'crispy fries, sharp cheddar, dark chocolate cake and a pale ale',
    'a rich, golden crème brûlée',
    'delicious food for a family dinner',
    'warmes Brot und kalte Suppe',
    'pan caliente y ensalada fresca',
    'une crème brûlée dorée',
    'خبز دافئ وسلطة باردة',
  ])('%s', (prompt) => {
    expect(read(prompt)).toMatchObject({ steps: [], reported: [] })
  })

  test.each([
    ['bright', 'light', 1],
    ['warm and cosy', 'warmth', 1],
    ['dark and moody', 'light', -1],
    ['warmes Licht', 'warmth', 1],
    ['luz cálida', 'warmth', 1],
  ])('%s is about the light', (prompt, kind, sign) => {
    const { steps, unread } = read(prompt)
    expect(steps.map((step) => [step.kind, 'amount' in step && Math.sign(step.amount)])).toEqual([[kind, sign]])
    expect(unread).toEqual([])
  })

  test.each([
    ['overhead flat lay on slate', 'slate', /overhead flat/],
    ['on a wooden table with candles and a hand that reaches for it', 'oak', /candles/],
    ['on marble, rotate by 90 degrees', 'marble', undefined],
    ['in the middle of a jungle', undefined, /jungle/],
  ])('words that are not understood are listed, and the rest is done: %s', (prompt, backdrop, unread) => {
    const wish = read(prompt)
    expect([wish.backdrop, wish.steps]).toEqual([backdrop, []])
    if (unread) expect(wish.unread.join(' ')).toMatch(unread)
    else expect(wish.reported.at(-1)).toMatchObject({ status: 'skipped' })
  })

  test('where there is a provider, it gets all words', () => {
    const engines = { providers: ['bfl' as never] }
    const { wishes, backdrop } = readComposition('on oak, at sunset', { names: ['a.jpg'], engines })
    expect([wishes, backdrop]).toEqual([['on oak, at sunset'], undefined])
  })

  test('what is beyond the limit is listed as a whole', () => {
    const { backdrop, unread } = read(`on slate, ${'x '.repeat(1_900)}on marble`)
    expect([backdrop, unread.at(-1)]).toEqual(['slate', expect.stringContaining('300')])
  })
})

describe('weights', () => {
  test.each([[[0.5, 0.49]], [[0.33, 0.33, 0.33]], [[0.6, 0.5]], [[0, 0]]])('%j are refused by name', (weights) => {
    expect(() => checkWeights(weights, weights.length)).toThrow(/add up to/)
    expect(() => checkWeights(weights, weights.length)).toThrow(expect.objectContaining({ code: 'weights_not_one' }))
  })

  test.each([[[1]], [[0.333, 0.333, 0.333]], [[0.1, 0.2, 0.7]], [Array.from({ length: 10 }, () => 0.1)]])(
    '%j are accepted',
    (weights) => {
      expect(() => checkWeights(weights, weights.length)).not.toThrow()
    },
  )

  test('a number for each picture is required', () => {
    expect(() => checkWeights([1], 2)).toThrow(/1 number for 2 pictures/)
  })

  test('the picture in front has the largest weight, the one at the back the smallest, and all together are 1', () => {
    const [first = 0, second = 0, third = 0] = withPlaces([0.5, 0.3, 0.2], { front: 2, back: 0 })
    expect(third).toBeGreaterThan(second)
    expect(second).toBeGreaterThan(first)
    expect(first + second + third).toBeCloseTo(1, 9)
  })
})

test.each(['Together on dark slate', 'auf dunklem Schiefer', 'su ardesia nera', 'sobre pizarra oscura'])(
  '%s says how the surface is, and does not darken the dishes',
  (prompt) => {
    expect(read(prompt)).toMatchObject({ backdrop: 'slate', steps: [] })
  },
)

test('what else should be darker still is', () => {
  expect(read('on dark slate, a bit darker').steps).toEqual([expect.objectContaining({ kind: 'light' })])
})
