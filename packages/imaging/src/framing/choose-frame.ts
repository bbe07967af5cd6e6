import type { Box, Size } from '../raster/geometry.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Dish } from './dish.ts'
import { looksContinuous, sidesBeyond, sidesWhere } from './extend/beyond-photo.ts'
import type { Borders } from './extend/border-calmness.ts'
import type { Continuation } from './extend/extend-canvas.ts'
import { type Insets, type OpenSides, openSides, type Side } from './extend/open-sides.ts'
import { SHAVED, SHOT_FRAME, WHOLE_DISH } from './frame-rules.ts'
import { startBeyond, startInside } from './place-span.ts'
import { type FoundDish, holdsDish, middleToShow, shareInside } from './share-inside.ts'
import { type ImageShot, RATIOS } from './shot-sizes.ts'

type Shape = Exclude<ImageShot, 'original'>

/** The location of a dish, for placing frames. */
export interface DishLocation {
  /** In the picture's pixels; undefined if no dish was found. */
  readonly dish: Dish | undefined
  /** The mask it was taken from, on a copy of any size; without a mask the dish is its box. */
  readonly mask?: SoftMask
  /** How much each part of it matters to a frame that cannot hold it all. */
  readonly food?: SoftMask
  /** What crosses the borders; if it was not measured, every border is taken to be calm. */
  readonly borders?: Borders
  /** Share of the dish that the mask may lack at its rim; a frame has to hold that much more. */
  readonly error?: number
  /** If the dish is uncertain, its largest possible extent: a box, or a mask of everything that may belong to it. */
  readonly atMost?: Dish | SoftMask
}

export interface Framing {
  /** The frame in the picture's pixels. It reaches beyond the borders if the dish needs more room than the photo has. */
  readonly window: Box
  /** What must be added around the picture; undefined if the frame lies inside. */
  readonly insets?: Insets
  /** How it is added. */
  readonly by?: Continuation
  /** Something crosses a border beyond which the frame reaches: it goes on with the surface, or dissolves in the plain backdrop. */
  readonly crossed?: true
  /** How much of the dish is in the frame, 0–1. */
  readonly inside: number
  /** False if part of the dish is outside the frame. */
  readonly dishInside: boolean
  /** The dish may be larger than assumed, and some of it may then be outside. */
  readonly unsure?: true
}

/**
 * Places a shot in a picture. It takes the largest frame of the shape that holds the dish. If there is none, it takes the
 * smallest frame that holds the dish and reaches beyond the borders at which the surface can be continued, or else a plain
 * backdrop be added. If something crosses those borders, it takes a frame inside that cuts little of the dish, or else continues a
 * single faint edge beside the dish, and lets something faint dissolve above and below it. If what crosses would still be seen,
 * or the photo itself cuts the dish there, it takes the frame inside that shows most of the dish.
 *
 * @example const { window, insets, dishInside } = chooseFrame(pixels, { dish }, 'square')
 */
export function chooseFrame(picture: Size, where: DishLocation, shot: ImageShot): Framing {
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height }
  if (shot === 'original') return { window: whole, inside: 1, dishInside: true }
  const size = largestOfShape(picture, shot)
  const { dish } = where
  if (!dish) {
    const left = Math.round((picture.width - size.width) / 2)
    const top = Math.round((picture.height - size.height) / 2)
    return { window: { left, top, ...size }, inside: 1, dishInside: true }
  }
  const found = { ...where, dish }
  const window = insideFrame(picture, found, size)
  const inside = shareInside(picture, found, window)
  const withDoubt = (framing: Framing): Framing =>
    mayBeCut(picture, where, framing.window) ? { ...framing, unsure: true } : framing
  const dishInside = holdsDish(picture, found, window)
  if (dishInside && inside >= WHOLE_DISH + (where.error ?? 0)) return withDoubt({ window, inside, dishInside })
  const borders: FrameBorders = where.borders ?? {
    open: where.mask ? openSides(where.mask) : openBeside(picture, dish),
    ...UNMEASURED,
  }
  // What ends at a border is worse than a sliver of the dish outside, and never worth a frame without its room.
  const { leastShown, room, leastRoom } = SHOT_FRAME
  const wider =
    frameBeyond(picture, dish, borders, { shot, room, mayBeCrossed: inside < leastShown }) ??
    frameBeyond(picture, dish, borders, { shot, room: leastRoom, mayBeCrossed: false })
  if (!wider) return withDoubt({ window, inside, dishInside: false })
  return withDoubt({ ...wider, insets: insetsOf(picture, wider.window), inside: 1, dishInside: true })
}

/** What is asked of borders. */
type FrameBorders = Pick<Borders, 'open' | 'isCalm' | 'isContinued' | 'canDissolve'>

/**
 * The smallest frame that holds the dish with room around it and reaches beyond the photo: where the surface can be continued,
 * or else with a plain backdrop.
 */
function frameBeyond(
  picture: Size,
  dish: Dish,
  { open, isCalm, isContinued, canDissolve }: FrameBorders,
  wanted: Wanted,
): Pick<Framing, 'window' | 'by' | 'crossed'> | undefined {
  const wider = frameAt(picture, dish, open, wanted)
  if (!wider) return undefined
  const calm = sidesWhere(open, isCalm, wider, picture)
  const by = (kind: Continuation, holds: Borders['isCalm']) => {
    const window = frameAt(picture, dish, sidesWhere(open, holds, wider, picture), wanted)
    if (!window || (kind === 'texture' && !looksContinuous(window, picture))) return undefined
    const isCrossed = sidesBeyond(window, picture).some((side) => !calm[side])
    if (isCrossed) return wanted.mayBeCrossed ? { window, by: kind, crossed: true as const } : undefined
    return { window, by: kind }
  }
  const isPlain: Borders['isCalm'] = (...at) => isCalm(...at) && canDissolve(...at)
  return by('texture', isCalm) ?? by('texture', isContinued) ?? by('soft', canDissolve) ?? by('soft', isPlain)
}

