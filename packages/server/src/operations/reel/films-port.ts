import { ServiceError } from '../../base/service-error.ts'
import type { Size } from '../picture-size.ts'

/** Frames of a film, RGBA row by row, in order. */
export type Frames = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface FilmFormat extends Size {
  readonly framesPerSecond: number
}

/** What a film that somebody else made is to become. */
export interface FilmWish extends FilmFormat {
  readonly frames: number
  /** Lies over every frame once it has faded in. RGBA, not premultiplied. */
  readonly overlay?: Size & { readonly left: number; readonly top: number; readonly data: Uint8Array }
  readonly fadeFrames: number
}

/** Turns frames into a film. It asks for the next frame when it has room for it, so that only a few are in memory. */
export interface Films {
  /**
   * @returns an MP4 file: H.264, 4:2:0, BT.709, with its index first
   * @throws ServiceError `engine_unavailable` without a program that can do it, `engine_failed`, `storage_full`
   */
  encode(format: FilmFormat, frames: Frames): Promise<Uint8Array>
  /**
   * Brings an MP4 file to a format and a length: it is cropped to the shape, and its last frame stands still when it is too short.
   * Its sound is left out.
   *
   * @throws ServiceError `engine_failed` for a file that is no film, and what `encode` throws
   */
  remake(film: Uint8Array, wish: FilmWish): Promise<Uint8Array>
}

/** Refuses films where no program can write them. */
export const filmsUnavailable = (why: string): ServiceError =>
  new ServiceError(
    'engine_unavailable',
    `Reels need ffmpeg with libx264, and ${why}. Nothing was charged. The operator can install it, or name it in PLATELIGHT_FFMPEG.`,
    { capability: 'motion', setting: 'PLATELIGHT_FFMPEG' },
  )
