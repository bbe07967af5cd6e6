import type { Point } from '@platelight/drawing/reel/camera-path.ts'
import { reelFrames } from '@platelight/drawing/reel/reel-frames.ts'
import { xmpPacket } from '@platelight/imaging/codec/encode/encode-image.ts'
import type { PhotoStage } from '@platelight/imaging/framing/reel/reel-stage.ts'
import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { findSubject } from '@platelight/imaging/segmentation/find-subject.ts'
import { openLogo } from '../assets/open-dish.ts'
import type { Work, WorkContext } from '../define-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import { withoutBars } from '../picture/without-bars.ts'
import { SOURCE_TYPE, writePicture } from '../picture/write-picture.ts'
import { chooseStage } from './choose-stage.ts'
import { filmsUnavailable } from './films-port.ts'
import { labelMp4 } from './label-mp4.ts'
import { reelCaptions } from './reel-captions.ts'
import { REEL_SIZES, type ReelDetails, type ReelParams } from './reel-operation.ts'

const FRAMES_PER_SECOND = 30
/** Seconds of work are told about this often. */
const REPORTED_FRAMES = 10
/** Words come in that many frames. */
const FADE_FRAMES = 18

/**
 * Makes a film of one photo: the camera moves over it, and where the outline of the dish is sure, the dish moves before its
 * background. No frame cuts a dish that the photo shows whole. Words and a logo lie still over the frames, beside the dish where
 * there is room.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `glyph_missing`, `copy_does_not_fit`,
 *   `engine_unavailable` without ffmpeg, `engine_failed`, `storage_full`
 */
export const reelWork: Work<ReelParams, ReelDetails> = async ([photo, logoFile], params, context) => {
  const { aspect, seconds, motion } = params
  const count = seconds * FRAMES_PER_SECOND
  const { films } = context
  if (!films) throw filmsUnavailable('this server has none')
  const { report, ...quietly } = context
  report?.({ current: 0, total: count + 1, status: 'Reading the photo' })
  const size = REEL_SIZES[aspect]
  const logo = params.logo_url === undefined ? undefined : await openLogo(logoFile, quietly)
  const captions = reelCaptions(params, size, logo)
  const { pixels: decoded, credits } = await openPicture(photo, quietly)
  const { pixels, warnings: bars } = await withoutBars(flattenAlpha(decoded))
  const subject = await findSubject(pixels, context.networks)
  const { stage, path, caption, warnings } = chooseStage(pixels, subject, params, captions)
  const { background, front } = await stage.render()
  const overlay = await caption?.paint()
  const dish = front && { ...front, middle: middleOf(stage) }
  const draw = reelFrames({ background, ...(dish && { dish }), ...(overlay && { overlay }) }, size)
  const at = (index: number) => draw(path.at(index / (count - 1)), fadedIn(index))
  const faithfulness = front ? 'retouch' : 'faithful'
  const format = { ...size, framesPerSecond: FRAMES_PER_SECOND }
  const film = await films.encode(format, drawn(at, count, report))
  const first: Pixels = { data: draw(path.at(0)), ...size, channels: 4 }
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
      logo_url: undefined,
      caption: caption?.side,
      frames: count,
      stage: stage.kind,
      amount: path.amount,
      subject: subjectRecord(subject, undefined),
    },
    details: { duration_seconds: seconds, motion },
  }
}

/** The opacity of the words in a frame. The picture of the first frame has all of them. */
function fadedIn(index: number): number {
  const share = Math.min(1, index / FADE_FRAMES)
  return share * share * (3 - 2 * share)
}

function* drawn(draw: (index: number) => Uint8Array, count: number, report: WorkContext['report']) {
  for (let index = 0; index < count; index++) {
    if (index % REPORTED_FRAMES === 0) {
      report?.({ current: index + 1, total: count + 1, status: `Drawing frame ${index + 1} of ${count}` })
    }
    yield draw(index)
  }
}

/** The point around which the dish grows, as the camera does. */
const middleOf = ({ kept, focus }: PhotoStage): Point =>
  kept ? { x: kept.left + kept.width / 2, y: kept.top + kept.height / 2 } : focus
