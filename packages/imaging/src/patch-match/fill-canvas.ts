/** A small picture with a hole to fill: RGB as numbers of 0–255, and for every pixel what it may be used for. */
export interface Canvas {
  readonly colours: Float32Array
  /** {@link KNOWN}, {@link HOLE} or {@link EXCLUDED}, row by row. */
  readonly kinds: Uint8Array
  readonly width: number
  readonly height: number
}

/** May be copied. */
export const KNOWN = 0
/** Has to be filled. */
export const HOLE = 1
/** Stays as it is and is never copied: the dish. */
export const EXCLUDED = 2
