import { ASSET_PRESETS, ASSET_TYPES, EMPTY_COPY } from '@platelight/typesetting/asset-request.ts'
import type { Box, Page, Shape } from '@platelight/typesetting/drawing-list.ts'
import { contrastOf, READABLE } from '@platelight/typesetting/layout/colours.ts'
import { layoutAsset, layoutsOf } from '@platelight/typesetting/layout/layout-asset.ts'
import { describe, expect, test } from 'vitest'
import { PICTURES, SCRIPTS } from './asset-copies.ts'
import { book, problemsOf, requestOf, SLACK } from './layout-problems.ts'

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
