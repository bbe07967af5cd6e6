/** A small picture to be completed: RGB as numbers 0–255, and for every pixel what it may be used for. */
export interface Canvas {
  readonly colours: Float32Array
  /** {@link KNOWN}, {@link HOLE} or {@link EXCLUDED}, row by row. */
  readonly kinds: Uint8Array
  readonly width: number
  readonly height: number
}

/** Shows what may be repeated. */
export const KNOWN = 0
/** Is to be filled. */
export const HOLE = 1
/** Stays as it is and is never repeated: the dish. */
export const EXCLUDED = 2
