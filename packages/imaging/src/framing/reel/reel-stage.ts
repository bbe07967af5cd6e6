import { cutOut } from '../../matting/cut-out.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import { type Box, growBox, type Size } from '../../raster/geometry.ts'
import { cropMask } from '../../raster/masks/crop-mask.ts'
import { maskBox } from '../../raster/masks/mask-box.ts'
import { dilate } from '../../raster/masks/morphology.ts'
import { resizeMask } from '../../raster/masks/resize-mask.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { resizeTo } from '../../raster/scaling/resize-to.ts'
import type { Subject } from '../../segmentation/find-subject.ts'
import { createBlurLevels } from '../extend/blur-levels.ts'
import { openSides } from '../extend/open-sides.ts'
import { fitFrame } from '../fit/fit-frame.ts'
import { locateBySubject } from '../locate-dish.ts'
import { holdsDish, shareInside } from '../share-inside.ts'
import { type CardRoom, placeCard } from './card-place.ts'

/** A photo in the shape of the frames of a film, on which a camera moves. All but `scale` is in pixels of the stage. */
export interface PhotoStage {
  /** `layers`: the dish lies before its background. `card`: the photo lies before a blurred copy of itself. */
  readonly kind: 'layers' | 'plain' | 'card'
  /** What no frame may cut. */
  readonly kept: Box | undefined
  /** Where the dish is, or the photo if it is not known. */
  readonly dish: Box
  /** The middle of the dish, or of the picture. */
  readonly focus: { readonly x: number; readonly y: number }
  /** Pixels of the stage for one of the photo, along one side, and where the photo's left top corner lies. */
  readonly scale: number
  readonly corner: { readonly x: number; readonly y: number }
  render(): Promise<StageLayers>
}

export interface StageLayers {
  readonly background: Pixels
  /** What lies before the background, with its place: RGB or RGBA. */
  readonly front?: Pixels & { readonly left: number; readonly top: number }
}

/** Where the background is not known, it takes colours from around: this much beyond the dish, as a share of the stage's width. */
const BEYOND = 0.004
/** The copy on which the background is filled is that many times smaller. */
const FILLED_SMALLER = 2
/** Alpha from which a pixel belongs to the dish. */
const VISIBLE = 8

/** Of a dish that the photo cuts, the frames show at least this share. */
const LEAST_SHOWN = 0.85

/** Room around a dish that is shown before the blurred photo, as a share of its sides. */
const CARD_ROOM = 0.08
/** The blurred copy: its long side in pixels before it is enlarged again, the blur there, and its brightness. */
const BACKDROP = { side: 96, deviation: 3, brightness: 0.72 }

/**
 * A part of a photo without transparency. Where the outline of a whole dish is sure, the dish is a layer of its own before a
 * background that is filled behind it.
 *
 * @param subject the dish; one that is hardly known is not one
 * @param isSure whether its outline is good enough to cut it out
 * @param clear the part of the stage in whose middle the dish should be, as far as the photo reaches
 * @returns undefined where a dish that the photo shows whole would be cut, or much of any other
 */
export function croppedStage(
  photo: Pixels,
  subject: Subject,
  size: Size,
  isSure: boolean,
  clear?: Box,
): PhotoStage | undefined {
  const { dish } = locateBySubject(photo, subject)
  if (!dish) return undefined
  const found = { dish, mask: subject }
  const fitted = fitFrame(photo, found, undefined, { size }).frame
  const frame = clear ? movedTo(clear, fitted, dish, photo, size) : fitted
  const isWhole = showsAll(subject)
  if (isWhole ? !holdsDish(photo, found, frame) : shareInside(photo, found, frame) < LEAST_SHOWN) return undefined
  const scale = size.width / frame.width
  const corner = { x: -frame.left * scale, y: -frame.top * scale }
  const box = onStage(dish, { scale, corner })
  const kept = isWhole ? withinStage(box, size) : undefined
  const focus = {
    x: clamp(box.left + box.width / 2, 0, size.width),
    y: clamp(box.top + box.height / 2, 0, size.height),
  }
  const isLayered = isWhole && isSure
  return {
    kind: isLayered ? 'layers' : 'plain',
    kept,
    dish: withinStage(box, size),
    focus,
    scale,
    corner,
    async render() {
      const background = await resizeTo(photo, size, insidePhoto(frame, photo))
      if (!isLayered) return { background }
      const cut = await cutOut(background, { ...subject, ...cropMask(subject, frame, photo) })
      const dishBox = maskBox(opacityOf(cut).alpha, cut, VISIBLE)
      if (!dishBox) return { background }
      const front = { ...(await resizeTo(cut, dishBox, dishBox)), left: dishBox.left, top: dishBox.top }
      return { background: await filledBehind(background, cut), front }
    },
  }
}

/**
 * The photo, or the part of it around the dish, before a blurred copy of itself. So all of it is shown in every shape.
 *
 * @param subject the dish; undefined where none is known: then every frame shows all of the photo
 * @param room the part of the stage in which it shows the dish, and the one into which it may go on; all of it by default
 */
export function cardStage(photo: Pixels, subject: Subject | undefined, size: Size, room?: CardRoom): PhotoStage {
  const dish = subject && locateBySubject(photo, subject).dish
  const isWhole = dish !== undefined && subject !== undefined && showsAll(subject)
  const needed = dish
    ? growBox(dish, CARD_ROOM * dish.width, CARD_ROOM * dish.height, photo)
    : { left: 0, top: 0, ...sizeOf(photo) }
  const { part, card, scale } = placeCard({ needed, isExact: !dish, reaches: isWhole }, photo, size, room)
  const place = { left: Math.round(card.left), top: Math.round(card.top) }
  const own = { width: Math.round(card.width), height: Math.round(card.height) }
  const corner = { x: place.left - part.left * scale, y: place.top - part.top * scale }
  const kept = dish && isWhole ? withinStage(onStage(dish, { scale, corner }), size) : { ...place, ...own }
  return {
    kind: 'card',
    kept,
    dish: kept,
    focus: { x: kept.left + kept.width / 2, y: kept.top + kept.height / 2 },
    scale,
    corner,
    render: async () => ({
      background: await blurredCover(photo, size),
      front: { ...(await resizeTo(photo, own, part)), ...place },
    }),
  }
}

