import { expect, test } from 'vitest'
import { fitWarnings } from './fit-warnings.ts'

const WHOLE = {
  dishFound: true,
  inside: 1,
  dishInside: true,
  extended: false,
  scale: 1,
  crossed: undefined,
  by: undefined,
} as const
const codes = (fit: Partial<Parameters<typeof fitWarnings>[0]>) =>
  fitWarnings({ ...WHOLE, ...fit } as Parameters<typeof fitWarnings>[0]).map(({ code }) => code)

test('a fitted picture says what was cut, added, crossed and enlarged', () => {
  expect(codes({})).toEqual([])
  expect(codes({ dishFound: false })).toEqual(['dish_not_found'])
  expect(codes({ dishInside: false })).toEqual(['dish_may_be_cut'])
  expect(codes({ extended: true, by: 'soft', crossed: true })).toEqual(['background_extended', 'border_crossed'])
  expect(codes({ scale: 2.1 })).toEqual(['upscaled_more_than_2x'])
})

test('a crop that cuts the dish says how much of it is seen, and one that cuts its rim at most says that it may', () => {
  const [surely] = fitWarnings({ ...WHOLE, dishInside: false, inside: 0.614 })
  expect(surely!.message).toContain('shows about 61 % of the dish')
  const [maybe] = fitWarnings({ ...WHOLE, dishInside: false, inside: 0.95 })
  expect(maybe!.message).toContain('may cut into the dish')
})

test('a plain backdrop is not called the background', () => {
  const [plain] = fitWarnings({ ...WHOLE, extended: true, by: 'soft' } as never)
  const [continued] = fitWarnings({ ...WHOLE, extended: true, by: 'texture' } as never)
  expect(plain!.message).toContain('plain backdrop')
  expect(continued!.message).toContain('background was extended')
})
