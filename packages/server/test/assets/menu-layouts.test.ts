import { EMPTY_COPY } from '@platelight/typesetting/asset-request.ts'
import type { TextShape } from '@platelight/typesetting/drawing-list.ts'
import { layoutAsset, layoutsOf } from '@platelight/typesetting/layout/layout-asset.ts'
import { expect, test } from 'vitest'
import { book, problemsOf, requestOf } from './layout-problems.ts'

test('two hundred dishes take as many pages as they need, and prices stand below one another', () => {
  const items = Array.from({ length: 200 }, (_, index) => ({
    name: `Dish number ${index + 1}`,
    description: 'With rice, vegetables of the season and a sauce of the house',
    price: `${(index % 30) + 4},50 €`,
    section: `Section ${Math.floor(index / 25) + 1}`,
  }))
  const request = requestOf({
    type: 'menu',
    preset: 'full_menu',
    copy: { ...EMPTY_COPY, business_name: 'Ramen Nord', items },
  })
  const laid = layoutAsset(request, book)
  if (!laid.ok) throw new Error(laid.reason)
  expect(problemsOf(laid.list, request)).toEqual([])
  expect(laid.list.pages.length).toBeGreaterThan(2)
  for (const { shapes } of laid.list.pages) {
    const ends = shapes.flatMap((shape) =>
      shape.kind === 'text' && shape.field.endsWith('.price') ? [Math.round(shape.box.x + shape.box.width)] : [],
    )
    expect(new Set(ends).size).toBeLessThanOrEqual(2)
  }
})

const dishes = (count: number, section: string) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Dish ${index + 1}`,
    description: 'With rice and vegetables of the season',
    price: '12,50 €',
    section,
  }))

test.each([3, 4, 6, 8])('a menu of %i dishes fills its page, with and without a photo', (count) => {
  for (const pictures of [[], [{ width: 1200, height: 1600 }], [{ width: 3000, height: 2000 }]]) {
    const copy = { ...EMPTY_COPY, business_name: 'Ramen Nord', headline: 'Lunch', items: dishes(count, 'Ramen') }
    const laid = layoutAsset(requestOf({ type: 'menu', preset: 'full_menu', copy, pictures }), book)
    if (!laid.ok) throw new Error(laid.reason)
    const [page] = laid.list.pages
    const ends = page!.shapes.flatMap((shape) =>
      shape.kind === 'text' && shape.field.startsWith('items_json') ? [shape.box.y + shape.box.height] : [],
    )
    expect(Math.max(...ends) / page!.height, `${laid.list.layout}, ${pictures.length}`).toBeGreaterThan(0.6)
  }
})

test('dishes of a menu are as far apart in both columns, which end about together', () => {
  const items = [4, 4, 4, 3, 5].flatMap((count, index) => dishes(count, `Section ${index}`))
  const copy = { ...EMPTY_COPY, business_name: 'Ramen Nord', items }
  for (const pictures of [[], [{ width: 3000, height: 2000 }]]) {
    const lists = layoutsOf(requestOf({ type: 'menu', preset: 'full_menu', copy, pictures }), book)
    for (const { layout, pages } of lists.filter(({ layout: id }) => id.endsWith('columns'))) {
      const [page] = pages
      const [left, right] = [true, false].map((isLeft) =>
        page!.shapes.filter(
          (shape): shape is TextShape =>
            shape.kind === 'text' && shape.field.startsWith('items_json') && shape.x < page!.width / 2 === isLeft,
        ),
      ) as [TextShape[], TextShape[]]
      const endOf = (texts: TextShape[]) => Math.max(...texts.map(({ box }) => box.y + box.height))
      expect(Math.abs(endOf(left) - endOf(right)) / page!.height, layout).toBeLessThan(0.15)
      const stepsOf = (texts: TextShape[]) => {
        const names = texts.filter(({ field }) => field.endsWith('.name')).map(({ baseline }) => baseline)
        return Math.min(...names.slice(1).map((y, index) => y - names[index]!))
      }
      expect(stepsOf(left), layout).toBeCloseTo(stepsOf(right), 3)
    }
  }
})
