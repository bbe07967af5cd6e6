import { ASSET_PRESETS, ASSET_TYPES, type AssetRequest, EMPTY_COPY } from '@platelight/typesetting/asset-request.ts'
import type { Box, DrawingList, Page, Shape, TextShape } from '@platelight/typesetting/drawing-list.ts'
import { contrastOf, READABLE } from '@platelight/typesetting/layout/colours.ts'
import { layoutAsset, layoutsOf } from '@platelight/typesetting/layout/layout-asset.ts'
import { describe, expect, test } from 'vitest'
import { assetFonts } from '../../src/operations/assets/asset-fonts.ts'
import { PICTURES, SCRIPTS, textsOf } from './asset-copies.ts'

const book = assetFonts()
const requestOf = (given: Partial<AssetRequest>): AssetRequest => ({
  type: 'poster',
  preset: 'daily_special',
  copy: EMPTY_COPY,
  pictures: [],
  colors: [],
  ...given,
})

const SLACK = 0.01
const isWithin = ({ x, y, width, height }: Box, page: Page) =>
  x >= -SLACK && y >= -SLACK && x + width <= page.width + SLACK && y + height <= page.height + SLACK
const overlap = (a: Box, b: Box) =>
  a.x + a.width > b.x + SLACK &&
  b.x + b.width > a.x + SLACK &&
  a.y + a.height > b.y + SLACK &&
  b.y + b.height > a.y + SLACK

/** What may not lie on one another. Grounds, veils and what is drawn around text may. */
const isSolid = (shape: Shape): boolean =>
  ['text', 'cut-out', 'logo'].includes(shape.kind) || (shape.kind === 'picture' && !shape.isBackdrop)

/** The texts of a list by field, as they are read: the lines of one field after the other. */
function printed(list: DrawingList): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const shape of list.pages.flatMap(({ shapes }) => shapes)) {
    if (shape.kind !== 'text') continue
    fields.set(shape.field, [...(fields.get(shape.field) ?? []), shape.text])
  }
  return fields
}

const spaceless = (text: string) => text.replace(/\s+/g, '')

function problemsOf(list: DrawingList, request: AssetRequest): string[] {
  const problems: string[] = []
  for (const [number, page] of list.pages.entries()) {
    const solid = page.shapes.filter(isSolid)
    for (const [index, one] of solid.entries()) {
      const name = (shape: Shape) => `${shape.kind} ${shape.kind === 'text' ? shape.text : ''}`
      if (!isWithin(one.box, page)) problems.push(`${name(one)} leaves page ${number + 1}`)
      for (const other of solid.slice(index + 1))
        if (overlap(one.box, other.box)) problems.push(`${name(one)} overlaps ${name(other)}`)
    }
  }
  const found = printed(list)
  const wanted = textsOf(request.copy)
  for (const [field, text] of wanted) {
    const lines = found.get(field) ?? []
    if (spaceless(lines.join('')) !== spaceless(text))
      problems.push(`${field} reads ${lines.join(' / ')} instead of ${text}`)
  }
  if (found.size !== wanted.length) problems.push(`${found.size} texts instead of ${wanted.length}`)
  return problems
}

/** The solid ground below a text: the last fill before it that holds it. */
function groundOf(page: Page, text: Extract<Shape, { kind: 'text' }>): string | undefined {
  const before = page.shapes.slice(0, page.shapes.indexOf(text))
  const holds = (box: Box) =>
    box.x <= text.box.x + SLACK &&
    box.x + box.width >= text.box.x + text.box.width - SLACK &&
    box.y <= text.baseline &&
    box.y + box.height >= text.baseline
  return before.findLast(
    (shape): shape is Extract<Shape, { kind: 'fill' }> => shape.kind === 'fill' && holds(shape.box),
  )?.color
}

describe.each(Object.keys(SCRIPTS))('in %s', (script) => {
  test.each(ASSET_TYPES)('every design of a %s prints each text once, whole, and nothing lies on anything', (type) => {
    const copy = SCRIPTS[script]!
    // Each script and type meets two of the five sets of pictures; together they meet all.
    const place = Object.keys(SCRIPTS).indexOf(script) + ASSET_TYPES.indexOf(type)
    const sets = Object.entries(PICTURES).filter((_, index) => (index + place) % 5 < 2)
    for (const [index, [name, pictures]] of sets.entries()) {
      const preset = ASSET_PRESETS[(index + place) % ASSET_PRESETS.length]!
      const request = requestOf({
        type,
        preset,
        pictures,
        copy: type === 'banner' ? { ...copy, items: [] } : copy,
        logo: { width: 300, height: 200 },
      })
      const lists = layoutsOf(request, book)
      expect(lists.length, `${type} with ${name}`).toBeGreaterThan(0)
      for (const list of lists)
        expect(problemsOf(list, request), `${list.layout} of ${type} ${preset} with ${name}`).toEqual([])
    }
  })
})

test('each type has at least three designs that differ by content', () => {
  for (const type of ASSET_TYPES) {
    const ids = Object.values(PICTURES).flatMap((pictures) =>
      layoutsOf(
        requestOf({ type, pictures, copy: type === 'banner' ? { ...SCRIPTS.Latin!, items: [] } : SCRIPTS.Latin! }),
        book,
      ).map(({ layout }) => layout),
    )
    expect(new Set(ids).size, type).toBeGreaterThanOrEqual(3)
  }
})

