import {
  type CameraPath,
  type CameraView,
  type Margins,
  type Point,
  planCamera,
} from '@platelight/drawing/reel/camera-path.ts'
import { locateBySubject } from '@platelight/imaging/framing/locate-dish.ts'
import { cardStage, croppedStage, type PhotoStage } from '@platelight/imaging/framing/reel/reel-stage.ts'
import type { Box } from '@platelight/imaging/raster/geometry.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import type { Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { Warning } from '../../base/warning-codes.ts'
import { assessSubject, SURE } from '../picture/subject-warnings.ts'
import type { Size } from '../picture-size.ts'
import { findGarnish } from './find-garnish.ts'
import type { Target } from './motion-words.ts'
import type { ReelCaption } from './reel-captions.ts'
import { REEL_SIZES, type ReelParams } from './reel-operation.ts'

/** A photo in the shape of the frames, the way of the camera over it, and the words that lie before it. */
export interface ChosenStage {
  readonly stage: PhotoStage
  readonly path: CameraPath
  readonly caption: ReelCaption | undefined
  readonly warnings: readonly Warning[]
}

/** Pixels of the stage for each of a frame, along one side: the camera comes that close. */
const STAGE_SCALE = 1.3
/** A camera that moves less than this share of the frame looks like a still picture. */
const LEAST_AMOUNT = 0.04
/** An enlargement above this looks soft. */
const MOST_SCALE = 2
/** A longer film moves further, but not as fast. */
const USUAL_SECONDS = 5
/** Words may lie on this share of the dish: a rim. */
const MOST_COVERED = 0.04
/** Views of a path at which the dish is compared with the words. */
const LOOKS = 11

/**
 * Chooses between the photo and a part of it before a blurred copy of itself, and between the sides for words: the first at which the
 * camera has room and the words leave the dish free.
 *
 * @param captions the same words at each side, the best side first; none for a film without words
 */
export function chooseStage(
  photo: Pixels,
  subject: Subject,
  { motion, strength, seconds, aspect, towards }: ReelParams,
  captions: readonly ReelCaption[],
): ChosenStage {
  const frame = REEL_SIZES[aspect]
  const even = (length: number) => 2 * Math.round((STAGE_SCALE * length) / 2)
  const size = { width: even(frame.width), height: even(frame.height) }
  const { usable, warnings } = assessSubject(subject)
  const dish = usable ? locateBySubject(photo, subject).dish : undefined
  const garnish = dish && towards.includes('garnish') ? findGarnish(photo, dish) : undefined
  const planned = (stage: PhotoStage, caption: ReelCaption | undefined) => {
    const { x, y } = stage.corner
    const focus = garnish
      ? { x: x + garnish.x * stage.scale, y: y + garnish.y * stage.scale }
      : aside(stage, stage.kept ?? { left: 0, top: 0, ...size }, towards)
    const shape = { ...size, kept: stage.kept, focus, isLayered: stage.kind !== 'plain', covered: caption?.covered }
    const path = planCamera(shape, motion, strength * Math.sqrt(seconds / USUAL_SECONDS))
    return { stage, path, caption, covered: caption ? coveredShare(stage, path, caption) : 0 }
  }
  const sides = captions.length > 0 ? captions : [undefined]
  const cropped = sides.flatMap((caption) => {
    const room = caption && roomBeside(caption.covered, size)
    const stage = dish && croppedStage(photo, subject, size, subject.confidence >= SURE, room)
    return stage ? [planned(stage, caption)] : []
  })
  const cards = sides.map((caption) => {
    const room = caption && { clear: roomBeside(caption.covered, size), all: roomBeside(caption.hidden, size) }
    return planned(cardStage(photo, dish && subject, size, room), caption)
  })
  const all = [...cropped, ...cards]
  const moving = all.filter(({ path }) => path.amount >= LEAST_AMOUNT)
  const most = Math.max(...all.map(({ path }) => path.amount))
  const able = moving.length > 0 ? moving : all.filter(({ path }) => path.amount === most)
  const best = able.find(({ covered }) => covered <= MOST_COVERED) ?? able.sort((a, b) => a.covered - b.covered)[0]
  if (!best) throw new Error('there is no stage')
  return {
    stage: best.stage,
    path: best.path,
    caption: best.caption,
    warnings: [
      ...(usable ? [] : warnings),
      ...(towards.includes('garnish') && !garnish ? [NO_GARNISH] : []),
      ...(best.stage.scale > MOST_SCALE * STAGE_SCALE ? [enlarged(best.stage.scale / STAGE_SCALE)] : []),
    ],
  }
}

/** The part of a stage that no words cover. */
const roomBeside = ({ left, top, right, bottom }: Margins, { width, height }: Size): Box => ({
  left: left * width,
  top: top * height,
  width: (1 - left - right) * width,
  height: (1 - top - bottom) * height,
})

/** The largest share of the dish on which words lie in any frame. */
function coveredShare(stage: PhotoStage, path: CameraPath, { words }: ReelCaption): number {
  const looks = Array.from({ length: LOOKS }, (_, index) => path.at(index / (LOOKS - 1)))
  const shares = looks.map((view) => {
    const dish = onFrame(stage, view)
    const across = Math.min(dish.left + dish.width, words.left + words.width) - Math.max(dish.left, words.left)
    const down = Math.min(dish.top + dish.height, words.top + words.height) - Math.max(dish.top, words.top)
    return (Math.max(0, across) * Math.max(0, down)) / (dish.width * dish.height)
  })
  return Math.max(...shares)
}

/** Where the dish is on a frame, in shares of it. */
function onFrame({ dish, kept, kind }: PhotoStage, { window, dish: drawn }: CameraView): Box {
  const { scale, x, y } = kept && kind !== 'plain' ? drawn : { scale: 1, x: 0, y: 0 }
  const middle = { x: dish.left + dish.width / 2 + x, y: dish.top + dish.height / 2 + y }
  return {
    left: (middle.x - (scale * dish.width) / 2 - window.left) / window.width,
    top: (middle.y - (scale * dish.height) / 2 - window.top) / window.height,
    width: (scale * dish.width) / window.width,
    height: (scale * dish.height) / window.height,
  }
}

/** How far from the middle of the dish the camera looks, as a share of its half. */
const ASIDE = 0.8

/** Where the camera looks: the middle of the dish, or aside of it. */
function aside({ focus }: PhotoStage, { width, height }: Size, towards: readonly Target[]): Point {
  const way = (back: Target, on: Target) => Number(towards.includes(on)) - Number(towards.includes(back))
  return {
    x: focus.x + (way('left', 'right') * ASIDE * width) / 2,
    y: focus.y + (way('top', 'bottom') * ASIDE * height) / 2,
  }
}

const NO_GARNISH: Warning = {
  code: 'words_not_understood',
  message:
    'motion_details asks for the garnish, and nothing on the dish stands out as one, so the camera looks at the dish.',
}

const enlarged = (scale: number): Warning => ({
  code: 'upscaled_more_than_2x',
  message: `The photo was enlarged ${scale.toFixed(1)} times, so the reel may look soft. A larger photo would be sharper.`,
})
