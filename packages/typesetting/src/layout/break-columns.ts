import type { Laid } from './text-blocks.ts'

/** A piece of a column. */
export interface Unit {
  readonly laid: Laid
  /** Above it, unless it is the first of its column. */
  readonly gap: number
  /** The name of a section: what follows must stand in the same column. */
  readonly opens: boolean
}

export interface Sheets {
  readonly columns: number
  /** The height of the columns of the first page, and of all others. */
  readonly first: number
  readonly later: number
}

/** Columns, each a run of units. */
export type Column = readonly Unit[]

const MOST_PAGES = 40
/** What it costs to break a section, in shares of a column left empty, squared. */
const BROKEN = 0.03

/**
 * Breaks units into columns of as few pages as possible, all about as full. A section ends with its column where it can, no
 * dish of it stands alone, and no column ends with a name of a section.
 *
 * @returns the columns of each page; undefined if a unit is higher than a page
 */
export function breakColumns(units: readonly Unit[], sheets: Sheets): Column[][] | undefined {
  const total = units.reduce((sum, { laid }) => sum + laid.height, 0)
  const fewest = Math.max(1, Math.floor(total / (sheets.columns * Math.max(sheets.first, sheets.later))))
  for (const costOf of [costOfBreak, () => BROKEN]) {
    for (let pages = fewest; pages <= MOST_PAGES; pages++) {
      const columns = breakInto(units, pages * sheets.columns, sheets, costOf)
      if (!columns) continue
      const onPage = (page: number) => columns.slice(page * sheets.columns, (page + 1) * sheets.columns)
      return Array.from({ length: pages }, (_, page) => onPage(page))
    }
  }
  return undefined
}

/** How a column ends best, from a unit on. */
interface Ending {
  readonly cost: number
  readonly to: number
}

function breakInto(
  units: readonly Unit[],
  count: number,
  { columns, first, later }: Sheets,
  costOf: typeof costOfBreak,
): Column[] | undefined {
  const heightOf = (column: number) => (column < columns ? first : later)
  // From the last column to the first: the best way on from each unit.
  let best: (Ending | undefined)[] = units.map(() => undefined)
  best[units.length] = { cost: 0, to: units.length }
  const endings: (Ending | undefined)[][] = []
  for (let column = count - 1; column >= 0; column--) {
    const room = heightOf(column)
    const next = best
    best = units.map((_, from) => {
      let [height, found]: [number, Ending | undefined] = [0, undefined]
      for (let to = from + 1; to <= units.length; to++) {
        const unit = units[to - 1] as Unit
        height += unit.laid.height + (to - 1 === from ? 0 : unit.gap)
        if (height > room) break
        const rest = next[to]
        if (!rest || unit.opens) continue
        const cost = rest.cost + (1 - height / room) ** 2 + costOf(units, to)
        if (cost < (found?.cost ?? Number.POSITIVE_INFINITY)) found = { cost, to }
      }
      return found
    })
    best[units.length] = { cost: (next[units.length]?.cost ?? 0) + 1, to: units.length }
    endings.unshift(best)
  }
  if (!endings[0]?.[0]) return undefined
  let from = 0
  return endings.map((column) => {
    const to = column[from]?.to ?? units.length
    const taken = units.slice(from, to)
    from = to
    return taken
  })
}

/** What it costs to break before a unit: too much where a dish of a section would stand alone. */
function costOfBreak(units: readonly Unit[], at: number): number {
  if (at === units.length || units[at]?.opens) return 0
  const isLast = at + 1 === units.length || units[at + 1]?.opens === true
  const isFirst = units[at - 2]?.opens !== false
  return isLast || isFirst ? Number.POSITIVE_INFINITY : BROKEN
}

/** How much wider gaps can be for the fullest column to end where its page does. */
export function spareOf(pages: readonly (readonly Column[])[], { first, later }: Sheets, most: number): number {
  const spares = pages.flatMap((columns, page) =>
    columns.map((units) => {
      const gaps = units.slice(1).reduce((sum, { gap }) => sum + gap, 0)
      const heights = units.reduce((sum, { laid }) => sum + laid.height, 0)
      return gaps === 0 ? most : ((page === 0 ? first : later) - heights) / gaps
    }),
  )
  return Math.min(most, ...spares)
}