test.each(Object.keys(PICTURES).filter((name) => name !== 'none'))(
  'a poster with little copy gives a fifth of its page to the pictures: %s',
  (name) => {
    const copy = { ...EMPTY_COPY, headline: 'Tonkotsu of the day', offer: '12.50 €' }
    const laid = layoutAsset(requestOf({ copy, pictures: PICTURES[name]! }), book)
    const [page] = laid.ok ? laid.list.pages : []
    const boxes = page!.shapes.flatMap(({ kind, box }) => (kind === 'picture' || kind === 'cut-out' ? [box] : []))
    const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0)
    expect(area / (page!.width * page!.height)).toBeGreaterThan(0.2)
  },
)

test('text is readable on its ground, with any colours of a brand', () => {
  for (const colors of [
    [],
    ['#ffff00', '#00ffff'],
    ['#777777'],
    ['#000000', '#111111'],
    ['#ffffff', '#fefefe'],
    ['#ff0000', '#00ff00'],
  ]) {
    for (const preset of ASSET_PRESETS) {
      for (const list of layoutsOf(
        requestOf({ type: 'flyer', preset, colors, copy: SCRIPTS.Latin!, pictures: [] }),
        book,
      )) {
        for (const page of list.pages) {
          for (const shape of page.shapes) {
            if (shape.kind !== 'text') continue
            const ground = groundOf(page, shape)
            expect(
              ground && contrastOf(ground, shape.color),
              `${shape.text} in ${shape.color} on ${ground}`,
            ).toBeGreaterThanOrEqual(READABLE)
          }
        }
      }
    }
  }
})

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

test('a logo without a ground is seen on every page, whatever its colour', () => {
  for (const [color, preset] of ['#ffffff', '#000000', '#8a3a45', '#f2d9a0'].flatMap((one) =>
    ASSET_PRESETS.map((other) => [one, other] as const),
  )) {
    const logo = { width: 300, height: 200, color }
    for (const { pages } of layoutsOf(requestOf({ preset, copy: SCRIPTS.Latin!, logo }), book)) {
      const shapes = pages[0]!.shapes
      const at = shapes.findIndex(({ kind }) => kind === 'logo')
      const { box } = shapes[at]!
      const behind = shapes
        .slice(0, at)
        .findLast((shape) => shape.kind === 'fill' && shape.box.y <= box.y && shape.box.height >= box.height)
      expect(contrastOf((behind as { color: string }).color, color), `${color} on ${preset}`).toBeGreaterThanOrEqual(3)
    }
  }
})

test.each(['poster', 'flyer', 'post'] as const)('several wide photos on a %s are no strip', (type) => {
  const wide = { width: 3000, height: 2000 }
  for (const pictures of [
    [wide, wide],
    [wide, wide, wide],
    [wide, { width: 3000, height: 1500 }],
  ]) {
    for (const copy of [
      { ...SCRIPTS.Latin!, items: [] },
      { ...EMPTY_COPY, headline: 'Brunch', offer: '12 €' },
    ]) {
      const laid = layoutAsset(requestOf({ type, copy, pictures }), book)
      if (!laid.ok) throw new Error(laid.reason)
      const [page] = laid.list.pages
      const boxes = page!.shapes.flatMap(({ kind, box }) => (kind === 'picture' ? [box] : []))
      const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0)
      expect(area / (page!.width * page!.height), laid.list.layout).toBeGreaterThan(0.2)
    }
  }
})

test('pages that are read from the right are mirrored', () => {
  for (const [script, isFromRight] of [
    ['Latin', false],
    ['Arabic', true],
  ] as const) {
    const copy = SCRIPTS[script]!
    const columns = [1, 2, 3, 4].flatMap((number) => copy.items.map((item) => ({ ...item, section: String(number) })))
    for (const [given, first, second] of [
      // The first dish stands before the last one, and the pictures of a design that has them first before the words.
      [{ type: 'menu', copy: { ...copy, items: columns }, pictures: [] }, 'items_json.0.name', 'items_json.11.name'],
      [{ type: 'banner', copy: { ...copy, items: [] }, pictures: [{ width: 2000, height: 1600 }] }, '', 'headline'],
      [{ type: 'menu', copy, pictures: [{ width: 1200, height: 1600 }] }, '', 'items_json.0.name'],
    ] as const) {
      const designs = ['menu-columns', 'whole-left', 'menu-side']
      const list = layoutsOf(requestOf(given), book).find(({ layout }) => designs.includes(layout))
      const { shapes } = list!.pages[0]!
      const middleOf = (field: string) => {
        const found = shapes.find((one) =>
          field === '' ? one.kind === 'picture' : one.kind === 'text' && one.field === field,
        )!
        return found.box.x + found.box.width / 2
      }
      expect(middleOf(first) > middleOf(second), `${list!.layout} in ${script}`).toBe(isFromRight)
    }
  }
})

test('what no font has and what fits no design is refused with its field', () => {
  expect(layoutAsset(requestOf({ copy: { ...EMPTY_COPY, headline: 'Ancient \u{12000} soup' } }), book)).toEqual({
    ok: false,
    reason: 'glyph_missing',
    field: 'headline',
    characters: ['\u{12000}'],
  })
  const long = layoutAsset(
    requestOf({ type: 'banner', copy: { ...EMPTY_COPY, headline: 'word '.repeat(600).trim() } }),
    book,
  )
  expect(long).toMatchObject({ ok: false, reason: 'copy_does_not_fit', field: 'headline' })
  if (long.ok || long.reason !== 'copy_does_not_fit') throw new Error('it was accepted')
  const shorter = 'word '.repeat(600).slice(0, long.fits).trim()
  expect(layoutAsset(requestOf({ type: 'banner', copy: { ...EMPTY_COPY, headline: shorter } }), book).ok).toBe(true)
})
