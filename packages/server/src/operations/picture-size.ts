import type { Size } from '@platelight/imaging/raster/geometry.ts'

export type { Size }

/** What the header of a source says. */
export interface SourceImage extends Size {
  /** Left out where it is not known. */
  readonly hasAlpha?: boolean
}