/** What is taken of borders that were not measured. */
const UNMEASURED: Omit<FrameBorders, 'open'> = {
  isCalm: () => true,
  isContinued: () => true,
  canDissolve: () => true,
}

/** Whether a frame would count as cutting the dish if the dish were as large as it may be. */
function mayBeCut(picture: Size, { atMost, error = 0 }: DishLocation, window: Box): boolean {
  if (!atMost) return false
  if (!('alpha' in atMost)) return shareInside(picture, { dish: atMost }, window) < WHOLE_DISH
  const dish = { left: 0, top: 0, ...picture, focus: { x: 0, y: 0 } }
  return shareInside(picture, { dish, mask: atMost }, window) < WHOLE_DISH + error
}

/** The largest size of a shape inside a picture: whole multiples of the shape, if there is room for one. */
function largestOfShape({ width, height }: Size, shot: Shape): Size {
  const [across, down] = RATIOS[shot]
  const units = Math.floor(Math.min(width / across, height / down))
  if (units >= 1) return { width: units * across, height: units * down }
  return {
    width: Math.max(1, Math.min(width, Math.round((height * across) / down))),
    height: Math.max(1, Math.min(height, Math.round((width * down) / across))),
  }
}

/** The frame of a given size inside the picture: around the dish if the dish fits, else around where most of it is. */
const insideFrame = (picture: Size, found: FoundDish, size: Size): Box => ({
  left: Math.round(startInside(middleToShow(found, 'x', size.width, picture.width), size.width, picture.width)),
  top: Math.round(startInside(middleToShow(found, 'y', size.height, picture.height), size.height, picture.height)),
  ...size,
})

interface Wanted {
  readonly shot: Shape
  /** Room beside the dish, as a share of that side of it. */
  readonly room: number
  /** Whether the frame may reach beyond a border that something crosses. */
  readonly mayBeCrossed: boolean
}

/** The smallest frame that holds the dish with its room; undefined if the photo cannot be extended that far. */
function frameAt(picture: Size, dish: Dish, open: OpenSides, wanted: Wanted): Box | undefined {
  const room = (side: Side, length: number) => (open[side] ? wanted.room * length : 0)
  const left = dish.left - room('left', dish.width)
  const right = dish.left + dish.width + room('right', dish.width)
  const top = dish.top - room('top', dish.height)
  const bottom = dish.top + dish.height + room('bottom', dish.height)
  const [across, down] = RATIOS[wanted.shot]
  const units = Math.max(
    unitsToHold(right - left, across, picture.width, open.left || open.right),
    unitsToHold(bottom - top, down, picture.height, open.top || open.bottom),
  )
  const size = { width: units * across, height: units * down }
  const x = startHolding(left, right, size.width, picture.width, open.left, open.right)
  const y = startHolding(top, bottom, size.height, picture.height, open.top, open.bottom)
  return x === undefined || y === undefined ? undefined : { left: x, top: y, ...size }
}

/**
 * How many units of a shape hold a length. Between two borders that cannot be crossed, whole units may lack a few pixels of a
 * dish that the photo cuts at both.
 */
function unitsToHold(length: number, unit: number, whole: number, isOpen: boolean): number {
  const [needed, most] = [Math.ceil(length / unit), Math.floor(whole / unit)]
  return isOpen || most * unit < (1 - SHAVED) * length ? needed : Math.min(needed, most)
}

/**
 * Where a frame begins along one side so that it holds everything between `from` and `to` and adds as little as possible.
 *
 * @returns undefined if it would cross a closed border, or would add too much
 */
function startHolding(
  from: number,
  to: number,
  size: number,
  whole: number,
  before: boolean,
  after: boolean,
): number | undefined {
  const middle = (from + to) / 2
  if (size > whole) {
    const start = startBeyond(middle, size, whole, before, after)
    return start !== undefined && isModest(whole, size, Math.round(start)) ? Math.round(start) : undefined
  }
  // The frame stays inside if the dish allows it; the room around the dish may reach a little beyond an open border.
  const [low, high] = [Math.ceil(to - size), Math.floor(from)]
  const least = before ? Math.min(low, 0) : 0
  const most = after ? Math.max(high, whole - size) : whole - size
  const inside = Math.round(startInside(middle, size, whole))
  const start = Math.max(Math.max(low, least), Math.min(Math.min(high, most), inside))
  return isModest(whole, size, start) ? start : undefined
}

const isModest = (whole: number, size: number, start: number): boolean =>
  -start <= SHOT_FRAME.maxAdded * whole && start + size - whole <= SHOT_FRAME.maxAdded * whole

/** Without a mask, a box that touches a border is taken to be cut by it. */
const openBeside = ({ width, height }: Size, dish: Box): OpenSides => ({
  left: dish.left > 0.01 * width,
  top: dish.top > 0.01 * height,
  right: dish.left + dish.width < 0.99 * width,
  bottom: dish.top + dish.height < 0.99 * height,
})

const insetsOf = ({ width, height }: Size, { left, top, ...size }: Box): Insets => ({
  left: -left,
  top: -top,
  right: left + size.width - width,
  bottom: top + size.height - height,
})
