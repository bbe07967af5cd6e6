import { describe, expect, test } from 'vitest'
import { checkWeights, withFront } from './picture-weights.ts'
import { type CompositionWish, readComposition } from './read-composition.ts'

const read = (prompt: string, names: readonly string[] = ['burger.jpg', 'fries.jpg'], partial = false) =>
  readComposition(prompt, { names, partial, field: 'prompt', engines: { providers: [] } })

describe('a prompt asks for', () => {
  test.each<[string, Partial<CompositionWish>]>([
    ['Both on one wooden table', { backdrop: 'oak' }],
    ['Both on one wooden table, the burger in front', { backdrop: 'oak', front: 0 }],
    ['all dishes together on slate, light from the left', { backdrop: 'slate', light: 'left' }],
    ['side by side on a marble counter; light from the right', { backdrop: 'marble', light: 'right' }],
    ['the second picture in the foreground, dark background', { backdrop: 'studio-dark', front: 1 }],
    ['on a white tablecloth, 16:9', { backdrop: 'linen', aspect: '16:9' }],
    ['Arrange them nicely, square', { aspect: '1:1' }],
    ['combine the burger with the fries', {}],
    ['carbonara and lasagna on one table', {}],
    ['Los dos platos sobre una mesa de madera, luz desde la izquierda', { backdrop: 'oak', light: 'left' }],
    ['el primero en primer plano, fondo blanco', { backdrop: 'studio-light', front: 0 }],
    ['tous les plats ensemble sur du marbre', { backdrop: 'marble' }],
    ['les deux sur une nappe blanche, lumière de droite', { backdrop: 'linen', light: 'right' }],
    ['alle Gerichte zusammen auf einem Holztisch, Licht von links', { backdrop: 'oak', light: 'left' }],
    ['beide nebeneinander auf Schiefer, das zweite vorne', { backdrop: 'slate', front: 1 }],
    ['tutti i piatti insieme su un tavolo di legno', { backdrop: 'oak' }],
    ['sfondo scuro, il primo in primo piano', { backdrop: 'studio-dark', front: 0 }],
    ['todos os pratos juntos numa mesa de madeira', { backdrop: 'oak' }],
    ['fundo branco, luz da esquerda', { backdrop: 'studio-light', light: 'left' }],
    ['جميع الأطباق معا على طاولة خشبية', { backdrop: 'oak' }],
    ['كل الأطباق على رخام', { backdrop: 'marble' }],
  ])('%s', (prompt, expected) => {
    const { reported, steps, ...wish } = read(prompt)
    expect(wish).toEqual(expected)
    expect(steps).toEqual([])
    expect(reported.map(({ status }) => status)).toEqual(Object.keys(expected).map(() => 'done'))
  })

  test('two surfaces, of which the first is drawn and the other reported as a contradiction', () => {
    const { backdrop, reported } = read('on slate and marble', undefined, true)
    expect(backdrop).toBe('slate')
    expect(reported).toEqual([
      { step: 'Surface: slate', status: 'done' },
      { step: 'marble', status: 'skipped', reason: expect.stringContaining('contradicts') },
    ])
  })

  test('changes of the finished picture, which stay steps', () => {
    const { backdrop, steps, reported } = read('on oak, a bit warmer, more contrast')
    expect(backdrop).toBe('oak')
    expect(steps.map(({ kind }) => kind)).toEqual(['warmth', 'contrast'])
    expect(reported).toHaveLength(3)
  })
})

describe('a prompt that cannot be followed', () => {
  test.each([
    'on a beach at sunset',
    'on a wooden table with candles and a hand that reaches for it',
    'garnish both with parsley',
    'in the middle of a jungle',
  ])('needs a generator and says so with the setting: %s', (prompt) => {
    expect(() => read(prompt)).toThrow(/PLATELIGHT_ENGINE_SYNTHESIS/)
  })

  test.each([
    ['on marble, on slate', /contradicts/],
    ['light from the left, light from the right', /contradicts/],
    ['rotate by 90 degrees', /more than the composition/],
    ['crop to 21:9', /outside of what is possible/],
    [Array.from({ length: 151 }, () => 'warmer').join(' '), /150 words/],
  ])('is refused with its reason: %s', (prompt, reason) => {
    expect(() => read(prompt)).toThrow(reason)
  })

  test('with partial, everything else is done and the rest is reported as skipped', () => {
    const { backdrop, reported } = read('on slate, with a dragon above it', undefined, true)
    expect(backdrop).toBe('slate')
    expect(reported.map(({ status }) => status)).toEqual(['done', 'skipped'])
  })

  test('a wish for the front that names no picture is reported, and the pictures are composed', () => {
    const { front, reported } = read('the best one in front', ['IMG_0001.jpg', 'IMG_0002.jpg'], true)
    expect(front).toBeUndefined()
    expect(reported[0]).toMatchObject({ status: 'skipped', reason: expect.stringContaining('largest weight') })
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

  test('the picture in front has the largest weight, and all together are 1', () => {
    const [first = 0, second = 0, third = 0] = withFront([0.5, 0.3, 0.2], 2)
    expect(third).toBeGreaterThan(first)
    expect(first).toBeGreaterThan(second)
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
