import { xmpPacket } from '@platelight/imaging/codec/encode/encode-image.ts'
import { flattenAlpha } from '@platelight/imaging/raster/flatten-alpha.ts'
import type { Work, WorkContext } from '../define-work.ts'
import { preparedPicture } from '../generate/prepare-references-work.ts'
import { SOURCE_TYPE, writePicture } from '../picture/write-picture.ts'
import type { MadeBy } from '../synthesis/provider-brief.ts'
import { FADE_FRAMES, FRAMES_PER_SECOND, filmFile } from './film-file.ts'
import type { Films } from './films-port.ts'
import { openReel } from './open-reel.ts'
import type { ReelDetails, ReelParams } from './reel-operation.ts'

/** The photo in the shape of the reel, as a provider gets it: its first frame, without words and without metadata. */
export const firstFrameWork: Work<ReelParams, ReelDetails> = async (files, params, context) => {
  const { size, draw, path } = await openReel(files, params, context)
  const first = flattenAlpha({ data: draw(path.at(0), 0), ...size, channels: 4 })
  const { seconds, motion } = params
  return {
    outputs: [await preparedPicture(first, '0')],
    engine: 'local',
    faithfulness: 'faithful',
    warnings: [],
    recipe: {},
    details: { duration_seconds: seconds, motion },
  }
}

/**
 * Brings the film of a provider to the shape and length of the reel, lays the words over it, and marks it as generated.
 *
 * @param files the photo, the logo if there is one, and the film
 * @throws ServiceError `engine_failed` for a film that cannot be read, `engine_unavailable` without ffmpeg, `storage_full`
 */
export async function finishFilm(
  files: readonly Uint8Array[],
  { made, ...params }: ReelParams & { readonly made: MadeBy },
  context: WorkContext & { readonly films: Films },
): ReturnType<Work<ReelParams, ReelDetails>> {
  const { size, overlay, draw, path, side, credits, warnings } = await openReel(files, params, context)
  const { seconds, motion } = params
  const frames = seconds * FRAMES_PER_SECOND
  const wish = { ...size, framesPerSecond: FRAMES_PER_SECOND, frames, fadeFrames: FADE_FRAMES }
  const film = await context.films.remake(files.at(-1) ?? new Uint8Array(), { ...wish, ...(overlay && { overlay }) })
  const poster = flattenAlpha({ data: draw(path.at(0)), ...size, channels: 4 })
  const written = { format: 'jpeg', credits, faithfulness: 'generative' } as const
  return {
    outputs: [
      filmFile(film, size, xmpPacket(SOURCE_TYPE.generative, credits)),
      await writePicture(poster, written, {}, 'poster'),
    ],
    engine: made.engine,
    faithfulness: 'generative',
    warnings: [...made.warnings, ...warnings],
    recipe: { ...params, image_url: undefined, logo_url: undefined, caption: side, frames, film: made.recipe },
    details: { duration_seconds: seconds, motion },
  }
}
