import { type AssetCopy, type AssetRequest, COPY_FIELDS, type CopyField } from '../asset-request.ts'
import type { DrawingList } from '../drawing-list.ts'
import type { FontBook } from '../fonts/font-book.ts'
import { composePage } from './compose-page.ts'
import { COMFORTABLE } from './formats.ts'
import { composeMenu, MENU_LAYOUTS } from './menu-pages.ts'
import { PAGE_LAYOUTS } from './page-layouts.ts'

/** What an asset became, or why it did not. */
export type LaidOut =
  | { readonly ok: true; readonly list: DrawingList }
  | {
      readonly ok: false
      readonly reason: 'glyph_missing'
      readonly field: string
      readonly characters: readonly string[]
    }
  | { readonly ok: false; readonly reason: 'copy_does_not_fit'; readonly field: string; readonly fits: number }

/** Each try makes the letters that much smaller. */
const SMALLER = 0.92
const SMALLEST = 0.2
/** Letters that guests read without effort. */
const READABLE_SIZE = 0.87

/**
 * Finds the design for an asset. Every text is there once, whole: if it does not fit, its letters become smaller, then
 * another design is tried, and a menu takes another page.
 */
export function layoutAsset(request: AssetRequest, book: FontBook): LaidOut {
  const missing = findMissing(request.copy, book)
  if (missing) return { ok: false, reason: 'glyph_missing', ...missing }
  const list = tryLayouts(request, book)
  return list ? { ok: true, list } : { ok: false, reason: 'copy_does_not_fit', ...whatFits(request, book) }
}

/** Every design of the type that takes this content, at the largest letters. For a comparison of designs. */
export function layoutsOf(request: AssetRequest, book: FontBook): DrawingList[] {
  return designsOf(request, book).flatMap((design) => fitDesign(design, SMALLEST) ?? [])
}

function tryLayouts(request: AssetRequest, book: FontBook): DrawingList | undefined {
  const designs = designsOf(request, book).filter(({ at }) => at(SMALLEST) !== undefined)
  for (const floor of [COMFORTABLE, SMALLEST]) {
    for (const design of designs) {
      const list = fitDesign(design, floor)
      if (list) return list
    }
  }
  return undefined
}

interface Design {
  readonly id: string
  readonly largest: number
  at(scale: number): DrawingList['pages'] | undefined
}

function designsOf(request: AssetRequest, book: FontBook): Design[] {
  const menus = MENU_LAYOUTS.map(
    (layout): Design => ({ id: layout.id, largest: 1.8, at: (scale) => composeMenu(layout, request, book, scale) }),
  )
  const pages = PAGE_LAYOUTS[request.type === 'menu' ? 'flyer' : request.type]
    // A design with a picture needs one, and one without would leave a given one out.
    .filter(({ picture }) => (picture === 'none') === (request.pictures.length === 0))
    .map(
      (layout): Design => ({
        id: layout.id,
        largest: layout.largest,
        at: (scale) => {
          const page = composePage(layout, request, book, scale)
          return page && [page]
        },
      }),
    )
  return request.type === 'menu' && request.copy.items.length > 0 ? menus : pages
}

function fitDesign({ id, largest, at }: Design, floor: number): DrawingList | undefined {
  // Larger letters are worth no further page.
  const most = at(Math.max(READABLE_SIZE, floor))?.length ?? Number.POSITIVE_INFINITY
  const wanted = wantedArea(at(Math.max(COMFORTABLE, floor)) ?? [])
  for (let scale = largest; scale > floor; scale *= SMALLER) {
    const pages = at(scale)
    if (pages && pages.length <= most && pictureArea(pages) >= wanted) {
      return { layout: id, pages: grown(pages, scale, at) }
    }
  }
  const pages = at(floor)
  return pages && { layout: id, pages }
}

/** What pictures should take of a page, as far as smaller letters make room for it. */
function wantedArea(roomy: DrawingList['pages']): number {
  const [first] = roomy
  return first ? Math.min(LEAST_AREA * first.width * first.height, 0.98 * pictureArea(roomy)) : 0
}

const LEAST_AREA = 0.2

/** With larger letters, as long as the pictures stay as large. */
function grown(pages: DrawingList['pages'], from: number, at: Design['at']): DrawingList['pages'] {
  const pictured = pictureArea(pages)
  if (pictured === 0) return pages
  let best = pages
  for (let scale = from / SMALLER; scale < MOST_GROWN; scale /= SMALLER) {
    const larger = at(scale)
    if (!larger || larger.length > pages.length || pictureArea(larger) < pictured) return best
    best = larger
  }
  return best
}

const MOST_GROWN = 1.5

const pictureArea = (pages: DrawingList['pages']): number =>
  pages
    .flatMap(({ shapes }) => shapes)
    .filter(({ kind }) => kind === 'picture' || kind === 'cut-out')
    .reduce((sum, { box }) => sum + box.width * box.height, 0)

function findMissing({ items, ...lines }: AssetCopy, book: FontBook) {
  const texts: [string, string][] = [
    ...COPY_FIELDS.map((field): [string, string] => [field, lines[field]]),
    ...items.flatMap((item, index) =>
      (['name', 'description', 'price', 'section'] as const).map((part): [string, string] => [
        `items_json.${index}.${part}`,
        item[part] ?? '',
      ]),
    ),
  ]
  for (const [field, text] of texts) {
    const characters = book.missing(text)
    if (characters.length > 0) return { field, characters }
  }
  return undefined
}

/** The longest field, and how much of it fits: characters of a text, or dishes of a list. */
function whatFits(request: AssetRequest, book: FontBook): { field: string; fits: number } {
  const { copy } = request
  const sizeOfItems = JSON.stringify(copy.items).length
  const fields = [...COPY_FIELDS].sort((a, b) => copy[b].length - copy[a].length)
  const withItems = (count: number): AssetCopy => ({ ...copy, items: copy.items.slice(0, count) })
  const withText =
    (field: CopyField) =>
    (count: number): AssetCopy => ({ ...copy, [field]: [...copy[field]].slice(0, count).join('').trim() })
  const attempts = [
    ...fields
      .filter((field) => copy[field] !== '')
      .map((field) => ({
        field: field as string,
        length: [...copy[field]].length,
        weight: copy[field].length,
        at: withText(field),
      })),
    { field: 'items_json', length: copy.items.length, weight: sizeOfItems, at: withItems },
  ].sort((a, b) => b.weight - a.weight)
  const fitting = (next: AssetCopy) =>
    designsOf({ ...request, copy: next }, book).some(({ at }) => at(SMALLEST) !== undefined)
  const culprit = attempts.find(({ length, at }) => length > 0 && fitting(at(0))) ?? attempts[0]
  if (!culprit) return { field: 'headline', fits: 0 }
  let [low, high] = [0, culprit.length]
  while (high - low > 1) {
    const tried = Math.floor((low + high) / 2)
    if (fitting(culprit.at(tried))) low = tried
    else high = tried
  }
  return { field: culprit.field, fits: low }
}
