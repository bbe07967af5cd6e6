import { expect, test } from 'vitest'
import { breakColumns, type Unit } from './break-columns.ts'

const unit = (opens: boolean): Unit => ({ laid: { height: 10, place: () => [] }, gap: 2, opens })
/** Sections of so many dishes, each under its name. */
const sections = (...counts: number[]): Unit[] =>
  counts.flatMap((count) => [unit(true), ...Array.from({ length: count }, () => unit(false))])

/** How many dishes of its section stand at each side of every break. */
function sidesOf(columns: readonly (readonly Unit[])[]): number[] {
  const units = columns.flat()
  let at = 0
  return columns.slice(0, -1).flatMap((column) => {
    at += column.length
    if (at === units.length || units[at]!.opens) return []
    const before = units.slice(0, at).reverse()
    const after = units.slice(at).findIndex(({ opens }) => opens)
    return [before.findIndex(({ opens }) => opens), after === -1 ? units.length - at : after]
  })
}

test.each([
  [sections(5, 5, 5, 5), 2, 90],
  [sections(3, 9, 2, 7, 1, 12), 2, 100],
  [sections(20), 1, 130],
  [sections(1, 1, 1, 1, 1, 1), 2, 60],
  [sections(4, 13, 4, 3, 6, 11, 2, 2, 17), 2, 170],
])(
  '%#: every dish is placed once, in order, none alone, and no column ends with the name of a section',
  (units, columns, height) => {
    const pages = breakColumns(units, { columns, first: height - 30, later: height })!
    expect(pages.flat(2)).toEqual(units)
    expect(pages.flat().filter((column) => column.at(-1)?.opens)).toEqual([])
    expect(Math.min(2, ...sidesOf(pages.flat()))).toBe(2)
  },
)

test('pages are about as full', () => {
  const pages = breakColumns(sections(4, 4, 4, 4, 4, 4), { columns: 2, first: 200, later: 200 })!
  expect(pages.map((page) => page.map((column) => column.length))).toEqual([[15, 15]])
  const longer = breakColumns(sections(9, 9, 9), { columns: 1, first: 130, later: 130 })!
  expect(longer.flat().map((column) => column.length)).toEqual([10, 10, 10])
})

test('a dish that is higher than a page fits nowhere', () => {
  expect(breakColumns(sections(1), { columns: 1, first: 15, later: 15 })).toBeUndefined()
})
