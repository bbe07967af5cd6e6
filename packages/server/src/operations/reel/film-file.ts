import type { OutputImage } from '../define-work.ts'
import type { Size } from '../picture-size.ts'
import { labelMp4 } from './label-mp4.ts'

export const FRAMES_PER_SECOND = 30
/** Words come in that many frames. */
export const FADE_FRAMES = 18

/** A film with its label. */
export const filmFile = (film: Uint8Array, size: Size, label: string): OutputImage => ({
  name: 'film',
  bytes: labelMp4(film, label),
  ...size,
  mime: 'video/mp4',
  extension: 'mp4',
})
