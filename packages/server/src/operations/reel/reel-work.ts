import { xmpPacket } from '@platelight/imaging/codec/encode/encode-image.ts'
import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import type { Work, WorkContext } from '../define-work.ts'
import { subjectRecord } from '../picture/subject-record.ts'
import { SOURCE_TYPE, writePicture } from '../picture/write-picture.ts'
import { FADE_FRAMES, FRAMES_PER_SECOND, filmFile } from './film-file.ts'
import { filmsUnavailable } from './films-port.ts'
import { openReel } from './open-reel.ts'
import { finishFilm, firstFrameWork } from './provided-reel-work.ts'
import type { ReelDetails, ReelParams } from './reel-operation.ts'

/** Seconds of work are told about this often. */
const REPORTED_FRAMES = 10

/**
 * Makes a film of one photo: the camera moves over it, and where the outline of the dish is sure, the dish moves before its
 * background. No frame cuts a dish that the photo shows whole. Words and a logo lie still over the frames, beside the dish where
 * there is room.
 *
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`, `glyph_missing`, `copy_does_not_fit`,
 *   `engine_unavailable` without ffmpeg, `engine_failed`, `storage_full`
 */
export const reelWork: Work<ReelParams, ReelDetails> = async (files, params, context) => {
  const { seconds, motion } = params
  const count = seconds * FRAMES_PER_SECOND
  const { films, report } = context
  if (!films) throw filmsUnavailable('this server has none')
  if (params.isFirstFrame) return firstFrameWork(files, params, context)
  if (params.made) return finishFilm(files, { ...params, made: params.made }, { ...context, films })
  report?.({ current: 0, total: count + 1, status: 'Reading the photo' })
  const { size, draw, path, stage, side, subject, credits, warnings, hasFront } = await openReel(files, params, context)
  const at = (index: number) => draw(path.at(index / (count - 1)), fadedIn(index))
  const faithfulness = hasFront ? 'retouch' : 'faithful'
  const format = { ...size, framesPerSecond: FRAMES_PER_SECOND }
  const film = await films.encode(format, drawn(at, count, report))
  const first: Pixels = { data: draw(path.at(0)), ...size, channels: 4 }
  const poster = { format: 'jpeg', credits, faithfulness } as const
  return {
    outputs: [
      filmFile(film, size, xmpPacket(SOURCE_TYPE[faithfulness], credits)),
      await writePicture(flattenAlpha(first), poster, {}, 'poster'),
    ],
    engine: subject.engine === 'classical' ? 'local' : subject.engine,
    faithfulness,
    warnings,
    recipe: {
      ...params,
      image_url: undefined,
      logo_url: undefined,
      caption: side,
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
