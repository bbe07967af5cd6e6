import type { AssetCopy, AssetRequest } from '../asset-request.ts'
import type { Box, Page, ScrimShape, Side } from '../drawing-list.ts'
import type { FontBook } from '../fonts/font-book.ts'
import { type CopyFault, missingGlyphs, tooMuchCopy } from './copy-fault.ts'
import { COMFORTABLE, type Format } from './formats.ts'
import { type Palette, veilOf } from './palette.ts'
import { compositionOf, setPieces } from './set-pieces.ts'
import { stack } from './text-blocks.ts'

/** Words and a logo that lie over a picture which is not known, such as the frames of a film. */
export interface CaptionRequest extends Pick<AssetRequest, 'copy' | 'logo' | 'colors' | 'manner'> {
  /** The picture in pixels. Only its shape matters. */
  readonly width: number
  readonly height: number
}

/** A caption at one side of the picture. */
export interface Caption {
  readonly side: Side
  /** A page without a ground. */
  readonly page: Page
  /** What the words take. */
  readonly box: Box
  /** From where on the veil hides the picture, and from where on it begins, in shares of the page from its side. */
  readonly solid: number
  readonly veiled: number
}

/** The shorter side of the page in points, which is about that of a phone. */
const SHORT_SIDE = 360
const MARGIN = 26
/** Apps that show films from edge to edge put their buttons there: shares of a tall page. */
const TALL = { from: 1.5, top: 0.1, bottom: 0.15 }
/** What a caption takes at most: of the height, or of the width where it stands beside the dish. */
const MOST_HEIGHT = 0.34
const MOST_WIDTH = 0.36
/** A picture this much wider than high has room for words beside the dish. */
const WIDE = 1.3
const SMALLER = 0.94
/** Below this, letters are as small as they may be. */
const SMALLEST = 0.2
const LEAST_VEIL = 0.86
/** Between the words and the veil's end, and the way over which it grows, in margins. */
const AIR = 0.5
const VEIL_REACH = 1.8

/**
 * Sets words for each side of a picture at which they fit, the best side first. They stand on a veil that makes them readable
 * above any picture.
 */
export function layoutCaption(request: CaptionRequest, book: FontBook): { ok: true; captions: Caption[] } | CopyFault {
  const missing = missingGlyphs(request.copy, book)
  if (missing) return missing
  const captions = captionsOf(request, book)
  const fits = (copy: AssetCopy) => captionsOf({ ...request, copy }, book).length > 0
  return captions.length > 0 ? { ok: true, captions } : tooMuchCopy(request.copy, fits)
}

function captionsOf(request: CaptionRequest, book: FontBook): Caption[] {
  const page = pageOf(request)
  const format: Format = {
    ...page,
    margin: MARGIN,
    sizes: { lead: 42, second: 23, name: 15, item: 14, contact: 11 },
    leastLead: 17,
    least: 11,
  }
  const asset: AssetRequest = { ...request, type: 'post', preset: 'daily_special', pictures: [] }
  const composition = compositionOf(asset, { ground: 'dark', format }, book)
  const words = stack(setPieces(['logo', 'name', 'lead', 'offer'], composition, 'start'))
  const sides: Side[] = composition.isFromRight ? ['right', 'left'] : ['left', 'right']
  const all: Side[] = page.width > WIDE * page.height ? [...sides, 'bottom', 'top'] : ['bottom', 'top']
  const at = (floor: number) => (side: Side) => {
    const room = roomAt(side, page)
    for (let scale = 1; scale >= floor; scale *= SMALLER) {
      const laid = words(room.width, scale)
      if (!laid || laid.height > room.height) continue
      const y = { top: 0, bottom: 1, left: 0.5, right: 0.5 }[side] * (room.height - laid.height) + room.y
      const shapes = laid.place(room.x, y)
      const hasWords = shapes.some(({ kind }) => kind === 'text')
      const box: Box = { ...room, y, height: laid.height }
      const { color, alpha, ...veil } = veilAt(side, box, page, composition.palette)
      const scrim: ScrimShape = {
        kind: 'scrim',
        color,
        alpha,
        side,
        box: veil.box,
        solidFrom: 1 - veil.solid / veil.veiled,
      }
      const { solid, veiled } = veil
      return [{ side, box, solid, veiled, page: { ...page, shapes: hasWords ? [scrim, ...shapes] : shapes } }]
    }
    return []
  }
  const comfortable = all.flatMap(at(COMFORTABLE))
  return comfortable.length > 0 ? comfortable : all.flatMap(at(SMALLEST))
}

function pageOf({ width, height }: CaptionRequest): Pick<Page, 'width' | 'height'> {
  const scale = SHORT_SIDE / Math.min(width, height)
  return { width: width * scale, height: height * scale }
}

/** Where words may stand at a side. */
function roomAt(side: Side, { width, height }: Pick<Page, 'width' | 'height'>): Box {
  const isTall = height > TALL.from * width
  const [top, bottom] = isTall ? [TALL.top * height, TALL.bottom * height] : [MARGIN, MARGIN]
  if (side === 'left' || side === 'right') {
    const own = MOST_WIDTH * width
    return { x: side === 'left' ? MARGIN : width - MARGIN - own, y: top, width: own, height: height - top - bottom }
  }
  const most = MOST_HEIGHT * height
  return { x: MARGIN, y: side === 'top' ? top : height - bottom - most, width: width - 2 * MARGIN, height: most }
}

/** From nothing at some way from the words to the border of the page; solid below the words. */
function veilAt(side: Side, words: Box, page: Pick<Page, 'width' | 'height'>, palette: Palette) {
  const { width, height } = page
  const own = {
    bottom: height - words.y,
    top: words.y + words.height,
    left: words.x + words.width,
    right: width - words.x,
  }[side]
  const isUpright = side === 'top' || side === 'bottom'
  const whole = isUpright ? height : width
  const solid = own + AIR * MARGIN
  const veiled = Math.min(whole, solid + VEIL_REACH * MARGIN)
  const box: Box = {
    x: side === 'right' ? width - veiled : 0,
    y: side === 'bottom' ? height - veiled : 0,
    width: isUpright ? width : veiled,
    height: isUpright ? veiled : height,
  }
  return {
    box,
    solid: solid / whole,
    veiled: veiled / whole,
    color: palette.ground,
    alpha: veilOf(palette, LEAST_VEIL),
  }
}
