import type { Size } from '@platelight/imaging/raster/geometry.ts'

export type { Size }

/** What is known from the header of a source. */
export interface SourceImage extends Size {
  /** Undefined when it is not known. */
  readonly hasAlpha?: boolean
}
