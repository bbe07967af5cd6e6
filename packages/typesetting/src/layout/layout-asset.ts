import type { AssetCopy, AssetRequest } from '../asset-request.ts'
import type { DrawingList } from '../drawing-list.ts'
import type { FontBook } from '../fonts/font-book.ts'
import { composePage } from './compose-page.ts'
import { type CopyFault, missingGlyphs, tooMuchCopy } from './copy-fault.ts'
import { COMFORTABLE } from './formats.ts'
import { composeMenu, MENU_LAYOUTS } from './menu-pages.ts'
import { PAGE_LAYOUTS } from './page-layouts.ts'

/** What an asset became, or why it did not. */
export type LaidOut = { readonly ok: true; readonly list: DrawingList } | CopyFault

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
  const missing = missingGlyphs(request.copy, book)
  if (missing) return missing
  const list = tryLayouts(request, book)
  const fits = (copy: AssetCopy) => designsOf({ ...request, copy }, book).some(({ at }) => at(SMALLEST) !== undefined)
  return list ? { ok: true, list } : tooMuchCopy(request.copy, fits)
}

/** Every design of the type that takes this content, at the largest letters. For a comparison of designs. */
export function layoutsOf(request: AssetRequest, book: FontBook): DrawingList[] {
  return designsOf(request, book).flatMap((design) => fitDesign(design, SMALLEST) ?? [])
}

function tryLayouts(request: AssetRequest, book: FontBook): DrawingList | undefined {
  const designs = designsOf(request, book).filter(({ at }) => at(SMALLEST) !== undefined)
  for (const floor of [COMFORTABLE, SMALLEST]) {
    let best: { list: DrawingList; fullness: number } | undefined
    for (const design of designs) {
      const list = fitDesign(design, floor)
      if (!list) continue
      const fullness = fullnessOf(list, request)
      if (fullness >= 1) return list
      if (fullness > (best?.fullness ?? 0)) best = { list, fullness }
    }
    if (best) return best.list
  }
  return undefined
}

/** A menu that ends higher looks unfinished, and several pictures that take less than this are strips. */
const LEAST_END = 0.66
const LEAST_PICTURED = 0.24

/** 1 for a page that is filled, less for one that another design may fill better. */
function fullnessOf({ pages }: DrawingList, { type, pictures }: AssetRequest): number {
  const [page] = pages
  if (!page || pages.length > 1) return 1
  const ends = page.shapes.flatMap((shape) =>
    shape.kind === 'text' && shape.field.startsWith('items_json') ? [shape.box.y + shape.box.height] : [],
  )
  const share = pictureArea(pages) / (page.width * page.height)
  return Math.min(
    1,
    type === 'menu' && ends.length > 0 ? Math.max(...ends) / (LEAST_END * page.height) : 1,
    type !== 'menu' && pictures.length > 1 ? share / LEAST_PICTURED : 1,
  )
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