/** Whether the photo shows all of a dish: its outline meets no border. */
const showsAll = (subject: Subject): boolean => Object.values(openSides(subject)).every((isOpen) => isOpen)

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

const onStage = (box: Box, { scale, corner }: Pick<PhotoStage, 'scale' | 'corner'>): Box => ({
  left: corner.x + box.left * scale,
  top: corner.y + box.top * scale,
  width: box.width * scale,
  height: box.height * scale,
})

/** The frame with the dish in the middle of a part of the stage, as far as the photo reaches. */
function movedTo(clear: Box, frame: Box, dish: Box, photo: Size, size: Size): Box {
  const scale = frame.width / size.width
  const start = (middle: number, from: number, length: number, own: number, most: number) =>
    clamp(middle - (from + length / 2) * scale, 0, Math.max(0, most - own))
  return {
    ...frame,
    left: start(dish.left + dish.width / 2, clear.left, clear.width, frame.width, photo.width),
    top: start(dish.top + dish.height / 2, clear.top, clear.height, frame.height, photo.height),
  }
}

/** A frame in whole pixels of the photo. */
function insidePhoto(frame: Box, photo: Size): Box {
  const left = clamp(Math.round(frame.left), 0, photo.width - 1)
  const top = clamp(Math.round(frame.top), 0, photo.height - 1)
  return {
    left,
    top,
    width: clamp(Math.round(frame.width), 1, photo.width - left),
    height: clamp(Math.round(frame.height), 1, photo.height - top),
  }
}

function withinStage({ left, top, width, height }: Box, size: Size): Box {
  const from = { left: clamp(left, 0, size.width), top: clamp(top, 0, size.height) }
  return {
    ...from,
    width: clamp(left + width, 0, size.width) - from.left,
    height: clamp(top + height, 0, size.height) - from.top,
  }
}

/** The opacity of a cut-out. */
const opacityOf = ({ data, width, height }: Pixels): SoftMask => {
  const alpha = new Uint8Array(width * height)
  for (let i = 0; i < alpha.length; i++) alpha[i] = data[4 * i + 3]
  return { alpha, width, height }
}

/** A picture whose dish is replaced by the colours around it. */
async function filledBehind(pixels: Pixels, cut: Pixels): Promise<Pixels> {
  const { width, height } = pixels
  const size = { width: Math.ceil(width / FILLED_SMALLER), height: Math.ceil(height / FILLED_SMALLER) }
  const small = await resizeTo(pixels, size)
  const reach = Math.max(1, Math.round((BEYOND * width) / FILLED_SMALLER))
  const opacity = { alpha: await resizeMask(opacityOf(cut), size), ...size }
  const { bits } = dilate(thresholdMask(opacity, VISIBLE), reach)
  const counted = { alpha: bits.map((isDish) => 255 * (1 - isDish)), ...size }
  const levels = createBlurLevels(small, counted)
  const filled = Uint8Array.from(small.data)
  const colour = new Float64Array(3)
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      if (counted.alpha[i] === 255) continue
      colour.fill(0)
      levels.sample(x + 0.5, y + 0.5, 1, colour)
      for (let c = 0; c < 3; c++) filled[3 * i + c] = colour[c]
    }
  }
  const large = await resizeTo({ data: filled, ...size, channels: 3 }, { width, height })
  const background = Uint8Array.from(pixels.data)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / FILLED_SMALLER) * size.width
    for (let x = 0; x < width; x++, i++) {
      if (counted.alpha[row + Math.floor(x / FILLED_SMALLER)] === 255) continue
      for (let c = 0; c < 3; c++) background[3 * i + c] = large.data[3 * i + c]
    }
  }
  return { data: background, width, height, channels: 3 }
}

/** The photo blurred and darkened so that nothing on it draws the eye, over all of the stage. */
async function blurredCover(photo: Pixels, size: Size): Promise<Pixels> {
  const scale = Math.max(size.width / photo.width, size.height / photo.height)
  const part = { width: Math.floor(size.width / scale), height: Math.floor(size.height / scale) }
  const left = Math.floor((photo.width - part.width) / 2)
  const top = Math.floor((photo.height - part.height) / 2)
  const less = BACKDROP.side / Math.max(size.width, size.height)
  const tiny = await resizeTo(
    photo,
    { width: Math.max(1, Math.round(size.width * less)), height: Math.max(1, Math.round(size.height * less)) },
    { left, top, width: Math.max(1, part.width), height: Math.max(1, part.height) },
  )
  const levels = createBlurLevels(tiny, { alpha: new Uint8Array([255]), width: 1, height: 1 })
  const data = new Uint8Array(tiny.data.length)
  const colour = new Float64Array(3)
  for (let y = 0, i = 0; y < tiny.height; y++) {
    for (let x = 0; x < tiny.width; x++, i++) {
      colour.fill(0)
      levels.sample(x + 0.5, y + 0.5, BACKDROP.deviation, colour)
      for (let c = 0; c < 3; c++) data[3 * i + c] = BACKDROP.brightness * colour[c]
    }
  }
  return resizeTo({ ...tiny, data }, size)
}
