import { type CameraPath, type Point, planCamera } from '@platelight/drawing/reel/camera-path.ts'
import { reelFrames } from '@platelight/drawing/reel/reel-frames.ts'
import { xmpPacket } from '@platelight/imaging/codec/encode/encode-image.ts'
import { locateBySubject } from '@platelight/imaging/framing/locate-dish.ts'
import { cardStage, croppedStage, type PhotoStage } from '@platelight/imaging/framing/reel/reel-stage.ts'
import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { findSubject, type Subject } from '@platelight/imaging/segmentation/find-subject.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Work, WorkContext } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import { assessSubject, SURE } from '../picture/subject-warnings.ts'
import { withoutBars } from '../picture/without-bars.ts'
import { SOURCE_TYPE, writePicture } from '../picture/write-picture.ts'
import type { Size } from '../picture-size.ts'
import { filmsUnavailable } from './films-port.ts'
import { findGarnish } from './find-garnish.ts'
import { labelMp4 } from './label-mp4.ts'
import type { Target } from './motion-words.ts'
import { REEL_SIZES, type ReelDetails, type ReelParams } from './reel-operation.ts'

const FRAMES_PER_SECOND = 30
/** Pixels of the stage for each of a frame, along one side: the camera comes that close. */
const STAGE_SCALE = 1.3
/** A camera that moves less than this share of the frame looks like a still picture. */
const LEAST_AMOUNT = 0.04
/** An enlargement above this looks soft. */
const MOST_SCALE = 2
/** A longer film moves further, but not as fast. */
const USUAL_SECONDS = 5
/** Seconds of work are told about this often. */
const REPORTED_FRAMES = 10

/**
 * Makes a film of one photo: the camera moves over it, and where the outline of the dish is sure, the dish moves before its
 * background. No frame cuts a dish that the photo shows whole.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `engine_unavailable` without ffmpeg,
 *   `engine_failed`, `storage_full`
 */
export const reelWork: Work<ReelParams, ReelDetails> = async ([photo], params, context) => {
  const { aspect, seconds, motion } = params
  const count = seconds * FRAMES_PER_SECOND
  const { films } = context
  if (!films) throw filmsUnavailable('this server has none')
  const { report, ...quietly } = context
  report?.({ current: 0, total: count + 1, status: 'Reading the photo' })
  const { pixels: decoded, credits } = await openPicture(photo, quietly)
  const { pixels, warnings: bars } = await withoutBars(flattenAlpha(decoded))
  const subject = await findSubject(pixels, context.networks)
  const size = REEL_SIZES[aspect]
  const { stage, path, warnings } = stageFor(pixels, subject, params)
  const { background, front } = await stage.render()
  const draw = reelFrames({ background, ...(front && { dish: { ...front, middle: middleOf(stage) } }) }, size)
  const at = (index: number) => draw(path.at(index / (count - 1)))
  const faithfulness = front ? 'retouch' : 'faithful'
  const format = { ...size, framesPerSecond: FRAMES_PER_SECOND }
  const film = await films.encode(format, drawn(at, count, report))
  const first: Pixels = { data: at(0), ...size, channels: 4 }
  const poster = { format: 'jpeg', credits, faithfulness } as const
  return {
    outputs: [
      {
        name: 'film',
        bytes: labelMp4(film, xmpPacket(SOURCE_TYPE[faithfulness], credits)),
        ...size,
        mime: 'video/mp4',
        extension: 'mp4',
      },
      await writePicture(flattenAlpha(first), poster, {}, 'poster'),
    ],
    engine: subject.engine === 'classical' ? 'local' : subject.engine,
    faithfulness,
    warnings: [...bars, ...warnings],
    recipe: {
      ...params,
      image_url: undefined,
      frames: count,
      stage: stage.kind,
      amount: path.amount,
      subject: subjectRecord(subject, undefined),
    },
    details: { duration_seconds: seconds, motion },
  }
}

function* drawn(draw: (index: number) => Uint8Array, count: number, report: WorkContext['report']) {
  for (let index = 0; index < count; index++) {
    if (index % REPORTED_FRAMES === 0) {
      report?.({ current: index + 1, total: count + 1, status: `Drawing frame ${index + 1} of ${count}` })
    }
    yield draw(index)
  }
}

/** The stage and the way of the camera over it. Where too little could move, the photo lies before a blurred copy of itself. */
function stageFor(
  photo: Pixels,
  subject: Subject,
  { motion, strength, seconds, aspect, towards }: ReelParams,
): { stage: PhotoStage; path: CameraPath; warnings: Warning[] } {
  const frame = REEL_SIZES[aspect]
  const even = (length: number) => 2 * Math.round((STAGE_SCALE * length) / 2)
  const size = { width: even(frame.width), height: even(frame.height) }
  const { usable, warnings } = assessSubject(subject)
  const dish = usable ? locateBySubject(photo, subject).dish : undefined
  const garnish = dish && towards.includes('garnish') ? findGarnish(photo, dish) : undefined
  const planned = (stage: PhotoStage) => {
    const { x, y } = stage.corner
    const focus = garnish
      ? { x: x + garnish.x * stage.scale, y: y + garnish.y * stage.scale }
      : aside(stage, stage.kept ?? { left: 0, top: 0, ...size }, towards)
    const shape = { ...size, kept: stage.kept, focus, isLayered: stage.kind !== 'plain' }
    return { stage, path: planCamera(shape, motion, strength * Math.sqrt(seconds / USUAL_SECONDS)) }
  }
  const cropped = dish && croppedStage(photo, subject, size, subject.confidence >= SURE)
  const chosen = [...(cropped ? [planned(cropped)] : []), planned(cardStage(photo, dish && subject, size))]
  const best =
    chosen.find(({ path }) => path.amount >= LEAST_AMOUNT) ?? chosen.sort((a, b) => b.path.amount - a.path.amount)[0]
  if (!best) throw new Error('there is no stage')
  return {
    ...best,
    warnings: [
      ...(usable ? [] : warnings),
      ...(towards.includes('garnish') && !garnish ? [NO_GARNISH] : []),
      ...(best.stage.scale > MOST_SCALE * STAGE_SCALE ? [enlarged(best.stage.scale / STAGE_SCALE)] : []),
    ],
  }
}

/** The point around which the dish grows, as the camera does. */
const middleOf = ({ kept, focus }: PhotoStage): Point =>
  kept ? { x: kept.left + kept.width / 2, y: kept.top + kept.height / 2 } : focus

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
